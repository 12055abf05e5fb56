import type { QueryOptions } from '@leaselight/facts'
import { addTo, type Day, type Happened, MIN_CASES } from '@leaselight/model'
import type { QueryRunner } from '../plan/cache'
import { queryRows } from '../plan/queryRows'
import { raw, type Sql, sql } from '../plan/sql'
import { decidedLeasesSql, eachOf, isKnownLease, MONTH_DAYS } from '../records/leases/decisions'
import { type HomesSource, unitsSql } from '../records/leases/units'

/** Residents moved in and gave notice within a year. */
const YEAR_DAYS = 365
/** The pace of leasing is that of these days. */
export const PACE_DAYS = 90
/** Five times from signing to moving in stand for all: the middles of five equal parts. */
const FIFTHS = [0.1, 0.3, 0.5, 0.7, 0.9]

/** A property's units at the end of a day. */
export interface UnitsOfDay {
  property: number
  day: Day
  units: number
  occupied: number
  /** Of the units to rent 30 days before, vacant and on notice, those that no longer were. */
  rented: { vacant: Happened; notice: Happened }
}

/** What had happened at a company's homes by some days. Of what came later, nothing is counted. */
export interface LeasingCases {
  /**
   * By property and day: by the months until the lease ends, who was undecided then and who of them left; and the leases
   * themselves, each once.
   */
  ended: { property: number; day: Day; leaving: Happened[]; leases: Happened }[]
  /** By day, over the company; without times where there are too few. */
  times: ReadonlyMap<Day, { moveInDays: number[] | null; noticeDays: number }>
  /** On each day, and on days 30 apart before it over which the pace of leasing is measured. */
  units: UnitsOfDay[]
}

/** Reads what had happened by each of some days. */
export async function readLeasingCases(
  facts: QueryRunner,
  source: HomesSource,
  days: readonly Day[],
  options: QueryOptions,
): Promise<LeasingCases> {
  const { companyId } = source
  const ask = <T>(statement: Sql) => queryRows<T>(facts, statement, options)
  const [ended, times, units] = await Promise.all([
    ask<EndedRow>(endedSql(companyId, days)),
    ask<TimesRow>(timesSql(companyId, days)),
    ask<UnitsRow>(unitCountsSql(source, days)),
  ])
  return {
    ended: ended.map(({ property, day, wholes, parts, leases, left_leases }) => ({
      property: Number(property),
      day,
      leaving: wholes.map((whole, month) => ({ part: Number(parts[month] ?? 0), whole: Number(whole) })),
      leases: { part: Number(left_leases), whole: Number(leases) },
    })),
    times: new Map(
      times.map(({ day, moves, moveInDays, notices, noticeDays }) => [
        day,
        {
          moveInDays: Number(moves) < MIN_CASES ? null : moveInDays.map(Number),
          noticeDays: Number(notices) < MIN_CASES ? MONTH_DAYS : Number(noticeDays),
        },
      ]),
    ),
    units: units.map((row) => ({
      property: Number(row.property),
      day: row.day,
      units: Number(row.all_units),
      occupied: Number(row.lived_in),
      rented: {
        vacant: { part: Number(row.vacant_rented), whole: Number(row.were_vacant) },
        notice: { part: Number(row.notice_rented), whole: Number(row.were_on_notice) },
      },
    })),
  }
}

interface EndedRow {
  property: string
  day: Day
  wholes: string[]
  parts: string[]
  leases: string
  left_leases: string
}

type UnitsRow = { day: Day } & Record<
  'property' | 'all_units' | 'lived_in' | 'were_vacant' | 'vacant_rented' | 'were_on_notice' | 'notice_rented',
  string
>

interface TimesRow {
  day: Day
  moves: string
  moveInDays: number[]
  notices: string
  noticeDays: number
}

const isNew = raw(`kind IN ('new', 'transfer')`)

