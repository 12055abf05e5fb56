import { filters } from '../filters/definitions'
import { allowedFilters, type ReportDefinition } from './definition'
import { type ReportState, serializeState } from './state'

/** Writes search parameters, lists kept readable (`property_ids=1,2`). */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (typeof value === 'string') params.set(name, value)
  const text = params.toString().replace(/%2C/g, ',').replace(/%3A/g, ':').replace(/%7C/g, '|')
  return text === '' ? '' : `?${text}`
}

/**
 * A report's state as an address. The period and the properties are written even where they stand at their start:
 * so a shared link means the same to everybody, and only an address without any parameter recalls what was set last.
 */
export function addressParams(report: ReportDefinition, state: ReportState): Record<string, string> {
  const allowed = allowedFilters(report)
  return {
    ...(report.view !== undefined && { view: report.view }),
    ...(allowed.includes('dateRange') && filters.dateRange.codec.serialize(state.filters.dateRange)),
    ...(allowed.includes('dateRangeFuture') && filters.dateRangeFuture.codec.serialize(state.filters.dateRangeFuture)),
    ...(allowed.includes('propertyIds') && { property_ids: '-1' }),
    ...serializeState(report, state, 'screen'),
  }
}

/** Where a report stands in the product with this state: path and search, `/activity?preset=last_7_days`. */
export const screenAddress = (report: ReportDefinition, state: ReportState): string =>
  `${report.path}${stringifySearch(addressParams(report, state))}`
