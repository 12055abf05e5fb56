import { type Day, type OfficeHours, openIntervals } from '@leaselight/model'
import type { Property } from '../../access/companyRecords'
import { join, type Parameter, type Sql, sql } from '../../plan/sql'

/**
 * Open spans of offices on single days, as a table: `office` (the property's id), `on_day`, `opens` and `closes` in epoch
 * milliseconds; null without any. Offices that keep the same hours share their lines on the way to the engine: a thousand
 * properties keep some ten kinds of hours, and a statement has only so much room.
 * @param daysOf the days that matter in an office's zone
 * @param closedDaySpan a span that stands for a day without any, where the day itself must be told; otherwise there is no line
 */
export function officeSpans(
  properties: readonly Property[],
  daysOf: (office: OfficeHours) => readonly Day[],
  closedDaySpan?: readonly [opens: number, closes: number],
): Sql | null {
  const kinds = new Map<string, { kind: number; office: OfficeHours }>()
  const kept = properties.map(({ id, office }) => {
    const key = JSON.stringify(office)
    const known = kinds.get(key) ?? { kind: kinds.size, office }
    kinds.set(key, known)
    return { id, kind: known.kind }
  })
  const spans = [...kinds.values()].flatMap(({ kind, office }) =>
    daysOf(office).flatMap((day) => {
      const found = openIntervals(office, day)
      const told = found.length === 0 && closedDaySpan ? [closedDaySpan] : found
      return told.map(([opens, closes]) => ({ kind, day, opens, closes }))
    }),
  )
  if (spans.length === 0) return null
  return sql`(SELECT kept.entry.1 AS office, toDate32(spans.entry.2) AS on_day, toInt64(spans.entry.3) AS opens, toInt64(spans.entry.4) AS closes
  FROM ${zippedTable(
    kept.map(({ id }) => id),
    kept.map(({ kind }) => kind),
  )} AS kept
  INNER JOIN ${zippedTable(
    spans.map(({ kind }) => kind),
    spans.map(({ day }) => day),
    spans.map(({ opens }) => opens),
    spans.map(({ closes }) => closes),
  )} AS spans ON spans.entry.1 = kept.entry.2)`
}

/** Lists of equal length as a table of one column, `entry`. */
const zippedTable = (...columns: Parameter[]): Sql =>
  sql`(SELECT arrayJoin(arrayZip(${join(
    columns.map((column) => sql`${column}`),
    ', ',
  )})) AS entry)`
