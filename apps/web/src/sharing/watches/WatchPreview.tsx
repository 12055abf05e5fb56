import { formatShortDay } from '@leaselight/model'
import { Loader } from '@mantine/core'
import type { WatchPreview as Preview } from './types'
import classes from './watches.module.css'

const WIDTH = 276
const HEIGHT = 48
const PAD = 5

interface Props {
  preview: Preview | undefined
  error: Error | null
  loading: boolean
}

/** The number's last 90 days, with those on which the watch would have told its owner. */
export function WatchPreview({ preview, error, loading }: Props) {
  return (
    <div className={classes.preview} role="status" aria-busy={loading}>
      {error ? (
        <p>{error.message}</p>
      ) : preview ? (
        <>
          <History days={preview.days} label={`${preview.subject}, the last ${preview.days.length} days`} />
          <p>{preview.sentence}</p>
          <p className={classes.quiet}>
            {loading ? 'Reading the last 90 days again' : 'Read from the records known today.'}
          </p>
        </>
      ) : (
        <p>
          <Loader size={12} aria-hidden /> Reading the last 90 days
        </p>
      )}
    </div>
  )
}

function History({ days, label }: { days: Preview['days']; label: string }) {
  const values = days.flatMap(({ value }) => (value === null ? [] : [value]))
  const [low, high] = [Math.min(0, ...values), Math.max(...values, 0)]
  if (values.length < 2 || low === high) return null
  const x = (index: number) => PAD + (index / Math.max(1, days.length - 1)) * (WIDTH - 2 * PAD)
  const y = (value: number) => HEIGHT - PAD - ((value - low) / (high - low)) * (HEIGHT - 2 * PAD)
  const points = days.flatMap(({ value, ...day }, index) =>
    value === null ? [] : [{ ...day, x: x(index), y: y(value) }],
  )
  const first = days[0]?.day
  const last = days.at(-1)?.day
  return (
    <figure className={classes.history}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
        <polyline points={points.map((point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`).join(' ')} />
        {points
          .filter(({ fires }) => fires)
          .map((point) => (
            <circle key={point.day} cx={point.x} cy={point.y} r={4}>
              <title>{`${formatShortDay(point.day)}: ${point.text}`}</title>
            </circle>
          ))}
      </svg>
      <figcaption>
        <span>{first && formatShortDay(first)}</span>
        <span>{last && formatShortDay(last)}</span>
      </figcaption>
    </figure>
  )
}
