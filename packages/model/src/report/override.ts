import type { Filters } from '../filters/definitions'
import type { ReportDefinition } from './definition'
import { allowedFilters } from './reportFilters'
import { initialState, type ReportState } from './state'

/**
 * The state of a report seen from another one, or from itself: the filters that both have, except how rows are grouped,
 * and what is set.
 */
export function stateSeenFrom(
  { report: from, state }: { report: ReportDefinition; state: ReportState },
  report: ReportDefinition,
  set: { filters?: Partial<Filters> | undefined; switches?: Readonly<Record<string, string>> | undefined } = {},
): ReportState {
  const initial = initialState(report)
  const shared = allowedFilters(report)
    .filter((name) => allowedFilters(from).includes(name) && name !== 'groupBy' && name !== 'viewBy')
    .map((name) => [name, state.filters[name]])
  const filters = report === from ? state.filters : { ...initial.filters, ...Object.fromEntries(shared) }
  return {
    filters: { ...filters, ...set.filters },
    switches: { ...(report === from ? state.switches : initial.switches), ...set.switches },
  }
}
