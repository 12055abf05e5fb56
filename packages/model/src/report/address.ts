import { filter } from '../filters/definitions'
import type { Day } from '../time/dates'
import { dateFilterKey, periodsOf, type ReportDefinition } from './definition'
import { allowedFilters, serializeFilter } from './reportFilters'
import { type ReportState, serializeState } from './state'

/** Writes search parameters with readable lists (`property_ids=1,2`). */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (typeof value === 'string') params.set(name, value)
  const text = params.toString().replace(/%2C/g, ',').replace(/%3A/g, ':').replace(/%7C/g, '|')
  return text === '' ? '' : `?${text}`
}

/**
 * A report's state as URL parameters. The period and the properties are included even at their defaults, so that a
 * shared link means the same to everyone. Only a URL without parameters restores the last selection.
 */
export function addressParams(report: ReportDefinition, state: ReportState): Record<string, string> {
  return {
    ...(report.view !== undefined && { view: report.view }),
    ...periodParams(report, state),
    ...(allowedFilters(report).includes('propertyIds') && { property_ids: '-1' }),
    ...serializeState(report, state),
  }
}

/** The URL of a report with this state: path and search, `/activity?preset=last_7_days`. */
export const screenAddress = (report: ReportDefinition, state: ReportState): string =>
  `${report.path}${stringifySearch(addressParams(report, state))}`

/** The parameters of a report's periods, even at their defaults. */
export function periodParams(report: ReportDefinition, { filters }: ReportState): Record<string, string> {
  const periods = allowedFilters(report).filter((key) => filter(key).scope === 'period')
  return Object.assign({}, ...periods.map((key) => serializeFilter(report, key, filters)))
}

/**
 * A state whose period is written in days, so that it shows the same numbers' days on any later day. A report without a
 * period of its own choice stays as it is.
 */
export function inDays(report: ReportDefinition, state: ReportState, today: Day): ReportState {
  const key = dateFilterKey(report)
  const range = state.filters[key]
  if (report.asOf || range.preset === 'custom' || !allowedFilters(report).includes(key)) return state
  const { current, prior } = periodsOf(report, state.filters, today)
  const days = { preset: 'custom' as const, ...current, ...(key === 'dateRange' && prior && { prior }) }
  return { ...state, filters: { ...state.filters, [key]: days } }
}
