import type { Day } from '@leaselight/model'
import { selected } from './kinds'
import type { RecordKind } from './recordKind'
import { raw, type Sql, sql } from './sql'

/**
 * Rentable homes as they stand on a day, one row each: `occupied`, `notice` (occupied and leaving) and `rented` (a signed
 * lease still to move in), with floorplan, bedrooms and area.
 * @param days the day on which each property is looked at
 */
export function homes(companyId: number, days: readonly { id: number; day: Day }[]): RecordKind {
  return selected({
    label: 'Home',
    select: days.length > 0 ? homesSql(companyId, days) : noHomes,
    name: raw('unit_name'),
    details: raw(
      `concat(floorplan, multiIf(occupied AND notice, ', on notice', occupied, ', occupied', ', vacant'), if(rented, ', rented', ''))`,
    ),
  })
}

const noHomes = raw(
  `SELECT toUInt64(0) AS id, toUInt64(0) AS property_id, '' AS unit_name, '' AS floorplan, 0 AS bedrooms, 0 AS area_sqft, 0 AS occupied, 0 AS notice, 0 AS rented WHERE 0`,
)

/**
 * A renewal continues the lease it names, so leases form chains: somebody who moved in on any lease of a chain lives in the
 * home until a move-out on any lease of it. A renewal whose previous lease is not in the data begins a chain that counts as
 * moved in when it starts. A lease is known from the day it was signed and gone from the day it was cancelled; a chain
 * still runs through a lease that is gone.
 */
function homesSql(companyId: number, days: readonly { id: number; day: Day }[]): Sql {
  return sql`
WITH
  every_unit AS (
    SELECT u.id AS id, u.property_id AS property_id, u.name AS unit_name, u.floorplan AS floorplan, u.bedrooms AS bedrooms,
      u.area_sqft AS area_sqft, u.status AS status, standing.on_day AS on_day
    FROM (SELECT * FROM units FINAL WHERE company_id = ${companyId}) AS u
    INNER JOIN (
      SELECT entry.1 AS property, toDate32(entry.2) AS on_day
      FROM (SELECT arrayJoin(arrayZip(${days.map((item) => item.id)}, ${days.map((item) => item.day)})) AS entry)
    ) AS standing ON standing.property = u.property_id
  ),
  known AS (
    SELECT l.id AS id, l.unit_id AS unit_id, l.kind AS kind, l.previous_lease_id AS previous, chains.root AS root,
      ifNull(l.moved_in_on <= on_day, 0) AS moved_in,
      ifNull(l.moved_out_on <= on_day, 0) AS moved_out,
      ifNull(l.notice_on <= on_day, 0) AS gave_notice,
      moved_in OR (chains.root = l.id AND kind = 'renewal' AND l.starts_on <= on_day) AS lives
    FROM (SELECT * FROM leases FINAL WHERE company_id = ${companyId}) AS l
    INNER JOIN every_unit ON every_unit.id = l.unit_id
    INNER JOIN ${chainsSql(companyId)} AS chains ON chains.id = l.id
    WHERE l.signed_day <= on_day AND (l.cancelled_day IS NULL OR l.cancelled_day > on_day)
  ),
  stands AS (
    SELECT unit_id,
      max(lives) OVER chain AND NOT max(moved_out) OVER chain AS lived_in,
      gave_notice AND NOT has(groupArrayIf(previous, kind = 'renewal') OVER chain, id) AS leaving,
      kind IN ('new', 'transfer') AND NOT moved_in AND NOT moved_out AS to_move_in
    FROM known WINDOW chain AS (PARTITION BY root)
  ),
  by_unit AS (
    SELECT unit_id, max(lived_in) AS occupied, max(lived_in AND leaving) AS notice, max(to_move_in) AS rented
    FROM stands GROUP BY unit_id
  )
SELECT every_unit.id AS id, property_id, unit_name, floorplan, bedrooms, area_sqft,
  by_unit.occupied AS occupied, by_unit.notice AS notice, by_unit.rented AS rented
FROM every_unit LEFT JOIN by_unit ON by_unit.unit_id = every_unit.id
WHERE status NOT IN ('model', 'down')`
}

/** Every lease of a company with the lease at which its chain began. */
function chainsSql(companyId: number): Sql {
  return sql`(
    WITH RECURSIVE
      link AS (SELECT id, if(kind = 'renewal', previous_lease_id, 0) AS previous FROM leases FINAL WHERE company_id = ${companyId}),
      chain AS (
        SELECT id, id AS root FROM link WHERE previous = 0 OR previous NOT IN (SELECT id FROM link)
        UNION ALL
        SELECT link.id, chain.root FROM link INNER JOIN chain ON link.previous = chain.id
      )
    SELECT id, root FROM chain
  )`
}
