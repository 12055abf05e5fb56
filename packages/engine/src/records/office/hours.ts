import { clockChangeDays, type DayRange } from '@leaselight/model'
import type { Property } from '../../access/companyRecords'
import { raw, sql } from '../../plan/sql'
import { type JoinSql, localSecond, type RecordType } from '../definition'
import { officeSpans } from './spans'

/**
 * A record type with `off_hours` (0 or 1): whether a record happened outside office hours. Ordinary days compare the
 * wall clock. On days with a clock change, wall times are ambiguous, so the office's open instants, computed from the
 * zone, decide.
 */
export function withOfficeHours(
  kind: RecordType,
  properties: readonly Property[],
  ranges: readonly DayRange[],
): RecordType {
  const column = kind.when?.column ?? ''
  const dayColumn = column.replace(/_at$/, '_day')
  const changes = new Map<string, string[]>()
  for (const { timeZone } of properties)
    if (!changes.has(timeZone))
      changes.set(timeZone, [...new Set(ranges.flatMap((range) => clockChangeDays(timeZone, range)))])
  // A day without openings gets an interval that contains no instant, so that it is still known as a day with a clock
  // change.
  const spans = officeSpans(properties, ({ timeZone }) => changes.get(timeZone) ?? [], [0, 0])
  const changed =
    spans &&
    sql`(SELECT office AS changed_property, on_day AS changed_day, groupArray((opens, closes)) AS changed_spans FROM ${spans} GROUP BY changed_property, changed_day)`
  const joins: JoinSql = (companyId) => sql`${kind.joins?.(companyId) ?? raw('')}
LEFT ANY JOIN (SELECT id AS hours_property, office_hours, holidays FROM properties FINAL WHERE company_id = ${companyId}) AS hours
  ON hours.hours_property = r.${raw(kind.property)}
${changed ? sql`LEFT ANY JOIN ${changed} AS changed ON changed.changed_property = r.${raw(kind.property)} AND changed.changed_day = r.${raw(dayColumn)}` : raw('')}`
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
      ...(kind.fields ?? []),
      sql`multiIf(empty(office_hours), 0, ${changed ? sql`changed_property != 0, NOT ${inSpan}, ` : raw('')}NOT (${byClock})) AS off_hours`,
    ],
  }
}
