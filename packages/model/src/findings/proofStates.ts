import type { ReportDefinition } from '../report/definition'
import { allowedFilters } from '../report/reportFilters'
import { neutralState, type ReportState } from '../report/state'
import type { DayRange } from '../time/dates'
import type { StoredProof } from './stored'
import type { Watch } from './watch'

/** The report's state that shows a proof's number: its days, its property or source, and rows by what it is about. */
export function stateOf(
  report: ReportDefinition,
  watch: Watch,
  { level, keys, hours }: StoredProof,
  period: DayRange,
): ReportState {
  const start = neutralState(report)
  const allowed = allowedFilters(report)
  const by = hours.length > 0 ? 'hour' : level
  const [key] = keys
  const isProperty = level === 'property' || level === 'agent' || level === 'hour'
  const grouping = report.groupByOptions?.find((option) => option === by)
  return {
    filters: {
      ...start.filters,
      ...watch.with,
      ...(allowed.includes('dateRange') && { dateRange: { preset: 'custom' as const, ...period } }),
      ...(isProperty && allowed.includes('propertyIds') && { propertyIds: [Number(key)] }),
      ...(isProperty && allowed.includes('property') && { property: Number(key) }),
      ...(level === 'source' && allowed.includes('sources') && { sources: [String(key)] }),
      ...(grouping && { groupBy: grouping }),
    },
    switches: { ...start.switches, ...(report.switches?.by?.options[by] !== undefined && { by }) },
  }
}

/** The state at a proof's hours alone, where it is about some side by side and its report can show them. */
export function atHours(report: ReportDefinition, state: ReportState, { hours }: StoredProof): ReportState {
  const [first, last] = [hours[0], hours.at(-1)]
  const isRun = first !== undefined && last !== undefined && hours.length === last - first + 1
  if (!isRun || !allowedFilters(report).includes('daysHours')) return state
  return { ...state, filters: { ...state.filters, daysHours: { days: [], hours: [first, last] } } }
}

/** The state of all properties and sources. */
export function ofAll(report: ReportDefinition, state: ReportState): ReportState {
  const { property, propertyIds, sources } = neutralState(report).filters
  return { ...state, filters: { ...state.filters, property, propertyIds, sources } }
}
