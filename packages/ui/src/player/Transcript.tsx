import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { HighlightedText } from './HighlightedText'
import classes from './player.module.css'
import { clock, type Utterance } from './utterances'

/** What a moment of a call is evidence of. */
export interface Note {
  label: string
  /** Which utterance shows it. */
  utterance: number
}

interface Props {
  utterances: readonly Utterance[]
  notes: readonly Note[]
  search: string
  /** What is heard right now; −1 for nothing yet. */
  current: number
  /** What the reader was led to; follows as `current` does, without the recording. */
  led: number
  /** What a speaker is called. */
  nameOf: (speaker: string) => string
  onSeek: (utterance: number) => void
}

/** What was said: follows the recording as it plays, and leads there on a click. One stop of the Tab key, with arrows inside. */
export const Transcript = memo(function Transcript({ utterances, notes, search, current, led, nameOf, onSeek }: Props) {
  const box = useRef<HTMLOListElement>(null)
  const [stop, setStop] = useState(0)
  useEffect(() => bringIntoSight(box.current, current), [current])
  useEffect(() => bringIntoSight(box.current, led), [led])
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = Math.max(0, Math.min(utterances.length - 1, stop + step))
    setStop(next)
    box.current?.querySelector<HTMLElement>(`[data-line="${next}"]`)?.focus()
  }
  return (
    <ol ref={box} className={classes.said} aria-label="Transcript" onKeyDown={onKeyDown}>
      {utterances.map((one, index) => {
        const own = notes.filter((note) => note.utterance === index)
        return (
          // A transcript's lines never change places.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index}>
            <button
              type="button"
              data-line={index}
              data-led={index === led || undefined}
              className={`${classes.line} ll-focus`}
              aria-current={index === current ? 'true' : undefined}
              tabIndex={index === stop ? 0 : -1}
              onFocus={() => setStop(index)}
              onClick={() => onSeek(index)}
            >
              <span className={`${classes.moment} ll-number`}>{clock(one.time)}</span>
              <span className={classes.speech}>
                <span className={classes.speaker}>{nameOf(one.speaker)}</span>
                <span>
                  <HighlightedText text={one.transcript} search={search} />
                </span>
                {own.length > 0 && (
                  <span className={classes.tags}>
                    {own.map((note) => (
                      <span key={note.label} className={classes.tag}>
                        {note.label}
                      </span>
                    ))}
                  </span>
                )}
              </span>
            </button>
          </li>
        )
      })}
    </ol>
  )
})

/** Scrolls the transcript alone: the page around it stays where the reader put it. */
function bringIntoSight(box: HTMLElement | null, index: number): void {
  const line = box?.querySelector<HTMLElement>(`[data-line="${index}"]`)
  if (!box || !line) return
  const inside = line.getBoundingClientRect()
  const outside = box.getBoundingClientRect()
  if (inside.top < outside.top || inside.bottom > outside.bottom)
    box.scrollTop += inside.top - outside.top - outside.height / 3
}
