import { NumberInput, Slider } from '@mantine/core'
import { useId } from 'react'
import classes from './views.module.css'

interface Props {
  label: string
  /** What is assumed, in a sentence. */
  description: string
  value: number
  min: number
  max: number
  step: number
  /** How far the slider reaches; more can still be typed. */
  sliderMax: number
  prefix?: string
  suffix?: string
  /** While the reader is still moving it. */
  onInput: (value: number) => void
  /** When she has settled on one. */
  onCommit: (value: number) => void
}

/** A figure of the reader's own that numbers are reckoned with: typed, or moved with a slider. */
export function AssumptionInput(props: Props) {
  const { label, description, value, min, max, step, sliderMax, prefix, suffix, onInput, onCommit } = props
  const id = useId()
  const read = (next: string | number) => (typeof next === 'number' && Number.isFinite(next) ? next : null)
  return (
    <div className={classes.assumption}>
      <NumberInput
        id={id}
        label={label}
        description={description}
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
          if (typed !== null) onInput(typed)
        }}
        onBlur={() => onCommit(value)}
        onKeyDown={(event) => event.key === 'Enter' && onCommit(value)}
      />
      <Slider
        size="sm"
        label={null}
        min={min}
        max={sliderMax}
        step={step}
        value={Math.min(value, sliderMax)}
        thumbLabel={label}
        onChange={onInput}
        onChangeEnd={onCommit}
      />
    </div>
  )
}
