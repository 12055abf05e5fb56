import { noteDays, type TimelineNote } from '@leaselight/model'
import { ActionMenu } from '@leaselight/ui'
import { IconDots } from '@tabler/icons-react'
import blocks from '../app/blocks.module.css'
import { useGlobal } from '../app/Global'
import { useFormatMoment } from '../sharing/useFormatMoment'
import classes from './timelineNotes.module.css'

interface Props {
  note: TimelineNote
  onEdit: () => void
  onDelete: () => void
}

/** A note of the list: its days and place, its text, and who wrote it. */
export function NoteLine({ note, onEdit, onDelete }: Props) {
  const { today } = useGlobal()
  const moment = useFormatMoment()
  const { text, place, by, createdAt, mayChange } = note
  return (
    <li className={classes.note}>
      <p className={classes.when}>
        <strong className="ll-number">{noteDays(note, today)}</strong>
        <span>{place || 'The whole company'}</span>
      </p>
      <div className={classes.what}>
        <p className={blocks.said}>{text}</p>
        <p className={blocks.quiet}>{[by, moment(createdAt)].filter(Boolean).join(', ')}</p>
      </div>
      {mayChange && (
        <div className={classes.actions}>
          <ActionMenu
            label="Actions"
            about={text}
            icon={<IconDots size={16} aria-hidden />}
            compact
            actions={[
              { label: 'Edit', onSelect: onEdit },
              { label: 'Delete', onSelect: onDelete },
            ]}
          />
        </div>
      )}
    </li>
  )
}
