import type { DateRange, FuturePeriodFilter, FuturePreset, PastPeriodFilter } from '@leaselight/model'
import { DateRangePicker, FutureDateRangePicker } from '@leaselight/ui'
import type { ControlProps } from './props'

/** Days: a preset or two dates. */
export function PeriodControl({
  definition,
  value,
  choices,
  onChange,
}: ControlProps<PastPeriodFilter | FuturePeriodFilter, DateRange | DateRange<FuturePreset>>) {
  const { label, direction } = definition
  // The direction says whose presets the value is one of.
  return direction === 'past' ? (
    <DateRangePicker label={label} value={value as DateRange} today={choices.today} onChange={onChange} />
  ) : (
    <FutureDateRangePicker
      label={label}
      value={value as DateRange<FuturePreset>}
      today={choices.today}
      onChange={onChange}
    />
  )
}
