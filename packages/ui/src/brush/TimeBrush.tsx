import { Button } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import classes from './brush.module.css'

/** The first and the last of some bars. */
export interface BarRange {
  first: number
  last: number
}

interface Props {
  /** What the bars count: `Calls by day`. */
  label: string
  bars: readonly { name: string; count: number }[]
  /** The bars whose rows are shown; null while all are. */
  chosen: BarRange | null
  /** What is said of the chosen bars: `35 of 240`. */
  summary: string
  /** Absent where the bars are only looked at. */
  onChoose?: (bars: BarRange) => void
  /** Shows the rows of all bars again. */
  clear: { label: string; onClear: () => void }
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }

const rangeOf = (one: number, other: number): BarRange => ({ first: Math.min(one, other), last: Math.max(one, other) })
const isWithin = (at: number, range: BarRange | null): boolean =>
  range !== null && at >= range.first && at <= range.last

/**
 * A low histogram of rows over time that narrows them to some of its bars: by a click, by dragging over several, or with the
 * arrow keys, Shift, and Enter. It has its height before its bars come.
 */
export function TimeBrush({ label, bars, chosen, summary, onChoose, clear }: Props) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<number | null>(null)
  /** The bar at which a choice in the making began. */
  const [from, setFrom] = useState<number | null>(null)
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const making = from !== null && at !== null ? rangeOf(from, at) : null
  const shown = making ?? chosen
  const stop = Math.min(at ?? chosen?.first ?? 0, bars.length - 1)
  const pointed = making ?? (at === null ? null : rangeOf(at, at))
  const told = pointed ? [...new Set([bars[pointed.first]?.name, bars[pointed.last]?.name])] : []
  const countOf = (range: BarRange | null) =>
    bars
      .filter((_, index) => isWithin(index, range))
      .reduce((sum, { count }) => sum + count, 0)
      .toLocaleString('en-US')
  const choose = (range: BarRange) => {
    setFrom(null)
    onChoose?.(range)
  }

  const barUnder = ({ clientX }: PointerEvent): number => {
    const { left = 0, width = 1 } = box.current?.getBoundingClientRect() ?? {}
    return Math.max(0, Math.min(bars.length - 1, Math.floor(((clientX - left) / width) * bars.length)))
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (!onChoose || event.button !== 0) return
    // The drag goes on beyond the bars, and nothing is selected as text.
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    setAt(barUnder(event))
    setFrom(barUnder(event))
  }
  const onPointerUp = (event: PointerEvent) => {
    if (from !== null) choose(rangeOf(from, barUnder(event)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && making) {
      event.stopPropagation()
      setFrom(null)
    }
    const next =
      event.key === 'Home' ? 0 : event.key === 'End' ? bars.length - 1 : stop + (STEPS[event.key] ?? Number.NaN)
    if (!bars[next]) return
    event.preventDefault()
    setFrom(event.shiftKey && onChoose ? (from ?? stop) : null)
    setAt(next)
    box.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <section className={classes.brush} aria-label={label}>
      <div className={classes.head}>
        <span>{label}</span>
        <span className={classes.said}>{summary}</span>
        <span className={classes.said}>{told.length > 0 && `${told.join(' – ')}: ${countOf(pointed)}`}</span>
        {chosen && (
          <Button variant="subtle" size="compact-xs" className={classes.clear} onClick={clear.onClear} data-no-print>
            {clear.label}
          </Button>
        )}
      </div>
      <span id={id} hidden>
        Arrow keys move, Shift and an arrow key choose several, and Enter shows only these.
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its buttons have the keyboard */}
      <div
        ref={box}
        className={classes.bars}
        data-choosable={onChoose !== undefined || undefined}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={(event) => setAt(barUnder(event))}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setFrom(null)}
        onPointerLeave={() => from === null && setAt(null)}
        onBlur={() => setAt(null)}
      >
        {bars.map(({ name, count }, index) => (
          <button
            key={name}
            type="button"
            className={`${classes.bar} ll-focus`}
            tabIndex={index === stop ? 0 : -1}
            aria-label={`${name}: ${count.toLocaleString('en-US')}`}
            aria-pressed={onChoose && isWithin(index, shown)}
            aria-describedby={onChoose && id}
            aria-disabled={!onChoose || undefined}
            data-chosen={isWithin(index, shown) || undefined}
            data-pale={(shown !== null && !isWithin(index, shown)) || undefined}
            onFocus={() => setAt(index)}
            // The pointer chooses by itself; this is the keyboard's click.
            onClick={({ detail }) => detail === 0 && onChoose && choose(making ?? rangeOf(index, index))}
          >
            <span style={{ height: count > 0 ? `max(2px, ${(100 * count) / most}%)` : 0 }} />
          </button>
        ))}
      </div>
      <div className={classes.ends} aria-hidden>
        <span>{bars[0]?.name}</span>
        <span>{bars.length > 1 && bars.at(-1)?.name}</span>
      </div>
    </section>
  )
}
