import type { ReportDefinition } from '@leaselight/model'
import { addressParams, hasNoReportState, type Search } from '../state/address'
import type { Preferences } from '../state/preferences'
import type { Property } from '../state/types'

/** What a report opens with at an address: what the address says, or the report's last state where it says nothing. */
export function openingSearch(
  report: ReportDefinition,
  search: Search,
  preferences: Preferences,
  properties: readonly Property[],
): Search {
  if (!hasNoReportState(report, search)) return search
  return addressParams(report, preferences.restore(report, new Set(properties.map(({ id }) => id))))
}
