import { activeFilters, allowedFilters, barFilters, describeFilter, type ReportDefinition } from '@leaselight/model'
import { ChoiceFilter, FilterBar } from '@leaselight/ui'
import { changedFilterCount } from '../../state/reportState'
import type { ReportControls } from '../useReportState'
import type { FilterChoices } from './choices'
import { FilterControl } from './FilterControl'

interface Props {
  report: ReportDefinition
  controls: ReportControls
  choices: FilterChoices
}

/** A report's filter bar: only what the report allows; none where it allows nothing. */
export function ReportFilters({ report, controls, choices }: Props) {
  const { state, update, setSwitch, reset } = controls
  const onPage = (key: string) => report.inlineControls?.includes(key) ?? false
  const switches = Object.entries(report.switches ?? {}).filter(([key]) => !onPage(key))
  // Properties first, then dates: on every report the two most used stand at the same place.
  const allowed = barFilters(report, activeFilters(report, state)).filter((key) => !onPage(key))
  const ordered = [
    ...allowed.filter((key) => key === 'propertyIds' || key === 'property'),
    ...allowed.filter((key) => key !== 'propertyIds' && key !== 'property'),
  ]
  if (ordered.length === 0 && switches.length === 0) return null
  return (
    <FilterBar
      activeCount={changedFilterCount(report, state)}
      onReset={reset}
      summary={summaryOf(report, controls, choices)}
    >
      {ordered.map((key) => (
        <FilterControl key={key} filter={key} report={report} state={state} choices={choices} onChange={update} />
      ))}
      {switches.map(([key, item]) => (
        <ChoiceFilter
          key={key}
          label={item.label}
          options={Object.entries(item.options).map(([value, label]) => ({ value, label }))}
          value={state.switches[key] ?? item.initial}
          initial={item.initial}
          onChange={(value) => setSwitch(key, value)}
        />
      ))}
    </FilterBar>
  )
}

function summaryOf(report: ReportDefinition, { state }: ReportControls, { names }: FilterChoices): string {
  const allowed = allowedFilters(report)
  const parts = [
    // On a phone these words are all that says which days are meant.
    allowed.includes('dateRange') && describeFilter('dateRange', state.filters, names),
    allowed.includes('propertyIds') &&
      (state.filters.propertyIds.length === 0 ? 'All properties' : describeFilter('propertyIds', state.filters, names)),
    allowed.includes('property') && describeFilter('property', state.filters, names),
  ]
  return parts.filter((part) => part !== false).join(' · ')
}
