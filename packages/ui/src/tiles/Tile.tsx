import { Skeleton, Tooltip } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Change, type ChangeValue } from '../parts/Change'
import { rangeOf, type Sample, sparkline } from './sparkline'
import classes from './tile.module.css'

const WIDTH = 160
const HEIGHT = 28

export interface TileProps {
  label: string
  /** What the number means, in a sentence. */
  definition: string
  /** The number as text. */
  value: string
  /** Against the prior period; null where there is none. */
  change?: ChangeValue | null
  /** The period's days in order; null is a day without a number. */
  trend?: readonly Sample[] | undefined
  priorTrend?: readonly Sample[] | undefined
  /** First numbers are on their way. */
  loading?: boolean
  /** New numbers are on their way; the old ones stay, dimmed. */
  stale?: boolean
  /** Opens the list the number counts. */
  onOpen?: (() => void) | undefined
}

/** One number of the row above a report: what it is, how much, against before, and its trend. */
export function Tile({ label, definition, value, change, trend, priorTrend, loading, stale, onOpen }: TileProps) {
  return (
    <section
      className={classes.tile}
      aria-label={label}
      aria-busy={loading || stale || false}
      data-stale={stale || undefined}
    >
      <div className={classes.head}>
        <span className={classes.label}>{label}</span>
        <Tooltip label={definition}>
          <button type="button" className={`${classes.info} ll-focus`} aria-label={`What ${label} means`}>
            <IconInfoCircle size={14} aria-hidden />
          </button>
        </Tooltip>
      </div>
      {loading ? (
        <>
          <Skeleton height={26} width="55%" my={3} />
          <Skeleton height={10} width="70%" my={2} />
          <Skeleton height={HEIGHT} mt={4} />
        </>
      ) : (
        <>
          <div className={`${classes.value} ll-number`}>
            {onOpen ? (
              <button
                type="button"
                className={`${classes.open} ll-focus`}
                onClick={onOpen}
                aria-label={`${value}: open the list`}
              >
                {value}
              </button>
            ) : (
              value
            )}
          </div>
          <div className={classes.change}>{change && <Change value={change} />}</div>
          <Trend trend={trend} prior={priorTrend} />
        </>
      )}
    </section>
  )
}

// The trend repeats what chart and table say in full, so screen readers pass over it.
function Trend({ trend, prior }: { trend?: readonly Sample[] | undefined; prior?: readonly Sample[] | undefined }) {
  if (!trend || trend.length < 2) return <div className={classes.trend} />
  const range = rangeOf(trend, prior ?? [])
  const now = sparkline(trend, WIDTH, HEIGHT, range)
  const before = prior && prior.length > 1 ? sparkline(prior, WIDTH, HEIGHT, range) : null
  return (
    <svg className={classes.trend} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      {before?.paths.map((path) => (
        <path key={path} d={path} className={classes.before} />
      ))}
      {now.paths.map((path) => (
        <path key={path} d={path} className={classes.now} />
      ))}
      {now.dots.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r={1.5} className={classes.dot} />
      ))}
    </svg>
  )
}

/** At most five tiles: side by side on a desk, two by two on a phone. */
export function TileRow({ children, label = 'Key numbers' }: { children: ReactNode; label?: string }) {
  return (
    <section className={classes.row} aria-label={label}>
      {children}
    </section>
  )
}
