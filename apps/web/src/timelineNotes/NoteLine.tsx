import { noteDays, type TimelineNote } from '@leaselight/model'
import { Button } from '@mantine/core'
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
        <div className={blocks.buttons}>
          <Button size="xs" variant="default" aria-label={`Edit: ${text}`} onClick={onEdit}>
            Edit
          </Button>
          <Button size="xs" variant="default" aria-label={`Delete: ${text}`} onClick={onDelete}>
            Delete
          </Button>
        </div>
      )}
    </li>
  )
}
