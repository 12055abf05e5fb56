import { addTo, type Day, type DayRange, type Filters, formatDay, formatRange } from '@leaselight/model'
import { EmptyState } from '@leaselight/ui'
import { Button } from '@mantine/core'

interface NoDataProps {
  period: DayRange
  /** The first day with data, which is after the period. */
  begin: Day
  onDates: (filters: Partial<Filters>) => void
}

/** A period before the first record, with the way to the first week. */
export const NoDataYet = ({ period, begin, onDates }: NoDataProps) => (
  <EmptyState
    title={`No data for ${formatRange(period)}`}
    action={
      <Button
        variant="default"
        onClick={() => onDates({ dateRange: { preset: 'custom', start: begin, end: addTo(begin, 6) } })}
      >
        Go to the first week
      </Button>
    }
  >
    Your records begin {formatDay(begin)}.
  </EmptyState>
)

/** No row matches the filters, with the way back to all. */
export const NothingFound = ({ onReset }: { onReset: () => void }) => (
  <EmptyState
    title="Nothing to show"
    action={
      <Button variant="default" onClick={onReset}>
        Reset filters
      </Button>
    }
  >
    Nothing in this period matches the filters. Choose other dates or properties.
  </EmptyState>
)
