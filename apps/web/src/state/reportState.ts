import { allowedFilters, type Filters, initialState, type ReportDefinition, type ReportState } from '@leaselight/model'

export type ReportAction =
  | { type: 'set'; state: ReportState }
  | { type: 'update'; filters: Partial<Filters> }
  | { type: 'switch'; key: string; value: string }
  | { type: 'reset' }

/** How a user's action changes a report's state. */
export function reportReducer(report: ReportDefinition, state: ReportState, action: ReportAction): ReportState {
  switch (action.type) {
    case 'set':
      return action.state
    case 'update':
      return { ...state, filters: { ...state.filters, ...action.filters } }
    case 'switch':
      return { ...state, switches: { ...state.switches, [action.key]: action.value } }
    case 'reset':
      return initialState(report)
    default:
      throw new Error('unhandled report action type')
  }
}

/** How many filters and switches differ from the report's defaults. */
export function changedFilterCount(report: ReportDefinition, state: ReportState): number {
  const initial = initialState(report)
  const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)
  const filters = allowedFilters(report).filter((key) => differs(state.filters[key], initial.filters[key]))
  const switches = Object.keys(initial.switches).filter((key) => state.switches[key] !== initial.switches[key])
  return filters.length + switches.length
}
