import type { DaySpot, NoteSpot, Timeline } from '@leaselight/charts/plain'
import { use, useState } from 'react'
import { Hint } from '../floating/Hint'
import { ChartNotes } from './ChartNotes'
import classes from './marks.module.css'

interface Props {
  timeline: Timeline
}

/** Below the time axes of a chart: the notes' marks with their texts, and where a click begins a note about a day. */
export function NoteMarks({ timeline: { notes, days } }: Props) {
  const editing = use(ChartNotes)
  if (notes.length === 0 && !editing) return null
  return (
    <div className={classes.marks} data-no-print>
      {editing &&
        days.map((spot) => <Day key={`${spot.panel} ${spot.days.start}`} spot={spot} onAdd={editing.onAdd} />)}
      {notes.map((spot) => (
        <Mark key={`${spot.panel} ${spot.notes[0]?.number}`} spot={spot} />
      ))}
    </div>
  )
}

function Mark({ spot: { notes, panel: _, ...place } }: { spot: NoteSpot }) {
  const [first] = notes
  return (
    <Hint
      width={280}
      label={notes.map(({ number, text }) => (
        <span key={number} className={classes.noteText}>
          {text}
        </span>
      ))}
    >
      <button
        type="button"
        className={`${classes.noteMark} ll-focus`}
        style={place}
        aria-label={
          notes.length === 1
            ? `Note: ${first?.text}`
            : `${notes.length} notes: ${notes.map(({ text }) => text).join('; ')}`
        }
      />
    </Hint>
  )
}

/** The name of a day below the axis. The button beside the chart is the way for the keyboard. */
function Day({
  spot: { name, days, panel: _, ...place },
  onAdd,
}: {
  spot: DaySpot
  onAdd: (days: DaySpot['days']) => void
}) {
  const [isOver, setOver] = useState(false)
  return (
    <div
      aria-hidden
      className={classes.day}
      style={place}
      title={`Add a note: ${name}`}
      onMouseEnter={() => setOver(true)}
      onMouseLeave={() => setOver(false)}
      onClick={() => onAdd(days)}
    >
      {isOver && '+'}
    </div>
  )
}
