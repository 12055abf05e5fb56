import { type DerivedTableName, homeStates, STATE_NAMES, stateFromSpans } from '@leaselight/facts'
import { addTo, type Day } from '@leaselight/model'
import type { QueryContext } from '../../plan/measures'
import { raw, type Sql, sql } from '../../plan/sql'
import { carry, property, values } from '../carries'
import { fromSelect, type RecordType } from '../definition'

/**
 * Rentable units on a day, one row each: `occupied`, `notice` (occupied and leaving), and `rented` (a signed lease that
 * hasn't moved in yet), with floorplan, bedrooms, and area; for units on notice the last day of the ending chain
 * (`leaves_on`), for rented units the first day of the next lease (`moves_in_on`), and for occupied ones the last day of
 * their residents' leases so far (`lease_ends_on`).
 * @param days the day to use for each property
 */
export function unitsOn(source: HomesSource, days: readonly PropertyDay[]): RecordType {
  return fromSelect({ ...unitFields, select: snapshotSql(source, [{ period: 'current', days }]) })
}

/** Where homes are read from. */
export interface HomesSource {
  companyId: number
  /** What was worked out at import and contains every import. */
  derived: ReadonlySet<DerivedTableName>
}

/** So many days back, homes are counted on slices of time: while an import waits, every lease is followed for each day. */
export const STOCK_DAYS = 280

/** The same on the last day of each slice of the period, as records of that day (`on_day`). */
export function unitsOnSliceEnds({ properties, current, cutDays = [], ...source }: QueryContext): RecordType {
  const ends = current ? [...cutDays.slice(1).map((day) => addTo(day, -1)), current.end] : []
  const days = ends.filter((day) => current && day > addTo(current.end, -STOCK_DAYS))
  if (properties.length === 0 || days.length === 0) return fromSelect({ ...unitFields, select: noUnits })
  // Every property on every day; the day tells its records apart.
  const standing = sql`SELECT arrayJoin(${properties.map(({ id }) => id)}) AS property, toDate32(arrayJoin(${days})) AS on_day, toString(on_day) AS of_period`
  return fromSelect({ ...unitFields, select: unitsSql(source, standing) })
}

/** The same at the end of either period, each unit with its period. */
export function unitsAtPeriodEnds(source: HomesSource, ends: readonly PeriodSnapshots[]): RecordType {
  return fromSelect({ ...unitFields, periodColumn: 'of_period', select: snapshotSql(source, ends) })
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

function snapshotSql(source: HomesSource, ends: readonly PeriodSnapshots[]): Sql {
  const entries = ends.flatMap(({ period, days }) => days.map(({ id, day }) => ({ period, id, day })))
  if (entries.length === 0) return noUnits
  return unitsSql(
    source,
    sql`SELECT entry.1 AS property, toDate32(entry.2) AS on_day, entry.3 AS of_period
      FROM (SELECT arrayJoin(arrayZip(${entries.map(({ id }) => id)}, ${entries.map(({ day }) => day)}, ${entries.map(({ period }) => period)})) AS entry)`,
  )
}

/**
 * The state of a company's rentable units on days; see `homeStates` for what it is made of. Read from the spans that were
 * worked out at import, or from the leases while an import waits for that.
 * @param standing the days to use: `property`, `on_day`, and `of_period`, which tells the days of a property apart
 */
export function unitsSql({ companyId, derived }: HomesSource, standing: Sql): Sql {
  const unit = raw('property_id, name AS unit_name, floorplan, bedrooms, area_sqft')
  const ofUnits = sql`WHERE company_id = ${companyId} AND status NOT IN ('model', 'down')`
  const onDays = sql`INNER JOIN (${standing}) AS standing ON standing.property = units.property_id`
  const fields = raw('id, property_id, unit_name, floorplan, bedrooms, area_sqft, on_day, of_period')
  if (derived.has('home_spans'))
    return sql`SELECT ${fields}, ${raw(stateFromSpans('spans', 'on_day'))}
FROM (
  SELECT unit_id AS id, ${unit}, spans, on_day, of_period
  FROM (SELECT * FROM home_spans FINAL ${ofUnits}) AS units ${onDays}
)`
  return sql`WITH every_unit AS (
  SELECT units.id AS id, ${unit}, on_day, of_period FROM (SELECT * FROM units FINAL ${ofUnits}) AS units ${onDays}
)
SELECT ${fields}, ${raw(STATE_NAMES.map((name) => `state.${name} AS ${name}`).join(', '))}
FROM every_unit LEFT JOIN (${raw(homeStates(companyId, 'SELECT id AS unit_id, on_day FROM every_unit'))}) AS state
  ON state.unit_id = every_unit.id AND state.on_day = every_unit.on_day`
}
