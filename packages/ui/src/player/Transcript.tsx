import { formatPlayTime } from '@leaselight/model'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { HighlightedText } from './HighlightedText'
import classes from './player.module.css'
import type { Utterance } from './utterances'

/** What a moment of a call shows. */
export interface Note {
  label: string
  /** The index of the utterance that shows it. */
  utterance: number
}

interface Props {
  utterances: readonly Utterance[]
  notes: readonly Note[]
  search: string
  /** The utterance playing now; −1 for none yet. */
  current: number
  /** The utterance that the user jumped to; highlighted like `current`, without the recording. */
  led: number
  /** The name of a speaker. */
  nameOf: (speaker: string) => string
  onSeek: (utterance: number) => void
}

/**
 * The transcript: follows the recording as it plays, and a click jumps to the line. It is one tab stop, with arrow keys
 * inside.
 */
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
          // A transcript's lines are never reordered.
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
              <span className={`${classes.moment} ll-number`}>{formatPlayTime(one.time)}</span>
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

/** Scrolls only the transcript; the page around it stays where it is. */
function bringIntoSight(box: HTMLElement | null, index: number): void {
  const line = box?.querySelector<HTMLElement>(`[data-line="${index}"]`)
  if (!box || !line) return
  const inside = line.getBoundingClientRect()
  const outside = box.getBoundingClientRect()
  if (inside.top < outside.top || inside.bottom > outside.bottom)
    box.scrollTop += inside.top - outside.top - outside.height / 3
}
