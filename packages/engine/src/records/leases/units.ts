import { addTo, type Day } from '@leaselight/model'
import type { QueryContext } from '../../plan/measures'
import { daySql, raw, type Sql, sql } from '../../plan/sql'
import { carry, property, values } from '../carries'
import { fromSelect, type RecordType } from '../definition'

/**
 * Rentable units on a day, one row each: `occupied`, `notice` (occupied and leaving), and `rented` (a signed lease that
 * hasn't moved in yet), with floorplan, bedrooms, and area; for units on notice the last day of the ending chain
 * (`leaves_on`), for rented units the first day of the next lease (`moves_in_on`), and for occupied ones the last day of
 * their residents' leases so far (`lease_ends_on`).
 * @param days the day to use for each property
 */
export function unitsOn(companyId: number, days: readonly PropertyDay[]): RecordType {
  return fromSelect({ ...unitFields, select: snapshotSql(companyId, [{ period: 'current', days }]) })
}

/** So many days back, homes are counted on slices of time: for each day, every lease of every home is followed. */
export const STOCK_DAYS = 280

/** The same on the last day of each slice of the period, as records of that day (`on_day`). */
export function unitsOnSliceEnds({ companyId, properties, current, cutDays = [] }: QueryContext): RecordType {
  const ends = current ? [...cutDays.slice(1).map((day) => addTo(day, -1)), current.end] : []
  const days = ends.filter((day) => current && day > addTo(current.end, -STOCK_DAYS))
  if (properties.length === 0 || days.length === 0) return fromSelect({ ...unitFields, select: noUnits })
  // Every property on every day; the day tells its records apart.
  const standing = sql`SELECT arrayJoin(${properties.map(({ id }) => id)}) AS property, toDate32(arrayJoin(${days})) AS on_day, toString(on_day) AS of_period`
  const [first = current?.end ?? ''] = days.toSorted()
  return fromSelect({ ...unitFields, select: unitsSql(companyId, standing, first) })
}

/** The same at the end of either period, each unit with its period. */
export function unitsAtPeriodEnds(companyId: number, ends: readonly PeriodSnapshots[]): RecordType {
  return fromSelect({ ...unitFields, periodColumn: 'of_period', select: snapshotSql(companyId, ends) })
}

interface PeriodSnapshots {
  period: 'current' | 'prior'
  days: readonly PropertyDay[]
}

interface PropertyDay {
  /** The property's id. */
  id: number
  day: Day
}

export const unitFields = {
  label: 'Unit',
  since: ['leases'] as const,
  isStock: true,
  name: raw('unit_name'),
  details: raw(
    `concat(floorplan, multiIf(occupied AND notice, ', on notice', occupied, ', occupied', ', vacant'), if(rented, ', rented', ''))`,
  ),
  ...carry(property('property_id'), values({ floorplan: 'floorplan', bedrooms: 'bedrooms' })),
}

export const noUnits = raw(
  `SELECT toUInt64(0) AS id, toUInt64(0) AS property_id, '' AS unit_name, '' AS floorplan, 0 AS bedrooms, 0 AS area_sqft, 0 AS occupied, 0 AS notice, 0 AS rented, today() AS on_day, today() AS leaves_on, today() AS moves_in_on, today() AS lease_ends_on, '' AS of_period WHERE 0`,
)

function snapshotSql(companyId: number, ends: readonly PeriodSnapshots[]): Sql {
  const entries = ends.flatMap(({ period, days }) => days.map(({ id, day }) => ({ period, id, day })))
  if (entries.length === 0) return noUnits
  return unitsSql(
    companyId,
    sql`SELECT entry.1 AS property, toDate32(entry.2) AS on_day, entry.3 AS of_period
      FROM (SELECT arrayJoin(arrayZip(${entries.map(({ id }) => id)}, ${entries.map(({ day }) => day)}, ${entries.map(({ period }) => period)})) AS entry)`,
  )
}

/**
 * A renewal continues the lease that it names, so leases form chains. A household that moved in on any lease of a chain
 * lives in the unit until a move-out on any lease of it. A renewal whose previous lease isn't in the data starts a
 * chain that counts as moved in on its start date. A lease is known from the day it was signed until the day it was
 * canceled; a chain still runs through a canceled lease.
 * @param standing the days to use: `property`, `on_day`, and `of_period`, which tells the days of a property apart
 * @param first the first of many days: chains that are over by then, and leases that were canceled, are left out early,
 * because a line of every lease on every day would be sorted
 */
