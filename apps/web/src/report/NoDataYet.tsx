import { addTo, type Day, type DayRange, type Filters, formatDay, formatRange } from '@leaselight/model'
import { EmptyState } from '@leaselight/ui'
import { Button } from '@mantine/core'

interface NoDataProps {
  period: DayRange
  /** The first day with data, which is after the period. */
  begin: Day
  today: Day
  onDates: (filters: Partial<Filters>) => void
}

/** A period before the first record, with the way to the first week. */
export default function NoDataYet({ period, begin, today, onDates }: NoDataProps) {
  return (
    <EmptyState
      title={`No data for ${formatRange(period, today)}`}
      action={
        <Button
          variant="default"
          onClick={() => onDates({ dateRange: { preset: 'custom', start: begin, end: addTo(begin, 6) } })}
        >
          Go to the first week
        </Button>
      }
    >
      Your records begin {formatDay(begin, today)}.
    </EmptyState>
  )
}
