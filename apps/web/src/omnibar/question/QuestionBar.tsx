import { Button } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ChipButton } from './ChipButton'
import type { Chip } from './chip'
import classes from './question.module.css'
import { isEmpty, type MeaningOf, type Question } from './types'
import type { AskedQuestion } from './useQuestion'

interface Props {
  asked: AskedQuestion
  /** Gives the focus back to the search field. */
  onLeave: () => void
}

/** The question as chips to correct, and what of it is left out. */
export function QuestionBar({ asked, onLeave }: Props) {
  const { question, chips, notes, suggestions, change } = asked
  const bar = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  /** The chip that gets the focus once a change is made: the one of that name, or the next one. */
  const wanted = useRef<{ name: string; index: number } | null>(null)
  const buttons = () => [...(bar.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])]
  const focusAt = (index: number): void => {
    const found = buttons()
    if (found.length === 0) {
      onLeave()
      return
    }
    const at = Math.max(0, Math.min(index, found.length - 1))
    setActive(at)
    found[at]?.focus()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the chips have changed
  useEffect(() => {
    if (!wanted.current) return
    const { name, index } = wanted.current
    wanted.current = null
    const same = chips.findIndex((chip) => chip.name === name)
    focusAt(same >= 0 && chips[index]?.name !== name ? same : index)
  }, [chips])

  const changeTo = (next: Question, focus: { name: string; index: number }): void => {
    wanted.current = focus
    change(next)
    // Without any part there is no bar that could hold the focus.
    if (isEmpty(next)) onLeave()
  }
  // The button that is pressed is gone with what it offered.
  const changeTarget = (next: Question): void => changeTo(next, { name: '', index: 0 })
  const onKeyDown = (event: KeyboardEvent, { without }: Chip, index: number): void => {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, Home: -chips.length, End: chips.length }
    const step = steps[event.key]
    if (step !== undefined) focusAt(index + step)
    else if (event.key === 'ArrowUp') onLeave()
    else if ((event.key === 'Backspace' || event.key === 'Delete') && without) changeTo(without, { name: '', index })
    else return
    event.preventDefault()
  }
  return (
    <div className={classes.question}>
      <div ref={bar} role="toolbar" aria-label="Your question" className={classes.chips}>
        {chips.map((chip, index) => (
          <ChipButton
            key={chip.key}
            chip={chip}
            isReachable={index === Math.min(active, chips.length - 1)}
            onFocus={() => setActive(index)}
            onKeyDown={(event) => onKeyDown(event, chip, index)}
            onChange={(next) => changeTo(next, { name: chip.name, index })}
          />
        ))}
      </div>
      <div className={classes.notes} aria-live="polite">
        {notes.map(({ text, offer }) => (
          <p key={text} className={classes.note}>
            {text}
            {offer && (
              <Button size="compact-sm" variant="subtle" onClick={() => changeTarget(offer.question)}>
                {offer.label}
              </Button>
            )}
          </p>
        ))}
        {suggestions.length > 0 && (
          <p className={classes.note}>
            Which number?
            {suggestions.map((number) => (
              <Button
                key={number.label}
                size="compact-sm"
                variant="default"
                onClick={() => changeTarget(withNumber(question, number))}
              >
                {number.label}
              </Button>
            ))}
          </p>
        )}
      </div>
    </div>
  )
}

const withNumber = (question: Question, { places }: MeaningOf<'number'>): Question => ({
  ...question,
  target: places[0] ?? null,
  places,
})
