import { NumberInput, Slider } from '@mantine/core'
import { useId } from 'react'
import classes from './views.module.css'

interface Props {
  label: string
  /** What is assumed, in a sentence. */
  about: string
  value: number
  min: number
  max: number
  step: number
  /** How far the slider reaches; more can still be typed. */
  reach: number
  prefix?: string
  suffix?: string
  /** While the reader is still moving it. */
  onMove: (value: number) => void
  /** When she has settled on one. */
  onSettle: (value: number) => void
}

/** A figure of the reader's own that numbers are reckoned with: typed, or moved with a slider. */
export function Assumption(props: Props) {
  const { label, about, value, min, max, step, reach, prefix, suffix, onMove, onSettle } = props
  const id = useId()
  const read = (next: string | number) => (typeof next === 'number' && Number.isFinite(next) ? next : null)
  return (
    <div className={classes.assumption}>
      <NumberInput
        id={id}
        label={label}
        description={about}
        size="sm"
        value={value}
        min={min}
        max={max}
        step={step}
        clampBehavior="strict"
        thousandSeparator=","
        hideControls
        {...(prefix && { prefix })}
        {...(suffix && { suffix })}
        onChange={(next) => {
          const typed = read(next)
          if (typed !== null) onMove(typed)
        }}
        onBlur={() => onSettle(value)}
        onKeyDown={(event) => event.key === 'Enter' && onSettle(value)}
      />
      <Slider
        size="sm"
        label={null}
        min={min}
        max={reach}
        step={step}
        value={Math.min(value, reach)}
        thumbLabel={label}
        onChange={onMove}
        onChangeEnd={onSettle}
      />
    </div>
  )
}
