import type { ReportDefinition } from '../report/definition'
import { optionsOf } from '../report/reportFilters'
import { activeFilters, type ReportState } from '../report/state'
import { type FilterKey, type Filters, filter, filterKeys } from './definitions'
import type { NameLookup } from './kinds/filter'

/** A filter's value as text: `Harbor View, Oak Court and 3 more`. */
export function describeFilter<K extends FilterKey>(key: K, values: Pick<Filters, K>, names: NameLookup): string {
  return filter(key).describe(values[key], names)
}

/** Every active filter and switch of a report as text, for files and mails: `Properties: Harbor View`. */
export function describeState(report: ReportDefinition, state: ReportState, names: NameLookup): string[] {
  const set = activeFilters(report, state).map(
    (key) => `${filter(key).label}: ${describeFilter(key, state.filters, names)}`,
  )
  const chosen = filterKeys
    .filter((key) => optionsOf(report, key))
    .map((key) => `${filter(key).label}: ${describeFilter(key, state.filters, names)}`)
  const switches = Object.entries(report.switches ?? {}).map(
    ([key, item]) => `${item.label}: ${item.options[state.switches[key] ?? item.initial]}`,
  )
  return [...chosen, ...switches, ...set]
}
