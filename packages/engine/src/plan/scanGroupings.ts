import type { Day, DayRange, Dimension } from '@leaselight/model'
import { daySql, raw, type Sql, sql } from './sql'

/** Spans of so many days each, counted back from the last day. */
export interface DaySpans {
  end: Day
  days: number
}

/** Which span a day is in, 0 the latest. */
export const spanSql = (day: string, { end, days }: DaySpans): Sql =>
  sql`intDiv(dateDiff('day', ${raw(day)}, ${daySql(end)}), ${raw(String(days))})`

/** Which groupings a scan returns: `depth` keys of the dimensions, or the day. */
export interface Grouping {
  depths: readonly number[]
  byDay: boolean
  /** Makes a point of the series of each span, instead of each day. */
  points?: DaySpans
  /** Only rows below these outer keys. */
  under: readonly (string | number)[]
  /** Dimensions that group the whole selection once more, each by itself. */
  beside: readonly Dimension[]
  /** Splits every row into spans: `slice` 0 is the latest. With `only`, the others are left out. */
  slices?: DaySpans & { only?: readonly number[] }
}

/** The names of a scan's keys and the groupings that its statement returns, each a set of these names. */
export interface ScanGroupings {
  names: string[]
  /** The dimensions behind the names `k0`, `k1`, … in order. */
  dimensions: Dimension[]
  byDepth: Map<number, string[]>
  byDay: string[] | null
  beside: Map<Dimension, string[]>
}

/** The groupings of a scan whose records have a `day` or none, in a context of these rows and this period. */
export function scanGroupings(
  query: { day: string | null },
  context: { dimensions: readonly Dimension[]; current: DayRange | null },
  grouping: Grouping,
): ScanGroupings {
  const rows = context.dimensions.slice(0, Math.max(...grouping.depths, 0))
  const dimensions = [...rows, ...grouping.beside.filter((key) => !rows.includes(key))]
  const keyNames = dimensions.map((_, index) => `k${index}`)
  const byDay = grouping.byDay && query.day !== null && context.current !== null ? ['series_day'] : null
  const slice = grouping.slices ? ['slice'] : []
  return {
    names: [...keyNames, ...(byDay ?? []), ...slice],
    dimensions,
    byDepth: new Map(grouping.depths.map((depth) => [depth, [...keyNames.slice(0, depth), ...slice]])),
    byDay,
    beside: new Map(grouping.beside.map((key) => [key, [`k${dimensions.indexOf(key)}`]])),
  }
}

/** `grouping()` of the lines of one grouping: one bit per name, the first name's the highest, 1 where it is rolled up. */
export const rolledUp = ({ names }: ScanGroupings, kept: readonly string[]): number =>
  names.reduce((bits, name) => bits * 2 + (kept.includes(name) ? 0 : 1), 0)
