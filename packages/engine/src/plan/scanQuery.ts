import type { DistinctByDay, RecordType } from '../records/definition'
import type { Measure, MeasuresByColumn, People } from './measures'

/** Measures over one record type with the same dating and the same people, counted in one statement. */
export interface ScanQuery {
  kind: RecordType
  /** The local-day column, or null for records without a day. */
  day: string | null
  /** Whether the day is the prospect's created day. */
  cohort: boolean
  people: People
  measures: { column: string; set: Measure }[]
  /** The days that a record stands for, one after another, where they are counted in one pass; `day` is then that day. */
  passDays?: string[]
  /** Whether its rows say who is not a prospect, and leave deleted people out; see `CountedRecords`. */
  saysWhoCounts?: boolean
  /** How its distinct people are counted by the days of their rows; see `briefScan` and `countedScan`. */
  distinctByDay?: DistinctByDay
}

/** Whether two record types are of the same rows; see `RecordType.rows`. */
export const isOfSameRows = (one: RecordType, other: RecordType): boolean =>
  one === other || (one.rows !== undefined && one.rows === other.rows)

/** Groups measures that can share a statement. */
export function planScans(measures: MeasuresByColumn, context: { byCreated: boolean }): ScanQuery[] {
  const scans: ScanQuery[] = []
  for (const [column, set] of Object.entries(measures)) {
    const { kind, day: ownDayColumn, ownDay, people } = set.spec
    const cohort = context.byCreated && !ownDay && ownDayColumn !== null
    const day = cohort ? 'cohort_day' : ownDayColumn
    // For the prospects themselves, a column tells who counts, so all measures over them share one statement.
    const shared = scans.find(
      (scan) =>
        isOfSameRows(scan.kind, kind) &&
        scan.day === day &&
        scan.cohort === cohort &&
        (kind.isPeople || scan.people === people),
    )
    if (shared) shared.measures.push({ column, set })
    else scans.push({ kind, day, cohort, people, measures: [{ column, set }] })
  }
  return scans
}
