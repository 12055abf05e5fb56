import { downsample, type Sample, sparkline, type UsualRange } from '@leaselight/charts/sparkline'
import classes from './trend.module.css'

export const TREND_WIDTH = 60
export const TREND_HEIGHT = 24
/** The least room of a sample, in pixels. */
const SAMPLE = 2

interface TrendProps {
  samples: readonly Sample[]
  /** The usual range, as a strip behind the line. */
  usual?: UsualRange | null
  /** The first sample after a change, and the words beside its line; for trends that aren't downsampled. */
  change?: { at: number; text: string } | null
  width?: number
  height?: number
}

/** How a number moved. The chart and the table show it in full, so it is hidden from screen readers. */
export function Trend({
  samples,
  usual = null,
  change = null,
  width = TREND_WIDTH,
  height = TREND_HEIGHT,
}: TrendProps) {
  if (samples.length < 2) return null
  const drawn = downsample(samples, width / SAMPLE)
  const { paths, dots, band, changeX } = sparkline(drawn, width, height, usual, change?.at)
  const isLeft = changeX !== null && changeX > width / 2
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
      {change && changeX !== null && (
        <>
          <line x1={changeX} x2={changeX} y1={0} y2={height} />
          <text x={changeX + (isLeft ? -4 : 4)} y={11} textAnchor={isLeft ? 'end' : 'start'}>
            {change.text}
          </text>
        </>
      )}
    </svg>
  )
}
