import type { Dimension } from '@leaselight/model'
import type { Grouping } from './scanGroupings'
import type { ScanQuery } from './scanQuery'
import { join, raw, type Sql, sql } from './sql'

/** A number of a scan, and its name in the lines. */
export interface NamedNumber {
  name: string
  number: Sql
}

/** With more columns there may be nearly as many different values as records. */
const MOST_COLUMNS = 2

/**
 * The columns by which a scan's records are counted before its rows are made, or null where they are not. A text of a
 * record's prospect takes longer to look up than to group by, so it is looked up for each different value instead of each
 * record: of 1.4 million visits by their source, 87 instead of 144 ms of the processor.
 * @param day the column of the days that are counted beside the rows; null for none
 */
export function columnsCountedBy(
  { kind, measures, distinctByDay }: ScanQuery,
  dimensions: readonly Dimension[],
  { points, slices, under }: Grouping,
  day: string | null,
): string[] | null {
  // Only counts of records can be added up.
  if (!measures.every(({ set }) => set.spec.aggregate.kind === 'records')) return null
  if (kind.repeated || distinctByDay || points || slices || under.length > 0) return null
  const keys = dimensions.map((key) => kind.dimensions[key])
  if (!keys.some((key) => key?.isLookedUp)) return null
  const columns = new Set(day === null ? [] : [day])
  for (const key of keys) {
    if (key?.column === undefined) return null
    columns.add(key.column)
  }
  return columns.size > MOST_COLUMNS ? null : [...columns]
}

/** The parts of a statement that counts records by columns, under names of their own, and the sums that its lines add up. */
export function countedFirst(columns: readonly string[], numbers: readonly NamedNumber[]) {
  const named = numbers.map(({ number, name }) => sql`${number} AS ${raw(`counted_${name}`)}`)
  return {
    selected: join([...columns.map((column) => raw(column)), ...named], ',\n    '),
    groupedBy: raw(`GROUP BY ${columns.join(', ')}`),
    sums: numbers.map(({ name }) => ({ name, number: raw(`sum(counted_${name})`) })),
  }
}
