import {
  type DayRange,
  emptyTitle,
  filter,
  formatRange,
  type NameLookup,
  narrowingFilters,
  neutralState,
  type ReportDefinition,
} from '@leaselight/model'
import { EmptyState } from '@leaselight/ui'
import { Button, Group } from '@mantine/core'
import type { ReportControls } from './useReportState'

interface NothingProps {
  report: ReportDefinition
  controls: ReportControls
  names: NameLookup
  period: DayRange | null
}

/** A report without rows: what leaves everything out, by name, with a button to clear each of it. */
export default function NothingFound({ report, controls, names, period }: NothingProps) {
  const { state, update, reset } = controls
  const narrowing = narrowingFilters(report, state)
  const neutral = neutralState(report).filters
  const when = period ? formatRange(period, names.today) : ''
  return (
    <EmptyState
      title={emptyTitle(report, state, names, when)}
      action={
        <Group gap="xs" justify="center">
          {narrowing.map((key) => (
            <Button key={key} variant="default" onClick={() => update({ [key]: neutral[key] })}>
              {narrowing.length === 1 ? 'Clear this filter' : `Clear ${filter(key).label.toLowerCase()}`}
            </Button>
          ))}
          {narrowing.length !== 1 && (
            <Button variant="default" onClick={reset}>
              Reset filters
            </Button>
          )}
        </Group>
      }
    >
      {narrowing.length === 0 && period && 'Choose other dates.'}
    </EmptyState>
  )
}