/** By the months until the lease ends, who was undecided then and who of them left; and the same of all months together. */
const endedSql = (companyId: number, days: readonly Day[]): Sql =>
  sql`SELECT property_id AS property, toString(by_day) AS day, sumForEach(undecided) AS wholes,
  sumForEach(arrayMap(one -> one * has_left, undecided)) AS parts, count() AS leases, countIf(has_left) AS left_leases
FROM (${decidedLeasesSql(companyId, days)}) GROUP BY property_id, by_day ORDER BY property_id, by_day`

/** How long new residents took to move in, and how early residents gave notice, in the year before each day. */
function timesSql(companyId: number, days: readonly Day[]): Sql {
  const moved = sql`${isNew} AND signed_day > by_day - ${YEAR_DAYS}`
  const told = sql`notice_on > by_day - ${YEAR_DAYS} AND notice_on <= by_day AND notice_on <= ends_on`
  // Leases older than the earliest year don't count on any day.
  const earliest = sql`arrayMin(arrayMap(day -> toDate32(day), ${days})) - ${YEAR_DAYS}`
  return sql`SELECT toString(by_day) AS day, countIf(${moved}) AS moves, countIf(${told}) AS notices,
  quantilesExactInclusiveIf(${raw(FIFTHS.join())})(greatest(0, dateDiff('day', signed_day, starts_on)), ${moved}) AS moveInDays,
  ifNull(quantileExactIf(0.5)(dateDiff('day', notice_on, ends_on), ${told}), 0) AS noticeDays
FROM (SELECT kind, signed_day, cancelled_day, starts_on, ends_on, notice_on, ${eachOf(days)} AS by_day FROM leases FINAL
  WHERE company_id = ${companyId} AND greatest(signed_day, ifNull(notice_on, signed_day)) > ${earliest})
WHERE ${isKnownLease} GROUP BY by_day ORDER BY by_day`
}

/** A unit's rental state as a number; 0 before the first day that is read. */
const RENT = { vacant: 1, notice: 2, taken: 3 } as const

/**
 * Each property's units on the days and before, with what became of those that were to rent 30 days earlier. A unit's days
 * are numbers in a list (the day, whether it is occupied, and `RENT`): a window over millions of rows would sort them.
 */
function unitCountsSql(source: HomesSource, days: readonly Day[]): Sql {
  const before = Array.from({ length: PACE_DAYS / MONTH_DAYS + 1 }, (_, month) => MONTH_DAYS * month)
  const all = [...new Set(days.flatMap((day) => before.map((back) => addTo(day, -back))))]
  const standing = sql`SELECT id AS property, toDate32(arrayJoin(${all})) AS on_day, toString(on_day) AS of_period
    FROM properties FINAL WHERE company_id = ${source.companyId}`
  const rent = `multiIf(rented OR (occupied AND NOT notice), ${RENT.taken}, occupied, ${RENT.notice}, ${RENT.vacant})`
  return sql`SELECT property_id AS property, toString(on_day) AS day, count() AS all_units, countIf(occupied) AS lived_in,
    countIf(${raw(`was = ${RENT.vacant}`)}) AS were_vacant, countIf(${raw(`was = ${RENT.vacant} AND rent = ${RENT.taken}`)}) AS vacant_rented,
    countIf(${raw(`was = ${RENT.notice}`)}) AS were_on_notice, countIf(${raw(`was = ${RENT.notice} AND rent = ${RENT.taken}`)}) AS notice_rented
  FROM (
    SELECT property_id, toDate32(bitShiftRight(one, 3)) AS on_day, bitAnd(one, 4) != 0 AS occupied, bitAnd(one, 3) AS rent, bitAnd(earlier, 3) AS was
    FROM (
      SELECT any(property_id) AS property_id, arraySort(groupArray(toInt32(on_day) * 8 + occupied * 4 + ${raw(rent)})) AS days
      FROM (${unitsSql(source, standing)}) GROUP BY id
    ) ARRAY JOIN days AS one, arrayPushFront(arrayPopBack(days), 0) AS earlier
  ) GROUP BY property_id, on_day ORDER BY property_id, on_day`
}
