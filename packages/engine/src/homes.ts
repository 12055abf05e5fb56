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
 * moved in when it starts. A lease is known from the day it was signed and gone from the day it was cancelled.
 */
function homesSql(companyId: number, days: readonly { id: number; day: Day }[]): Sql {
  return sql`
WITH RECURSIVE
  standing AS (
    SELECT entry.1 AS property, toDate32(entry.2) AS on_day
    FROM (SELECT arrayJoin(arrayZip(${days.map((item) => item.id)}, ${days.map((item) => item.day)})) AS entry)
  ),
  every_unit AS (
    SELECT u.id AS id, u.property_id AS property_id, u.name AS unit_name, u.floorplan AS floorplan, u.bedrooms AS bedrooms,
      u.area_sqft AS area_sqft, u.status AS status, standing.on_day AS on_day
    FROM (SELECT * FROM units FINAL WHERE company_id = ${companyId}) AS u
    INNER JOIN standing ON standing.property = u.property_id
  ),
  everything AS (SELECT id FROM leases FINAL WHERE company_id = ${companyId}),
  known AS (
    SELECT l.id AS id, l.unit_id AS unit_id, l.kind AS kind, l.previous_lease_id AS previous,
      ifNull(l.moved_in_on <= on_day, 0) AS moved_in,
      ifNull(l.moved_out_on <= on_day, 0) AS moved_out,
      ifNull(l.notice_on <= on_day, 0) AS gave_notice,
      l.starts_on <= on_day AS started
    FROM (SELECT * FROM leases FINAL WHERE company_id = ${companyId}) AS l
    INNER JOIN every_unit ON every_unit.id = l.unit_id
    WHERE l.signed_day <= on_day AND (l.cancelled_day IS NULL OR l.cancelled_day > on_day)
  ),
  chain AS (
    SELECT id, id AS root,
      moved_in OR (kind = 'renewal' AND started AND previous NOT IN (SELECT id FROM everything)) AS lives,
      moved_out AS left
    FROM known
    WHERE kind != 'renewal' OR previous NOT IN (SELECT id FROM known)
    UNION ALL
    SELECT known.id, chain.root, known.moved_in, known.moved_out
    FROM known INNER JOIN chain ON known.previous = chain.id
    WHERE known.kind = 'renewal'
  ),
  lived AS (
    SELECT root FROM chain GROUP BY root HAVING max(lives) AND NOT max(left)
  ),
  by_unit AS (
    SELECT unit_id,
      max(id IN (SELECT id FROM chain WHERE root IN (SELECT root FROM lived))) AS occupied,
      max(gave_notice AND id IN (SELECT id FROM chain WHERE root IN (SELECT root FROM lived))
        AND id NOT IN (SELECT previous FROM known WHERE kind = 'renewal')) AS notice,
      max(kind IN ('new', 'transfer') AND NOT moved_in AND NOT moved_out) AS rented
    FROM known GROUP BY unit_id
  )
SELECT every_unit.id AS id, property_id, unit_name, floorplan, bedrooms, area_sqft,
  by_unit.occupied AS occupied, by_unit.notice AS notice, by_unit.rented AS rented
FROM every_unit LEFT JOIN by_unit ON by_unit.unit_id = every_unit.id
WHERE status NOT IN ('model', 'down')`
}
