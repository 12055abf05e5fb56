import {
  InputError,
  parseState,
  type ReportDefinition,
  type ReportState,
  reportParams,
  serializeState,
} from '@leaselight/model'

// Mails link to the same addresses, so they are written in the model.
export { addressParams, stringifySearch } from '@leaselight/model'

/** Search parameters as plain texts: the model's codec, not the router, decides what they mean. */
export type Search = Record<string, string>

/** The parameters that distinguish reports with the same path. */
export const viewSearch = (report: Pick<ReportDefinition, 'view'>): Search =>
  report.view === undefined ? {} : { view: report.view }

/** The parameters that name the open saved or scheduled report; they stay while its filters change. */
const savedParams = ['saved', 'scheduled'] as const
export type SavedParam = (typeof savedParams)[number]

/** The saved or scheduled report that an address names. */
export const pickSavedParams = (search: Search): Search =>
  Object.fromEntries(savedParams.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])))

/** Reads an address's search part; a repeated parameter counts once. */
export function parseSearch(text: string): Search {
  const search: Search = {}
  for (const [name, value] of new URLSearchParams(text)) if (!(name in search)) search[name] = value
  return search
}

/** The report's state in an address. */
export function readAddress(report: ReportDefinition, search: Search): ReportState {
  return parseState(report, search, 'screen')
}

/** Why a part of an address can't be read, as a sentence; empty when all of it can. The rest of it counts. */
export function linkFault(report: ReportDefinition, search: Search): string {
  const known = reportParams(report)
  try {
    parseState(report, Object.fromEntries(Object.entries(search).filter(([name]) => name in known)), 'api')
    return ''
  } catch (error) {
    if (error instanceof InputError) return `Part of this link can’t be read, and is left out: ${error.message}`
    throw error
  }
}

/** Whether an address has no report state. The address of a saved report always has: its state is the saved one. */
export function hasNoReportState(report: ReportDefinition, search: Search): boolean {
  const known = reportParams(report)
  const named = search.view !== undefined && report.views?.[search.view] !== undefined
  const isKept = Object.keys(pickSavedParams(search)).length > 0
  return !named && !isKept && !Object.keys(search).some((name) => name in known)
}

/** The API's parameters for this state. */
export function apiParams(report: ReportDefinition, state: ReportState): Search {
  return serializeState(report, state)
}
