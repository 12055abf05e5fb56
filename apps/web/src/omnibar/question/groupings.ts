import {
  type Dimension,
  dimension,
  type Filters,
  filter,
  initialState,
  isCompleting,
  ofReport,
  possibleRowDimensions,
  type ReportDefinition,
  rowDimensions,
} from '@leaselight/model'
import type { Grouping } from './types'

/** How a report groups its rows by something. */
export interface GroupingWay {
  dimension: Dimension
  label: string
  /** 0 where its rows stand for it, more where they open to it. */
  depth: number
  filters: Partial<Filters>
  switches: Record<string, string>
}

/** Every way in which a report's rows can be grouped, its own first. */
export const groupingWays = ofReport((report): GroupingWay[] => {
  const initial = initialState(report)
  const by = report.rowsBySwitch
  const options = by ? Object.entries(report.switches?.[by.key]?.options ?? {}) : []
  const chosen: { switches: Record<string, string>; name?: string }[] =
    by && options.length > 0
      ? options.map(([option, name]) => ({ switches: { [by.key]: option }, name }))
      : [{ switches: {} }]
  return chosen.flatMap(({ switches, name }) =>
    groupBys(report).flatMap((filters) => {
      const rows = rowDimensions(report, {
        filters: { ...initial.filters, ...filters },
        switches: { ...initial.switches, ...switches },
      })
      return rows.map((one, depth) => ({
        dimension: one,
        label: depth === 0 && !report.rows.includes('groupBy') && name ? name : dimension(one).label,
        depth,
        filters,
        switches,
      }))
    }),
  )
})

const groupBys = (report: ReportDefinition): Partial<Filters>[] => {
  const options = report.groupByOptions ?? []
  return options.length > 0 ? options.map((groupBy) => ({ groupBy })) : [{}]
}

/** How a report groups by what was said: where it can, with a row for each. */
export function groupingIn(report: ReportDefinition, { dimensions, attribute }: Grouping): GroupingWay | null {
  const ways = groupingWays(report).filter((way) => dimensions.includes(way.dimension))
  const way = ways.sort((a, b) => a.depth - b.depth || rank(dimensions, a) - rank(dimensions, b))[0]
  if (!way || attribute === undefined) return way ?? null
  const filters: Partial<Filters> = { ...way.filters, groupByKey: attribute }
  return isCompleting('groupByKey', { ...initialState(report).filters, ...filters }) ? { ...way, filters } : null
}

const rank = (dimensions: readonly Dimension[], way: GroupingWay): number => dimensions.indexOf(way.dimension)

/** What else a report's rows can stand for. */
export function otherGroupings(report: ReportDefinition, now: Dimension | null): Grouping[] {
  const seen = new Map<string, Grouping>()
  // Attributes need a key besides, which the company has and a report doesn't.
  for (const { dimension: one, depth, label } of groupingWays(report))
    if (depth === 0 && one !== now && !ATTRIBUTES.includes(one) && !seen.has(label))
      seen.set(label, { label, dimensions: [one] })
  return [...seen.values()]
}

/** The dimensions that stand for one of the company's attributes. */
export const ATTRIBUTES: readonly string[] = filter('groupByKey').completes?.values ?? []

/** Every name of what the reports' rows can stand for, with the dimensions that are called so. */
export function namedGroupings(reports: readonly ReportDefinition[]): Map<string, Dimension[]> {
  const used = new Set(reports.flatMap(possibleRowDimensions))
  const named = new Map<string, Dimension[]>()
  const note = (name: string, one: Dimension) => {
    const known = named.get(name) ?? []
    if (!known.includes(one)) named.set(name, [...known, one])
  }
  for (const one of used) for (const name of [dimension(one).label, ...(dimension(one).words ?? [])]) note(name, one)
  for (const report of reports)
    for (const way of groupingWays(report)) if (way.depth === 0) note(way.label, way.dimension)
  return named
}
