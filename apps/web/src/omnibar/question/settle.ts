import {
  addTo,
  allowedFilters,
  type Column,
  type DateRange,
  dateFilterKey,
  dayCount,
  type FilterKey,
  type Filters,
  initialState,
  neutralState,
  type ReportDefinition,
  type ReportState,
  resolveRange,
} from '@leaselight/model'
import { groupingIn } from './groupings'
import type { Comparison, DateReading, Item, Known, Meaning, Part, Place, Value } from './types'
import { filterValue, isProperty, isSingle, settingIn } from './values'

/** Why a part can't count: the report can't take it, or another part has its place already. */
export type Misfit = 'report' | 'taken'

/** A question's report in the state that was asked for, and the parts that this state leaves out. */
export interface Settled {
  state: ReportState
  misfits: ReadonlyMap<string, Misfit>
}

/** How well a report can take a part: 0 not at all, 1 as it was said, less where its rows only open to it. */
export function fitOf(report: ReportDefinition, meaning: Meaning, known: Known): number {
  switch (meaning.kind) {
    case 'grouping': {
      const way = groupingIn(report, meaning.grouping)
      if (!way) return 0
      return way.depth === 0 ? 1 : 0.8
    }
    case 'value':
      return canTake(report, meaning.value, known) ? 1 : 0
    case 'dates':
      return meaning.readings.some((reading) => periodIn(report, reading) !== null) ? 1 : 0
    case 'comparison':
      return compares(report) ? 1 : 0
    case 'all':
      return 1
    case 'number':
    case 'report':
    case 'unread':
      return 0
  }
}

/** Whether a report can be filtered by a value: one about properties it may not include can't. */
export function canTake(report: ReportDefinition, value: Value, known: Known): boolean {
  const setting = settingIn(report, value)
  if (!setting) return false
  return !('filter' in setting) || !isProperty(setting.filter) || known.includes(report, Number(setting.item))
}

const compares = (report: ReportDefinition): boolean =>
  allowedFilters(report).includes('dateRange') && dateFilterKey(report) === 'dateRange' && !report.asOf

/** A report's filters for dates; null where it has none for them. */
function periodIn(report: ReportDefinition, { past, future }: DateReading): Partial<Filters> | null {
  const key = dateFilterKey(report)
  if (!allowedFilters(report).includes(key)) return null
  if (key === 'dateRange') return past ? { dateRange: past } : null
  return future ? { dateRangeFuture: future } : null
}

/** The state of a question's report, with all parts that it can take. */
export function settle({ report, column }: Place, parts: readonly Part[], known: Known): Settled {
  const opening = known.openingState(report)
  const initial = initialState(report)
  const { compareWith: _, ...range } = opening.filters.dateRange
  const filters: Filters = {
    // What the report was last filtered by would make it another question.
    ...initial.filters,
    dateRange: range.preset === 'custom' ? { preset: 'custom', start: range.start, end: range.end } : range,
    dateRangeFuture: opening.filters.dateRangeFuture,
    property: opening.filters.property,
  }
  const switches = { ...initial.switches }
  const misfits = new Map<string, Misfit>()
  const items = new Map<FilterKey, Item[]>()
  const taken = new Set<string>()
  // Whether a part is the first of what there can be only one of.
  const takes = (id: string, place: string): boolean => {
    if (taken.has(place)) misfits.set(id, 'taken')
    return !taken.has(place) && Boolean(taken.add(place))
  }
  for (const { id, meaning } of parts) {
    if (meaning.kind === 'number' || meaning.kind === 'report') misfits.set(id, 'taken')
    else if (fitOf(report, meaning, known) === 0) misfits.set(id, 'report')
    else if (meaning.kind === 'grouping') {
      const way = groupingIn(report, meaning.grouping)
      if (way && takes(id, 'grouping')) {
        Object.assign(filters, way.filters)
        Object.assign(switches, way.switches)
      }
    } else if (meaning.kind === 'dates') {
      const reading = meaning.readings.map((one) => periodIn(report, one)).find((one) => one !== null)
      if (takes(id, 'dates')) Object.assign(filters, reading)
    } else if (meaning.kind === 'value') {
      const setting = settingIn(report, meaning.value)
      if (setting && 'switch' in setting) {
        if (takes(id, `switch ${setting.switch}`)) switches[setting.switch] = setting.option
      } else if (setting && (!isSingle(setting.filter) || takes(id, setting.filter)))
        items.set(setting.filter, [...(items.get(setting.filter) ?? []), setting.item])
    } else if (meaning.kind === 'all')
      Object.assign(filters, { [meaning.filter]: neutralState(report).filters[meaning.filter] })
    else if (meaning.kind === 'comparison') takes(id, 'comparison')
  }
  for (const [key, chosen] of items) Object.assign(filters, { [key]: filterValue(key, chosen) })
  const compared = parts.find(({ id, meaning }) => meaning.kind === 'comparison' && !misfits.has(id))
  if (compared?.meaning.kind === 'comparison')
    filters.dateRange = compareWith(filters.dateRange, compared.meaning.comparison, known)
  if (column !== null) showColumn(report.columns[column], report, filters)
  return { state: { filters, switches }, misfits }
}

/** A period with what it is compared with. Dates that contain a comparison of the product's own mean that one. */
export function compareWith(range: DateRange, comparison: Comparison, { today }: Known): DateRange {
  const plain: DateRange =
    range.preset === 'custom' ? { preset: 'custom', start: range.start, end: range.end } : { preset: range.preset }
  if ('basis' in comparison) return comparison.basis === 'before' ? plain : { ...plain, compareWith: comparison.basis }
  const said = resolveRange(comparison.range, today).current
  for (const known of [plain, { ...plain, compareWith: 'year_before' as const }]) {
    const { prior } = resolveRange(known, today)
    if (prior.start === said.start && prior.end <= said.end) return known
  }
  const { current } = resolveRange(plain, today)
  // What isn't over yet is compared with as many days.
  const sameDays = addTo(said.start, dayCount(current) - 1)
  const prior = current.end === today && sameDays < said.end ? { start: said.start, end: sameDays } : said
  return { preset: 'custom', ...current, prior }
}

/** Sets what a column needs to be on the report's page. */
function showColumn(column: Column | undefined, report: ReportDefinition, filters: Filters): void {
  const { visibleWhen } = column ?? {}
  // A flag can be turned on; what is searched for, nobody has said.
  if (visibleWhen?.with && typeof filters[visibleWhen.with] === 'boolean')
    Object.assign(filters, { [visibleWhen.with]: true })
  if (visibleWhen?.without) Object.assign(filters, { [visibleWhen.without]: false })
  const views = visibleWhen?.viewBy?.filter((view) => report.viewByOptions?.includes(view)) ?? []
  if (views[0] && !views.includes(filters.viewBy)) filters.viewBy = views[0]
}
