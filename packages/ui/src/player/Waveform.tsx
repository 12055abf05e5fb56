import { formatPlayTime } from '@leaselight/model'
import { type PointerEvent, useId } from 'react'
import classes from './player.module.css'

interface Props {
  peaks: number[] | null
  time: number
  duration: number
  /** Moments to mark, in seconds. */
  marks: readonly number[]
  onSeek: (time: number) => void
}

const WIDTH = 640
const HEIGHT = 56
/** The height of silence. */
const LEAST = 0.04

/** The recording as a waveform to seek in; a plain line where the sound can't be drawn. */
export function Waveform({ peaks, time, duration, marks, onSeek }: Props) {
  const clip = useId()
  const played = duration > 0 ? Math.min(1, time / duration) : 0
  const strokes = strokesOf(peaks)
  const seek = (event: PointerEvent<HTMLDivElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    onSeek(((event.clientX - left) / width) * duration)
  }
  return (
    <div
      role="slider"
      aria-label="Place in the recording"
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(time)}
      aria-valuetext={`${formatPlayTime(time)} of ${formatPlayTime(duration)}`}
      tabIndex={0}
      className={`${classes.wave} ll-focus`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        seek(event)
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) seek(event)
      }}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        <clipPath id={clip}>
          <rect width={WIDTH * played} height={HEIGHT} />
        </clipPath>
        <path d={strokes} className={classes.ahead} />
        <path d={strokes} className={classes.played} clipPath={`url(#${clip})`} />
        {duration > 0 &&
          marks.map((mark) => (
            <rect
              key={mark}
              className={classes.mark}
              x={(mark / duration) * WIDTH - 1}
              y={HEIGHT - 5}
              width={2}
              height={5}
            />
          ))}
      </svg>
      <span className={classes.head} style={{ insetInlineStart: `${played * 100}%` }} aria-hidden />
    </div>
  )
}

function strokesOf(peaks: number[] | null): string {
  const middle = HEIGHT / 2
  if (!peaks) return `M0 ${middle}H${WIDTH}`
  const step = WIDTH / peaks.length
  const reach = middle - 4
  return peaks
    .map((peak, index) => {
      const x = ((index + 0.5) * step).toFixed(1)
      const half = Math.max(LEAST, peak) * reach
      return `M${x} ${(middle - half).toFixed(1)}V${(middle + half).toFixed(1)}`
    })
    .join('')
}
