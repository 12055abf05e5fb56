import type { Judgement, TableColumn } from '@leaselight/model'
import { Skeleton, Tooltip } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Change } from '../parts/Change'
import { downsample, type Sample, sparkline, type UsualRange } from './sparkline'
import classes from './tile.module.css'

const WIDTH = 60
const HEIGHT = 24
const MAX_SAMPLES = 30

export interface TileProps {
  label: string
  /** What the number means, as a sentence. */
  definition: string
  /** The number as text. */
  value: string
  format: TableColumn['format']
  /** What the change from the prior period is worth; null when there is none. */
  judgement?: Judgement | null | undefined
  /** The period's days in order; null is a day without a number. */
  trend?: readonly Sample[] | undefined
  /** The first numbers are loading. */
  loading?: boolean
  /** New numbers are loading; the old ones stay, dimmed. */
  stale?: boolean
  /** The number's column, by which the page finds what is under the pointer. */
  numberKey?: string
  /** Opens the list behind the number. */
  onOpen?: (() => void) | undefined
}

/** One number in the row above a report: its label, value, change, and trend. */
export function Tile({
  label,
  definition,
  value,
  format,
  judgement,
  trend,
  loading = false,
  stale = false,
  numberKey,
  onOpen,
}: TileProps) {
  return (
    <section className={classes.tile} aria-label={label} aria-busy={loading || stale} data-number={numberKey}>
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
          <div className={classes.middle}>
            <Skeleton height={24} width="45%" />
            <Skeleton height={HEIGHT} width={WIDTH} />
          </div>
          <div className={classes.change}>
            <Skeleton height={10} width="60%" />
          </div>
        </>
      ) : (
        <>
          <div className={classes.middle} data-stale={stale || undefined}>
            <span className={`${classes.value} ll-number`}>
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
            </span>
            <Trend samples={trend ?? []} />
          </div>
          <div className={classes.change} data-stale={stale || undefined}>
            {judgement && <Change judgement={judgement} format={format} />}
          </div>
        </>
      )}
    </section>
  )
}

interface TrendProps {
  samples: readonly Sample[]
  /** The usual range, as a strip behind the line. */
  usual?: UsualRange | null
  width?: number
  height?: number
}

// The trend repeats what the chart and the table show in full, so it is hidden from screen readers.
export function Trend({ samples, usual = null, width = WIDTH, height = HEIGHT }: TrendProps) {
  if (samples.length < 2) return null
  const { paths, dots, band } = sparkline(downsample(samples, MAX_SAMPLES), width, height, usual)
  return (
    <svg
      className={classes.trend}
      style={{ flexBasis: width }}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {band && <rect x={0} y={band.y} width={width} height={band.height} />}
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
      {dots.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r={1.5} />
      ))}
    </svg>
  )
}

interface TileRowProps {
  children: ReactNode
  label?: string
  /** Below each other where the window has room for a chart beside them. */
  beside?: boolean
}

/** At most five tiles: side by side on a desktop, two per row on a phone. */
export function TileRow({ children, label = 'Key numbers', beside = false }: TileRowProps) {
  return (
    <section className={classes.row} aria-label={label} data-beside={beside || undefined}>
      {children}
    </section>
  )
}
