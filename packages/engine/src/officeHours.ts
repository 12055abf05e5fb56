import { clockChanges, type DayRange, openSpans, type Span } from '@leaselight/model'
import type { Property } from './companyRecords'
import type { PlanContext } from './plan'
import { localSecond, type RecordKind } from './recordKind'
import { raw, type Sql, sql } from './sql'

/**
 * A kind of record that also knows whether it happened out of office hours, as `off_hours` (0 or 1).
 * Ordinary days are compared by the wall clock. On days whose clock changes wall times are no measure, so the office's open
 * instants, worked out from the zone, decide.
 */
export function withOfficeHours(
  kind: RecordKind,
  properties: readonly Property[],
  ranges: readonly DayRange[],
): RecordKind {
  const column = kind.when?.column ?? ''
  const dayColumn = column.replace(/_at$/, '_day')
  const changes = new Map<string, string[]>()
  for (const { timeZone } of properties)
    if (!changes.has(timeZone))
      changes.set(timeZone, [...new Set(ranges.flatMap((range) => clockChanges(timeZone, range)))])
  const changed = properties.flatMap((property) =>
    (changes.get(property.timeZone) ?? []).map((day) => ({
      id: property.id,
      day,
      spans: openSpans(property.office, day),
    })),
  )
  const joins = (context: PlanContext): Sql => sql`
LEFT ANY JOIN (SELECT id AS hours_property, office_hours, holidays FROM properties FINAL WHERE company_id = ${context.companyId}) AS hours
  ON hours.hours_property = r.${raw(kind.property)}
${changed.length > 0 ? sql`LEFT ANY JOIN ${spansTable(changed)} AS changed ON changed.changed_property = r.${raw(kind.property)} AND changed.changed_day = r.${raw(dayColumn)}` : raw('')}`
  const inSpan = raw(
    `arrayExists(span -> toUnixTimestamp64Milli(${column}) >= span.1 AND toUnixTimestamp64Milli(${column}) < span.2, changed_spans)`,
  )
  const byClock = raw(
    `NOT has(holidays, ${dayColumn}) AND arrayExists(open -> open.1 = toDayOfWeek(${dayColumn}) AND ${localSecond(column)} >= open.2 AND ${localSecond(column)} < open.3, office_hours)`,
  )
  return {
    ...kind,
    joins,
    fields: [
      sql`multiIf(empty(office_hours), 0, ${changed.length > 0 ? sql`changed_property != 0, NOT ${inSpan}, ` : raw('')}NOT (${byClock})) AS off_hours`,
    ],
  }
}

function spansTable(changed: readonly { id: number; day: string; spans: readonly Span[] }[]): Sql {
  const flat = changed.flatMap(({ id, day, spans }) =>
    (spans.length > 0 ? spans : [[0, 0] as const]).map(([start, end]) => ({ id, day, start, end })),
  )
  return sql`(SELECT entry.1 AS changed_property, toDate32(entry.2) AS changed_day, groupArray((entry.3, entry.4)) AS changed_spans
  FROM (SELECT arrayJoin(arrayZip(${flat.map((item) => item.id)}, ${flat.map((item) => item.day)}, ${flat.map((item) => item.start)}, ${flat.map((item) => item.end)})) AS entry)
  GROUP BY changed_property, changed_day)`
}
