import type { QueryOptions } from '@leaselight/facts'
import { addTo, type DayRange, formatShortDay, type ReconcileLine, type Remark } from '@leaselight/model'
import { queryRows } from '../plan/queryRows'
import { daySql, idList, raw, type Sql, sql } from '../plan/sql'
import { inRange } from '../records/periods'
import type { PeopleScope } from './people'

/** A fact that a line counts, or might count if it were defined otherwise. */
export interface FoundFact {
  id: number
  propertyId: number
  prospectId: number
  unit: string
  day: string | null
  at: number | null
  leftOut: Remark | null
  remark: Remark | null
}

interface FactRow {
  id: number
  property_id: number
  prospect_id: number
  unit: string
  /** '' where the fact has no such day. */
  dated_on: string
  at: number
  status: string
  kind: string
  cancelled_on: string
  renewed: number
}

/** The fields that tell why a line leaves a fact out; `''` and 0 where a table has none. */
const nothing = { status: `''`, kind: `''`, cancelled_on: `''`, renewed: '0', unit: `''` }

function columnsOf({ record, dated }: ReconcileLine, companyId: number): Record<keyof typeof nothing, string | Sql> {
  if (record === 'appointments' || record === 'applications') return { ...nothing, status: 'status' }
  if (record !== 'leases') return nothing
  const renewals = sql`SELECT previous_lease_id FROM leases FINAL WHERE company_id = ${companyId} AND kind = 'renewal' AND cancelled_at IS NULL`
  return {
    ...{ status: `''`, kind: 'kind', cancelled_on: `ifNull(toString(cancelled_day), '')` },
    renewed: dated === 'notice_on' ? sql`id IN (${renewals})` : '0',
    unit: sql`transform(unit_id, (SELECT groupArray(id) FROM units FINAL WHERE company_id = ${companyId}), (SELECT groupArray(name) FROM units FINAL WHERE company_id = ${companyId}), '')`,
  }
}

const asSql = (column: string | Sql): Sql => (typeof column === 'string' ? raw(column) : column)

/** The facts of a line that are dated in some days, and those of some people whatever their day. */
export async function readFacts(
  { facts, companyId, propertyIds }: PeopleScope,
  line: ReconcileLine,
  { days, people }: { days: DayRange; people: readonly number[] },
  options: QueryOptions,
): Promise<FoundFact[]> {
  const dated = line.dated ?? ''
  const isInstant = dated.endsWith('_at')
  const day = isInstant ? dated.replace(/_at$/, '_day') : dated
  const { status, kind, cancelled_on, renewed, unit } = columnsOf(line, companyId)
  const rows = await queryRows<FactRow>(
    facts,
    sql`
SELECT id, property_id, prospect_id, ${asSql(unit)} AS unit, ifNull(toString(${raw(day)}), '') AS dated_on,
  ${raw(isInstant ? `ifNull(toUnixTimestamp64Milli(${dated}), 0)` : '0')} AS at, ${asSql(status)} AS status, ${asSql(kind)} AS kind,
  ${asSql(cancelled_on)} AS cancelled_on, toUInt8(${asSql(renewed)}) AS renewed
FROM ${raw(line.record)} FINAL WHERE company_id = ${companyId} AND property_id IN ${idList(propertyIds)}
  AND (${inRange(day, days)} OR (prospect_id != 0 AND prospect_id IN ${idList(people)}))`,
    options,
  )
  return rows.map((row) => ({
    ...{ id: row.id, propertyId: row.property_id, prospectId: row.prospect_id, unit: row.unit },
    day: row.dated_on === '' ? null : row.dated_on,
    at: row.at === 0 ? null : row.at,
    leftOut: leftOutOf(line, row),
    remark:
      line.key === 'leases' && row.cancelled_on !== ''
        ? definition(
            `signed a lease that was cancelled on ${formatShortDay(row.cancelled_on)}. Leases counts it all the same`,
          )
        : null,
  }))
}

const definition = (says: string): Remark => ({ reason: 'definition', says })

const wantedKind: Readonly<Record<string, string>> = {
  leases: 'new',
  cancelledLeases: 'new',
  renewals: 'renewal',
  transfers: 'transfer',
}
const kindWords: Readonly<Record<string, string>> = { new: 'a new lease', renewal: 'a renewal', transfer: 'a transfer' }
const wantedStatus: Readonly<Record<string, string>> = {
  applicationsApproved: 'approved',
  applicationsDenied: 'denied',
}

/** Why a line does not count a fact, whatever its day, property and person. */
function leftOutOf(line: ReconcileLine, { status, kind, cancelled_on, renewed }: FactRow): Remark | null {
  if (line.record === 'appointments')
    return status.startsWith('cancelled') ? definition('has an appointment that was cancelled here') : null
  const state = wantedStatus[line.key]
  if (state !== undefined) return status === state ? null : definition(`has an application that is ${status} here`)
  const wanted = wantedKind[line.key]
  if (wanted !== undefined && kind !== wanted) return definition(`signed ${kindWords[kind] ?? kind}`)
  if (line.report === 'boxscore-resident' && cancelled_on !== '')
    return definition(`has a lease that was cancelled on ${formatShortDay(cancelled_on)}`)
  return renewed ? definition('gave notice and then renewed') : null
}

interface UnitRow {
  id: number
  property_id: number
  name: string
  status: string
}

interface MoveRow {
  unit_id: number
  kind: 'in' | 'out'
  day: string
}

/** A move this near to the day may be on its other side in another system. */
const NEAR_DAYS = 7

/** Every unit of the properties, with why it may stand otherwise in another system on a day. */
export async function readUnits(
  { facts, companyId, propertyIds }: PeopleScope,
  line: ReconcileLine,
  end: string,
  options: QueryOptions,
): Promise<FoundFact[]> {
  const near = { start: addTo(end, -NEAR_DAYS), end: addTo(end, NEAR_DAYS) }
  const ofCompany = sql`company_id = ${companyId} AND property_id IN ${idList(propertyIds)}`
  const ask = <T>(statement: Sql) => queryRows<T>(facts, statement, options)
  const [units, moves] = await Promise.all([
    ask<UnitRow>(sql`SELECT id, property_id, name, status FROM units FINAL WHERE ${ofCompany}`),
    ask<MoveRow>(sql`
SELECT unit_id, kind, toString(moved_on) AS day FROM (
  SELECT unit_id, arrayJoin([('in', moved_in_on), ('out', moved_out_on)]) AS move, move.1 AS kind, move.2 AS moved_on
  FROM leases FINAL WHERE ${ofCompany} AND cancelled_at IS NULL)
WHERE moved_on BETWEEN ${daySql(near.start)} AND ${daySql(near.end)} ORDER BY moved_on, kind`),
  ])
  const moveOf = new Map(moves.map((move) => [move.unit_id, move]))
  return units.map(({ id, property_id: propertyId, name, status }) => {
    const move = moveOf.get(id)
    const moved: Remark | null = move
      ? { reason: 'day', says: `has a move-${move.kind} on ${formatShortDay(move.day)} here` }
      : null
    const standing: Remark = { reason: 'notImported', says: stands[line.key] ?? 'stands otherwise here' }
    return {
      ...{ id, propertyId, prospectId: 0, unit: name, day: null, at: null },
      leftOut:
        status === 'rentable' ? (moved ?? standing) : definition(`is not for rent here: its status is ${status}`),
      remark: moved,
    }
  })
}

/** How a unit that a line does not count stands here. */
const stands: Readonly<Record<string, string>> = {
  totalOccupied: 'is vacant here',
  vacant: 'is occupied here',
  onNotice: 'is not on notice here',
}
