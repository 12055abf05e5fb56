import { ActionMenu } from '@leaselight/ui'
import { Button } from '@mantine/core'
import { IconDots, IconGripVertical } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useAddress } from '../app/useAddress'
import classes from './myPage.module.css'
import { PinContent } from './PinContent'
import type { Pin } from './queries'

interface Props {
  pin: Pin
  /** Its place among the pins. */
  index: number
  count: number
  /** How many pins its row has, itself included: on a wide page, and on a narrow one. */
  row: { wide: number | undefined; narrow: number | undefined }
  /** It is being dragged. */
  isDragged: boolean
  onDrag: (isOn: boolean) => void
  /** Another pin was dropped on it. */
  onDrop: () => void
  /** Moves it by so many places. */
  onMove: (by: number) => void
  onRename: () => void
  onRemove: () => void
}

/** A pin below its name and its filters, with what can be done to it. */
export function PinCard({ pin, index, count, row, isDragged, onDrag, onDrop, onMove, onRename, onRemove }: Props) {
  const { push } = useAddress()
  const card = useRef<HTMLLIElement>(null)
  const [isOver, setOver] = useState(false)
  const name = pin.name ?? pin.label
  return (
    <li
      ref={card}
      className={classes.pin}
      data-wide={row.wide}
      data-narrow={row.narrow}
      data-dragged={isDragged || undefined}
      data-over={(isOver && !isDragged) || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onDrop()
      }}
    >
      <div className={classes.head}>
        <span
          className={classes.handle}
          draggable
          title="Drag to another place"
          aria-hidden
          data-no-print
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move'
            event.dataTransfer.setData('text/plain', name)
            if (card.current) event.dataTransfer.setDragImage(card.current, 0, 0)
            onDrag(true)
          }}
          onDragEnd={() => onDrag(false)}
        >
          <IconGripVertical size={16} />
        </span>
        <div className={classes.words}>
          <h2 className={classes.name}>
            {pin.available ? (
              <a
                href={pin.address}
                className="ll-focus"
                onClick={(event) => {
                  // With a modifier key the browser opens a new tab or window.
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  push(pin.address)
                }}
              >
                {pin.name ?? pin.title}
              </a>
            ) : (
              name
            )}
          </h2>
          <p className={classes.about}>{aboutOf(pin)}</p>
        </div>
        <span data-no-print>
          <ActionMenu
            label="Actions"
            about={name}
            icon={<IconDots size={16} aria-hidden />}
            compact
            actions={[
              { label: 'Open the report', onSelect: () => push(pin.address), disabled: !pin.available },
              { label: 'Rename', onSelect: onRename },
              { label: 'Move earlier', onSelect: () => onMove(-1), disabled: index === 0 },
              { label: 'Move later', onSelect: () => onMove(1), disabled: index === count - 1 },
              { label: 'Remove', onSelect: onRemove },
            ]}
          />
        </span>
      </div>
      {pin.leftOut && <p className={classes.leftOut}>{pin.leftOut}</p>}
      {pin.problem === null ? (
        <PinContent pin={pin} />
      ) : (
        <div className={classes.problem}>
          <p>{pin.problem}</p>
          <div className={classes.ways}>
            {pin.available && (
              <Button variant="default" onClick={() => push(pin.address)}>
                Open {pin.title}
              </Button>
            )}
            <Button variant="default" onClick={onRemove}>
              Remove it
            </Button>
          </div>
        </div>
      )}
    </li>
  )
}

/** What tells one pin from another of its name; a finding says so itself. */
const aboutOf = ({ kind, name, title, inWords }: Pin): string =>
  [...(name ? [title] : []), ...(kind === 'finding' ? [] : inWords)].join(' · ')
