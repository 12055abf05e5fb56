import { aggregateSql } from '../plan/aggregates'
import type { PlanContext } from '../plan/joinedRecords'
import type { CountedList, MeasuresByColumn } from '../plan/measures'
import type { ScanRow } from '../plan/resultBuilder'
import { type Grouping, scanGroupings } from '../plan/scanGroupings'
import { isOfSameRows, planScans } from '../plan/scanQuery'
import { measureCondition } from '../plan/scans'
import { raw, type Sql, sql } from '../plan/sql'

/** What a report counts, as numbers that the statement of its list can bring along. */
export interface CountsBeside {
  /** To be selected with the list's records: the same numbers in each of them. */
  numbers: Sql[]
  /** How many records the list has, of a line with the numbers. */
  lengthOf: (counted: ScanRow) => number
  /** The line with the numbers, of one of the list's records; where it has none, all are zero. */
  lineOf: (record: Readonly<Record<`c${number}`, number | string>> | undefined) => ScanRow
}

/**
 * What a report counts over the very records that its list shows, where one statement can do both: a SELECT is too expensive
 * to run twice. Null where the report counts by rows, by days or in two periods, something else than records, people whom
 * the list leaves out, or where its records are in a table, of which a list reads less than all.
 */
export function countsBeside(
  list: CountedList,
  measures: MeasuresByColumn,
  context: PlanContext,
  grouping: Grouping,
): CountsBeside | null {
  const [scan, ...others] = planScans(measures, context)
  const [listed] = planScans({ list: list.measure }, context)
  if (!scan || !listed || others.length > 0 || listed.kind.storage !== 'in a select') return null
  if (listed.kind.repeated) return null
  const isWhole = scan.day === null && listed.day === null && context.prior === null
  // Whom the list leaves out, the numbers may count; and it joins what its own records need.
  const countsOthers = scan.people !== listed.people || scan.measures.some(({ set }) => set.spec.usesLazyJoin)
  if (countsOthers) return null
  if (!isWhole || !isOfSameRows(scan.kind, listed.kind) || list.measure.spec.conditions.length > 0) return null
  if (grouping.under.length > 0 || scanGroupings(scan, context, grouping).names.length > 0) return null
  if (scan.measures.some(({ set }) => set.spec.aggregate.kind !== 'records')) return null
  const numbers = scan.measures.map(
    ({ set }, index) =>
      sql`${aggregateSql(set, measureCondition(set, listed, context, 'current'))} OVER () AS ${raw(`c${index}`)}`,
  )
  const length = scan.measures.findIndex(({ column }) => column === list.countedBy)
  return {
    numbers,
    lengthOf: (counted) => Number(counted[`c${length}`]),
    lineOf: (record) => ({
      rolled: 0,
      ...Object.fromEntries(
        scan.measures.flatMap((_, index) => [
          [`c${index}`, Number(record?.[`c${index}`] ?? 0)],
          [`p${index}`, 0],
        ]),
      ),
    }),
  }
}
