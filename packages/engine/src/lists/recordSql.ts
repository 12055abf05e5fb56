import { dimensionSql, joinedRecords, type PlanContext } from '../plan/joinedRecords'
import type { CountedList, Measure } from '../plan/measures'
import { planScans, type ScanQuery } from '../plan/scanQuery'
import { measureCondition, rowConditions } from '../plan/scans'
import { all, join, raw, type Sql, sql } from '../plan/sql'

/** The most records that a list report shows. The response also has the total. */
export const LIST_LIMIT = 10_000

/** From one instant up to (not including) another; milliseconds since 1970. */
export interface InstantRange {
  from: number
  to: number
}

/**
 * How many records of a list fall on each day. Null where a record's day doesn't come from the instant that it is
 * sorted by, because then days don't tell which records are newest.
 */
export function recordsByDay({ counted }: CountedList, context: PlanContext): Sql | null {
  const scan = scanOf(counted, context)
  if (scan.day === null || scan.cohort || scan.kind.when?.kind !== 'instant') return null
  return sql`SELECT toString(${raw(scan.day)}) AS day, toUInt64(count()) AS records FROM ${recordsIn(counted, scan, context)} GROUP BY day`
}

/**
 * The records of a list report, newest first or in the list's own order, each with its own fields plus `id`, `property_id`, and `agent_id`; and
 * their total. These are two statements because counting while sorting holds every record in memory; `beside` has what is
 * counted all the same.
 */
export function recordsSql(
  list: CountedList,
  context: PlanContext,
  {
    within,
    limit = LIST_LIMIT,
    beside = [],
  }: { within?: InstantRange; limit?: number | null; beside?: readonly Sql[] } = {},
): { page: Sql; count: Sql } {
  const scan = scanOf(list.measure, context)
  const { kind } = scan
  const fields = Object.entries(list.fields).map(([name, field]) => sql`${field} AS ${raw(`f_${name}`)}`)
  const records = recordsIn(list.measure, scan, context, within)
  const { counted } = list
  const page = sql`SELECT ${join(
    [
      raw(`${kind.id} AS record_id`),
      raw(`${kind.property} AS record_property`),
      sql`${dimensionSql('agent', kind, context)} AS record_agent`,
      raw(`toUInt64(${kind.prospect ?? '0'}) AS record_prospect`),
      ...(within ? [raw(`toUnixTimestamp64Milli(${kind.when?.column}) AS record_at`)] : []),
      ...fields,
      ...beside,
    ],
    ', ',
  )} FROM ${records} ORDER BY ${list.order ?? raw(`${kind.when?.column ?? kind.id} DESC`)}, record_id ${raw(limit === null ? '' : `LIMIT ${limit}`)}`
  return {
    page,
    count: sql`SELECT toUInt64(count()) AS total FROM ${recordsIn(counted, scanOf(counted, context), context, within)}`,
  }
}

function scanOf(set: Measure, context: PlanContext): ScanQuery {
  const [scan] = planScans({ list: set }, context)
  if (!scan) throw new Error('A list needs a set.')
  return scan
}

function recordsIn(set: Measure, scan: ScanQuery, context: PlanContext, within?: InstantRange): Sql {
  return sql`(SELECT ${join([...(scan.kind.fields ?? []), raw('*')], ', ')} FROM ${joinedRecords(scan, context)} WHERE ${rowConditions(scan, context)})
WHERE ${all([measureCondition(set, scan, context, 'current'), ...(within ? [inInstantRange(scan, within)] : [])])}`
}

/** A time slice can be read by days only where days are those of the same instant. */
function inInstantRange({ kind, cohort: inCohort }: ScanQuery, { from, to }: InstantRange): Sql {
  if (kind.when?.kind !== 'instant' || inCohort)
    throw new Error(`${kind.label}: not listed by the instant it is dated by.`)
  const at = raw(kind.when.column)
  return sql`${at} >= fromUnixTimestamp64Milli(toInt64(${from})) AND ${at} < fromUnixTimestamp64Milli(toInt64(${to}))`
}
