import '@mantine/core/styles/NumberInput.css'
import '@mantine/core/styles/Slider.css'
import { NumberInput, Slider } from '@mantine/core'
import { useId } from 'react'
import classes from './controls.module.css'

interface Props {
  label: string
  /** The assumption, as a sentence. */
  description: string
  value: number
  min: number
  max: number
  step: number
  /** The slider's maximum; larger values can be typed. */
  sliderMax: number
  prefix?: string
  suffix?: string
  /** Called while the user is moving the slider. */
  onInput: (value: number) => void
  /** Called when the user settles on a value. */
  onCommit: (value: number) => void
}

/** A number that the user assumes for a calculation: typed, or moved with a slider. */
export function AssumptionInput(props: Props) {
  const { label, description, value, min, max, step, sliderMax, prefix, suffix, onInput, onCommit } = props
  const id = useId()
  const read = (next: string | number) => (typeof next === 'number' && Number.isFinite(next) ? next : null)
  return (
    <div className={classes.assumption}>
      <NumberInput
        id={id}
        className={classes.assumed}
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
