import type { WaterfallBar } from '@leaselight/model'
import type { MouseEvent } from 'react'
import classes from './waterfall.module.css'

/** A part of a change: a bar from where the one before it ended. */
export interface WaterfallRow extends WaterfallBar {
  /** The same in words, for who doesn't see the bar. */
  sentence: string
  /** Leads to the part's own numbers. */
  link?: { href: string; onClick: (event: MouseEvent) => void } | undefined
  /** What remains, which is no part of its own. */
  isRest?: boolean
}

interface Props {
  /** What the parts are: `Leases by source`. */
  label: string
  start: { label: string; value: number }
  end: { label: string; value: number }
  rows: readonly WaterfallRow[]
}

/**
 * The way from one number to another, part by part. Parts that go the way of the whole are inked; those that go against
 * it, and what remains, are pale: none of them is judged by itself.
 */
export function Waterfall({ label, start, end, rows }: Props) {
  const edges = [start.value, end.value, ...rows.map(({ to }) => to)]
  const [low, high] = [Math.min(...edges), Math.max(...edges)]
  const place = (value: number) => (high > low ? ((value - low) / (high - low)) * 100 : 0)
  const way = Math.sign(end.value - start.value)
  return (
    <ul className={classes.waterfall} aria-label={label}>
      <Edge {...start} at={place(start.value)} />
      {rows.map((row) => (
        <li key={row.key} title={row.sentence}>
          {row.link ? (
            <a {...row.link} className={`${classes.row} ll-focus`}>
              <Part row={row} place={place} way={way} />
            </a>
          ) : (
            <span className={classes.row}>
              <Part row={row} place={place} way={way} />
            </span>
          )}
        </li>
      ))}
      <Edge {...end} at={place(end.value)} isEnd />
    </ul>
  )
}

interface PartProps {
  row: WaterfallRow
  place: (value: number) => number
  way: number
}

function Part({ row: { name, from, to, shown, sentence, isRest }, place, way }: PartProps) {
  const [left, right] = [place(Math.min(from, to)), place(Math.max(from, to))]
  return (
    <>
      <span className="ll-spoken">{sentence}</span>
      <span className={classes.name} aria-hidden>
        {name}
      </span>
      <span className={classes.track} aria-hidden>
        <span
          className={classes.bar}
          data-with={(!isRest && Math.sign(to - from) === way) || undefined}
          style={{ insetInlineStart: `${left}%`, width: `${right - left}%` }}
        />
        <span className={classes.joint} style={{ insetInlineStart: `${place(to)}%` }} />
      </span>
      <span className={`${classes.value} ll-number`} aria-hidden>
        {signed(shown)}
      </span>
    </>
  )
}

function Edge({ label, value, at, isEnd = false }: Props['start'] & { at: number; isEnd?: boolean }) {
  return (
    <li className={classes.row} data-edge data-end={isEnd || undefined}>
      <span className={classes.name}>{label}</span>
      <span className={classes.track} aria-hidden>
        <span className={classes.mark} style={{ insetInlineStart: `${at}%` }} />
        {!isEnd && <span className={classes.joint} style={{ insetInlineStart: `${at}%` }} />}
      </span>
      <span className={`${classes.value} ll-number`}>{Math.round(value).toLocaleString('en-US')}</span>
    </li>
  )
}

/** `+5` or `−5`; a part that changes nothing is `0`. */
function signed(change: number): string {
  const sign = change > 0 ? '+' : change < 0 ? '−' : ''
  return `${sign}${Math.abs(change).toLocaleString('en-US')}`
}
