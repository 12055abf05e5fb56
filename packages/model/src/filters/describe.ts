import { lowercaseLabel } from '../format/text'
import type { ReportDefinition } from '../report/definition'
import { dimension } from '../report/dimensions'
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
  const rows = describeRows(report, state)
  const set = activeFilters(report, state).map(
    (key) => `${filter(key).label}: ${describeFilter(key, state.filters, names)}`,
  )
  const chosen = filterKeys
    .filter((key) => key !== 'groupBy' && optionsOf(report, key) && state.filters[key] !== filter(key).initial)
    .map((key) => `${filter(key).label}: ${describeFilter(key, state.filters, names)}`)
  const switches = Object.entries(report.switches ?? {})
    .filter(([key]) => key !== report.rowsBySwitch?.key)
    .map(([key, item]) => `${item.label}: ${item.options[state.switches[key] ?? item.initial]}`)
  return [...(rows === null ? [] : [rows]), ...chosen, ...switches, ...set]
}

/** What rows are of, where the reader chooses it: `Rows by property`; null where there is no choice. */
export function describeRows(report: ReportDefinition, { filters, switches }: ReportState): string | null {
  const { rowsBySwitch, groupByOptions } = report
  const item = rowsBySwitch && report.switches?.[rowsBySwitch.key]
  const option = rowsBySwitch && item ? (switches[rowsBySwitch.key] ?? item.initial) : undefined
  const rows = (option !== undefined && rowsBySwitch?.rows[option]) || report.rows
  const isGrouped = rows.includes('groupBy') && groupByOptions !== undefined
  const name = isGrouped ? dimension(filters.groupBy).label : option !== undefined && item?.options[option]
  return name ? `Rows by ${lowercaseLabel(name)}` : null
}
