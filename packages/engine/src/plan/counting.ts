import type { Dimension } from '@leaselight/model'
import type { RecordType } from '../records/definition'
import type { RecordConditions } from './filterSql'
import type { Measure } from './measures'
import type { Grouping } from './scanGroupings'
import type { Counted } from './spread'
import { all, raw, type Sql, sql } from './sql'

/** Makes a number of the records that meet a condition, in which each record counts as often as it should. */
export type Counting = (condition: Sql) => Counted

/** How records that come several times are counted: see `RecordType.repeated`. */
export function counting(
  repeated: RecordType['repeated'],
  dimensions: readonly Dimension[],
  { under }: Grouping,
): Counting {
  const place = repeated ? dimensions.indexOf(repeated.by) : -1
  // Below one of its rows every record is there once.
  if (!repeated || (place >= 0 && place < under.length)) return (condition) => (number) => number(condition)
  const first: Counting = (condition) => (number) => number(all([condition, repeated.isFirst]))
  if (place < 0) return first
  return (condition) => (number) =>
    sql`if(grouping(${raw(`k${place}`)}) = 0, ${number(condition)}, ${first(condition)(number)})`
}

/**
 * How distinct people are counted as records, where they can be: see `RecordType.peopleOnce`. Other rows, and filters, may
 * depend on the value.
 */
export function countingOnce(
  { spec: { aggregate, kind } }: Measure,
  dimensions: readonly Dimension[],
  grouping: Grouping,
  { filter }: { filter: (type: RecordType) => RecordConditions },
): Counting | null {
  const { peopleOnce } = kind
  if (aggregate.kind !== 'prospects' || !peopleOnce || filter(kind).conditions.length > 0) return null
  return dimensions.every((key) => key === peopleOnce.by) ? counting(peopleOnce, dimensions, grouping) : null
}
