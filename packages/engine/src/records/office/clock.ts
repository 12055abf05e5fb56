import { clockChangeDays, type Day, type DayRange, eachDay, offsetAt } from '@leaselight/model'
import type { Property } from '../../access/companyRecords'
import { idList, raw, type Sql, sql } from '../../plan/sql'
import { officeSpans } from './spans'

/**
 * Every opening of the offices on days of a range: `property_id`, `on_day`, `opens`, and `closes` in epoch
 * milliseconds. Openings of a day may overlap. On ordinary days the engine computes them from the wall clock; on days
 * with a clock change they are computed here from the zone.
 */
export function officeOpenings(companyId: number, properties: readonly Property[], range: DayRange): Sql {
  const open = properties.filter((property) => property.office.hours.length > 0)
  if (open.length === 0) return noOpenings
  const zones = [...new Set(open.map((property) => property.timeZone))]
  const changes = new Map(zones.map((zone) => [zone, clockChangeDays(zone, range)]))
  const runs = zones.flatMap((zone) => constantOffsetRuns(zone, range, changes.get(zone) ?? []))
  const wall = (column: string) => `(toInt64(toInt32(on_day)) * 86400 + ${column} - shift) * 1000`
  const ordinary = sql`SELECT office AS property_id, on_day, ${raw(wall('hours.2'))} AS opens, ${raw(wall('hours.3'))} AS closes
  FROM (
    SELECT offices.id AS office, days.on_day AS on_day, days.shift AS shift,
      arrayJoin(arrayFilter(entry -> entry.1 = toDayOfWeek(days.on_day), offices.office_hours)) AS hours
    FROM (
      SELECT run.1 AS zone, run.4 AS shift, arrayJoin(arrayMap(index -> addDays(toDate32(run.2), index), range(toUInt32(run.3)))) AS on_day
      FROM (SELECT arrayJoin(arrayZip(${runs.map((run) => run.zone)}, ${runs.map((run) => run.start)}, ${runs.map((run) => run.days)}, ${runs.map((run) => run.offset)})) AS run)
    ) AS days
    INNER JOIN (SELECT id, time_zone, office_hours, holidays FROM properties FINAL
      WHERE company_id = ${companyId} AND id IN ${idList(open.map(({ id }) => id))}) AS offices
      ON offices.time_zone = days.zone
    WHERE NOT has(offices.holidays, days.on_day)
  )`
  const spans = officeSpans(open, ({ timeZone }) => changes.get(timeZone) ?? [])
  const changed = spans && sql`SELECT toUInt64(office) AS property_id, on_day, opens, closes FROM ${spans}`
  if (runs.length === 0) return changed ?? noOpenings
  return changed ? sql`${ordinary} UNION ALL ${changed}` : ordinary
}

/**
 * The offices' open time on days of a range: for each `office` its intervals in order and without overlaps, as two
 * lists of epoch milliseconds, `opens` and `closes`. Used by `openTime`.
 */
export function officeOpenTimes(companyId: number, properties: readonly Property[], range: DayRange): Sql {
  return sql`SELECT property_id AS office, groupArray(stretch_opens) AS opens, groupArray(stretch_closes) AS closes FROM (
    SELECT property_id, min(opens) AS stretch_opens, max(closes) AS stretch_closes FROM (
      SELECT property_id, opens, closes, sum(is_new) OVER (PARTITION BY property_id ORDER BY opens, closes) AS stretch FROM (
        SELECT property_id, opens, closes, opens > max(closes) OVER (
          PARTITION BY property_id ORDER BY opens, closes ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS is_new
        FROM (${officeOpenings(companyId, properties, range)})
      )
    ) GROUP BY property_id, stretch
  ) GROUP BY office`
}

/** Open milliseconds between two instants (columns in epoch milliseconds), with a joined office clock. */
export const openMilliseconds = (from: string, to: string): Sql =>
  raw(`arraySum((open, close) -> greatest(toInt64(0), least(${to}, close) - greatest(${from}, open)), opens, closes)`)

const noOpenings = raw(
  `SELECT toUInt64(0) AS property_id, toDate32('1970-01-01') AS on_day, toInt64(0) AS opens, toInt64(0) AS closes WHERE 0`,
)

interface OffsetRun {
  zone: string
  start: Day
  days: number
  /** Seconds that local time is ahead of UTC on all of these days. */
  offset: number
}

/** The days of a range between clock changes; `changes` has each of them with its neighbors, so that one day tells a run's offset. */
function constantOffsetRuns(zone: string, range: DayRange, changes: readonly Day[]): OffsetRun[] {
  const isChange = new Set(changes)
  const runs: OffsetRun[] = []
  let run: OffsetRun | undefined
  for (const day of eachDay(range)) {
    if (isChange.has(day)) run = undefined
    else if (run) run.days += 1
    else {
      run = { zone, start: day, days: 1, offset: offsetAt(Date.parse(`${day}T12:00:00Z`), zone) / 1000 }
      runs.push(run)
    }
  }
  return runs
}
