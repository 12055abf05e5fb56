import { formatCell, signedChange, type ToldBar, type WaterfallScale, waterfallScale } from '@leaselight/model'
import type { MouseEvent } from 'react'
import classes from './waterfall.module.css'

/** A part of a change: a bar from where the one before it ended. */
export interface WaterfallRow extends ToldBar {
  /** Leads to the part's own numbers. */
  link?: { href: string; onClick: (event: MouseEvent) => void } | undefined
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
  const scale = waterfallScale(start.value, end.value, rows)
  return (
    <ul className={classes.waterfall} aria-label={label}>
      <Edge {...start} at={scale.place(start.value)} />
      {rows.map((row) => (
        <li key={row.key} title={row.sentence}>
          {row.link ? (
            <a {...row.link} className={`${classes.row} ll-focus`}>
              <Part row={row} scale={scale} />
            </a>
          ) : (
            <span className={classes.row}>
              <Part row={row} scale={scale} />
            </span>
          )}
        </li>
      ))}
      <Edge {...end} at={scale.place(end.value)} isEnd />
    </ul>
  )
}

interface PartProps {
  row: WaterfallRow
  scale: WaterfallScale
}

function Part({ row, scale }: PartProps) {
  const { name, from, to, shown, sentence } = row
  const [left, right] = [scale.place(Math.min(from, to)), scale.place(Math.max(from, to))]
  return (
    <>
      <span className="ll-spoken">{sentence}</span>
      <span className={classes.name} aria-hidden>
        {name}
      </span>
      <span className={classes.track} aria-hidden>
        <span
          className={classes.bar}
          data-with={scale.isInked(row) || undefined}
          style={{ insetInlineStart: percent(left), width: percent(right - left) }}
        />
        <span className={classes.joint} style={{ insetInlineStart: percent(scale.place(to)) }} />
      </span>
      <span className={`${classes.value} ll-number`} aria-hidden>
        {signedChange(shown)}
      </span>
    </>
  )
}

function Edge({ label, value, at, isEnd = false }: Props['start'] & { at: number; isEnd?: boolean }) {
  return (
    <li className={classes.row} data-edge data-end={isEnd || undefined}>
      <span className={classes.name}>{label}</span>
      <span className={classes.track} aria-hidden>
        <span className={classes.mark} style={{ insetInlineStart: percent(at) }} />
        {!isEnd && <span className={classes.joint} style={{ insetInlineStart: percent(at) }} />}
      </span>
      <span className={`${classes.value} ll-number`}>{formatCell(value, 'integer')}</span>
    </li>
  )
}

const percent = (share: number): string => `${share * 100}%`
