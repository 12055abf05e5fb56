import { pluralize } from '@leaselight/model'
import { useFormatMoment } from '../../sharing/useFormatMoment'
import classes from './feeds.module.css'
import type { FeedRun } from './queries'

const WIDTH = 8
const GAP = 2
const HEIGHT = 32
/** A bar stays visible, however few its rows. */
const LEAST = 3
const BARS = 20

const OUTCOMES: Readonly<Record<FeedRun['status'], string>> = {
  queued: 'waiting',
  running: 'being imported',
  done: 'imported',
  unchanged: 'no newer file',
  stopped: 'stopped',
  failed: 'not imported',
}

/** The rows of the last files as bars, the newest at the right. */
export function RunsChart({ runs }: { runs: readonly FeedRun[] }) {
  const moment = useFormatMoment()
  const shown = runs.slice(0, BARS).reverse()
  const most = Math.max(1, ...shown.map(({ rows }) => rows ?? 0))
  const describe = ({ createdAt, rows, status }: FeedRun): string =>
    `${moment(createdAt)}: ${rows === null ? '' : `${pluralize(rows, 'row')}, `}${OUTCOMES[status]}`
  const [newest] = runs
  if (!newest) return null
  return (
    <svg
      className={classes.chart}
      width={shown.length * (WIDTH + GAP)}
      height={HEIGHT}
      role="img"
      aria-label={`Rows of the last ${pluralize(shown.length, 'file')}. Newest: ${describe(newest)}.`}
    >
      {shown.map((run, index) => {
        const height = Math.max(LEAST, Math.round(((run.rows ?? 0) / most) * HEIGHT))
        return (
          <rect
            key={run.id}
            data-status={run.status}
            x={index * (WIDTH + GAP)}
            y={HEIGHT - height}
            width={WIDTH}
            height={height}
            rx={1}
          >
            <title>{describe(run)}</title>
          </rect>
        )
      })}
    </svg>
  )
}
