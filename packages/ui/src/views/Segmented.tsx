import { SegmentedControl } from '@mantine/core'
import classes from './controls.module.css'

interface Props<T extends string> {
  label: string
  options: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

/** Chooses one of a few visible options. */
export function Segmented<T extends string>({ label, options, value, onChange }: Props<T>) {
  return (
    <SegmentedControl<T>
      className={classes.segmented}
      aria-label={label}
      size="xs"
      data={options.map((option) => ({ ...option }))}
      value={value}
      onChange={onChange}
    />
  )
}
