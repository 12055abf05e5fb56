import type { DaysAndHours, HoursFilter } from '@leaselight/model'
import { DaysHoursFilter } from '@leaselight/ui'
import type { ControlProps } from './props'

/** Weekdays and hours of the day. */
export function HoursControl({ definition, value, choices, onChange }: ControlProps<HoursFilter, DaysAndHours>) {
  const summary = definition.describe(value, choices.names)
  return <DaysHoursFilter label={definition.label} value={value} summary={summary} onChange={onChange} />
}
