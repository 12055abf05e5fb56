import '@mantine/dates/styles.css'
import { addTo, type Day, type DayRange, startOf } from '@leaselight/model'
import { DatePicker } from '@mantine/dates'
import { useState } from 'react'
import classes from './calendar.module.css'

interface Props {
  value: DayRange | null
  months?: 1 | 2
  first?: Day
  last?: Day
  /** Receives the range once both ends are chosen, null in between. */
  onChange: (range: DayRange | null) => void
}

/** A calendar for choosing a range of days; weeks start on Monday. Large: load it lazily. */
export default function Calendar({ value, months = 1, first, last, onChange }: Props) {
  const [half, setHalf] = useState<Day | null>(null)
  const shown = startOf(value?.end ?? last ?? first ?? '2026-01-01', 'month')
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      firstDayOfWeek={1}
      numberOfColumns={months}
      size="sm"
      classNames={{ day: classes.day, weekday: classes.weekday }}
      defaultDate={months === 2 ? addTo(shown, -1, 'month') : shown}
      {...(first && { minDate: first })}
      {...(last && { maxDate: last })}
      value={half ? [half, null] : [value?.start ?? null, value?.end ?? null]}
      onChange={([start, end]) => {
        setHalf(start && !end ? start : null)
        onChange(start && end ? { start, end } : null)
      }}
      ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Previous month' }}
    />
  )
}
