import { joinWithAnd, pluralOf } from '../format/text'
import { answerNoun } from '../report/answerTemplate'
import type { ReportDefinition } from '../report/definition'
import { activeFilters, type ReportState } from '../report/state'
import { type FilterKey, filter, filters } from './definitions'
import { describeFilter } from './describe'
import type { NameLookup } from './kinds/filter'

/** The filters that leave records out and can be cleared; the one property of a report is always chosen. */
export function narrowingFilters(report: ReportDefinition, state: ReportState): FilterKey[] {
  return activeFilters(report, state).filter((key) => {
    const { scope, restriction } = filter(key)
    const isOfRecords = scope === 'records' || scope === 'properties'
    return isOfRecords && filters[key].kind !== 'id' && restriction(state.filters[key]) !== null
  })
}

/**
 * Why a report is empty: `No calls match Caller types: Resident`, or `No calls for Nov 14 – 20` where no filter narrows
 * it.
 * @param when the report's period as text; empty without one
 */
export function emptyTitle(report: ReportDefinition, state: ReportState, names: NameLookup, when: string): string {
  const noun = answerNoun(report)
  const many = noun && (noun.many ?? pluralOf(noun.one))
  const narrowing = narrowingFilters(report, state)
  if (narrowing.length === 0) return [many ? `No ${many}` : 'Nothing to show', when].filter(Boolean).join(' for ')
  const set = narrowing.map((key) => `${filter(key).label}: ${describeFilter(key, state.filters, names)}`)
  return `${many ? `No ${many} match` : 'Nothing matches'} ${joinWithAnd(set)}`
}
