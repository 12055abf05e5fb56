import {
  addressParams,
  type Filters,
  filterKeys,
  hasSameValue,
  initialState,
  type ReportDefinition,
  type ReportState,
  serializeFilter,
} from '@leaselight/model'
import { type Search, viewSearch } from './address'

export interface ViewTab {
  label: string
  /** The address's parameters of the view. */
  search: Search
  isCurrent: boolean
}

/**
 * The tabs of reports that share a path: one for each report and one for each of its named views. Among the views of one
 * report, everything else that is set stays.
 */
export function viewTabs(
  siblings: readonly ReportDefinition[],
  current: ReportDefinition,
  state: ReportState,
): ViewTab[] {
  return siblings.flatMap((report) => {
    const named = Object.values(report.views ?? {})
    const own = report.tab === null ? [] : [{ tab: report.tab ?? report.title, filters: withoutViews(report) }]
    return [...own, ...named].map(({ tab: label, filters }) => {
      const chosen = filterKeys.filter((key) => key in filters)
      const wanted = { ...(report === current ? state : initialState(report)).filters, ...filters }
      return report === current
        ? {
            label,
            search: addressParams(report, { ...state, filters: wanted }),
            isCurrent: chosen.every((key) => hasSameValue(key, wanted, state.filters)),
          }
        : {
            label,
            search: Object.assign({}, viewSearch(report), ...chosen.map((key) => serializeFilter(report, key, wanted))),
            isCurrent: false,
          }
    })
  })
}

/** What the filters that its named views set are without them. */
function withoutViews(report: ReportDefinition): Partial<Filters> {
  const set = Object.values(report.views ?? {}).flatMap(({ filters }) => Object.keys(filters))
  const { filters } = initialState(report)
  return Object.fromEntries(Object.entries(filters).filter(([key]) => set.includes(key)))
}