export function unitsSql(companyId: number, standing: Sql, first?: Day): Sql {
  return sql`
WITH
  every_unit AS (
    SELECT u.id AS id, u.property_id AS property_id, u.name AS unit_name, u.floorplan AS floorplan, u.bedrooms AS bedrooms,
      u.area_sqft AS area_sqft, u.status AS status, standing.on_day AS on_day, standing.of_period AS of_period
    FROM (SELECT * FROM units FINAL WHERE company_id = ${companyId}) AS u
    INNER JOIN (${standing}) AS standing ON standing.property = u.property_id
  ),
  known AS (
    SELECT l.id AS id, l.unit_id AS unit_id, l.kind AS kind, l.previous_lease_id AS previous, l.root AS root,
      on_day, of_period,
      ifNull(l.moved_in_on <= on_day, 0) AS moved_in,
      ifNull(l.moved_out_on <= on_day, 0) AS moved_out,
      ifNull(l.notice_on <= on_day, 0) AS gave_notice,
      l.starts_on AS starts_on, l.ends_on AS ends_on,
      moved_in OR (l.root = l.id AND kind = 'renewal' AND l.starts_on <= on_day) AS lives
    FROM ${first === undefined ? chainedLeases(companyId) : leasesStillRunning(companyId, first)} AS l
    INNER JOIN every_unit ON every_unit.id = l.unit_id
    WHERE l.signed_day <= on_day AND (l.cancelled_day IS NULL OR l.cancelled_day > on_day)
  ),
  stands AS (
    SELECT unit_id, of_period, starts_on, max(ends_on) OVER chain AS chain_ends_on,
      max(lives) OVER chain AND NOT max(moved_out) OVER chain AS lived_in,
      gave_notice AND NOT has(groupArrayIf(previous, kind = 'renewal') OVER chain, id) AS leaving,
      kind IN ('new', 'transfer') AND NOT moved_in AND NOT moved_out AS to_move_in
    FROM known WINDOW chain AS (PARTITION BY root, of_period)
  ),
  by_unit AS (
    SELECT unit_id, of_period, max(lived_in) AS occupied, max(lived_in AND leaving) AS notice, max(to_move_in) AS rented,
      minIf(chain_ends_on, lived_in AND leaving) AS leaves_on, minIf(starts_on, to_move_in) AS moves_in_on,
      maxIf(chain_ends_on, lived_in) AS lease_ends_on
    FROM stands GROUP BY unit_id, of_period
  )
SELECT every_unit.id AS id, property_id, unit_name, floorplan, bedrooms, area_sqft,
  by_unit.occupied AS occupied, by_unit.notice AS notice, by_unit.rented AS rented,
  on_day, every_unit.of_period AS of_period, by_unit.leaves_on AS leaves_on, by_unit.moves_in_on AS moves_in_on,
  by_unit.lease_ends_on AS lease_ends_on
FROM every_unit LEFT JOIN by_unit ON by_unit.unit_id = every_unit.id AND by_unit.of_period = every_unit.of_period
WHERE status NOT IN ('model', 'down')`
}

/** Every lease of a company with the first lease of its chain. */
export const chainedLeases = (companyId: number): Sql =>
  sql`(SELECT leases.*, chains.root AS root FROM (SELECT * FROM leases FINAL WHERE company_id = ${companyId}) AS leases
    INNER JOIN ${chainsSql(companyId)} AS chains ON chains.id = leases.id)`

/** The leases of chains in which a home may be lived in, or is still to be moved into, on a day or later. */
const leasesStillRunning = (companyId: number, day: Day): Sql =>
  sql`(SELECT * FROM (
      SELECT *,
        max(signed_day <= ${daySql(day)} AND cancelled_day IS NULL AND ifNull(moved_out_on <= ${daySql(day)}, 0)) OVER chain AS is_over,
        max(kind IN ('new', 'transfer') AND ifNull(moved_in_on > ${daySql(day)}, 1) AND ifNull(moved_out_on > ${daySql(day)}, 1)) OVER chain AS is_to_move_in
      FROM ${chainedLeases(companyId)} WINDOW chain AS (PARTITION BY root)
    ) WHERE (NOT is_over OR is_to_move_in) AND (cancelled_day IS NULL OR cancelled_day > ${daySql(day)}))`

/** Every lease of a company, by its id, with the first lease of its chain. */
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
