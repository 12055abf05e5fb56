import { type FuturePreset, type PastPreset, presetLabel } from '@leaselight/model'
import classes from './periods.module.css'

/** The days that are chosen most, with names short enough for one row. */
const shortNames: Partial<Record<PastPreset | FuturePreset, string>> = {
  yesterday: 'Yesterday',
  last_7_days: '7 days',
  last_30_days: '30 days',
  month_to_date: 'Month',
  tomorrow: 'Tomorrow',
  next_7_days: '7 days',
  next_14_days: '14 days',
  next_30_days: '30 days',
}

interface Props {
  label: string
  presets: readonly { preset: PastPreset | FuturePreset; isChosen: boolean; pick: () => void }[]
}

/** A few presets in one row, for a phone's sheet. */
export default function PeriodRow({ label, presets }: Props) {
  return (
    <fieldset className={classes.periods} aria-label={`${label}: the most used`}>
      {presets
        .filter(({ preset }) => shortNames[preset])
        .map(({ preset, isChosen, pick }) => (
          <button
            key={preset}
            type="button"
            className={`${classes.period} ll-focus`}
            aria-pressed={isChosen}
            title={presetLabel(preset)}
            onClick={pick}
          >
            {shortNames[preset]}
          </button>
        ))}
    </fieldset>
  )
}
