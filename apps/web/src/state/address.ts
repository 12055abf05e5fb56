import {
  allowedFilters,
  filters,
  type ReportDefinition,
  type ReportState,
  readState,
  reportParams,
  writeState,
} from '@leaselight/model'

/** Search parameters as plain texts: the model's codec, not the router, decides what they mean. */
export type Search = Record<string, string>

/** What tells a report from others that share its path. */
export const viewSearch = (report: Pick<ReportDefinition, 'view'>): Search =>
  report.view === undefined ? {} : { view: report.view }

/** Reads an address's search part; a repeated parameter counts once. */
export function parseSearch(text: string): Search {
  const search: Search = {}
  for (const [name, value] of new URLSearchParams(text)) if (!(name in search)) search[name] = value
  return search
}

/** Writes search parameters, lists kept readable (`property_ids=1,2`). */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (typeof value === 'string') params.set(name, value)
  const text = params.toString().replace(/%2C/g, ',').replace(/%3A/g, ':').replace(/%7C/g, '|')
  return text === '' ? '' : `?${text}`
}

/** The report's state in an address. */
export function readAddress(report: ReportDefinition, search: Search): ReportState {
  return readState(report, search, 'screen')
}

/**
 * A report's state as an address. The period and the properties are written even where they stand at their start:
 * so a shared link means the same to everybody, and only an address without any parameter recalls what was set last.
 */
export function writeAddress(report: ReportDefinition, state: ReportState): Search {
  const allowed = allowedFilters(report)
  return {
    ...(report.view !== undefined && { view: report.view }),
    ...(allowed.includes('dateRange') && filters.dateRange.codec.write(state.filters.dateRange)),
    ...(allowed.includes('dateRangeFuture') && filters.dateRangeFuture.codec.write(state.filters.dateRangeFuture)),
    ...(allowed.includes('propertyIds') && { property_ids: '-1' }),
    ...writeState(report, state, 'screen'),
  }
}

/** Whether an address says nothing of the report's state. */
export function isBare(report: ReportDefinition, search: Search): boolean {
  const known = reportParams(report)
  const named = search.view !== undefined && report.views?.[search.view] !== undefined
  return !named && !Object.keys(search).some((name) => name in known)
}

/** The parameters with which the API is asked for this state. */
export function apiParams(report: ReportDefinition, state: ReportState): Search {
  return writeState(report, state, 'api')
}
