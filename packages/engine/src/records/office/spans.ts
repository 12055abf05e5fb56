import { type Day, type OfficeHours, openIntervals } from '@leaselight/model'
import type { Property } from '../../access/companyRecords'
import { join, type Parameter, type Sql, sql } from '../../plan/sql'

/**
 * Open intervals of offices on single days, as a table: `office` (the property's id), `on_day`, `opens`, and `closes`
 * in epoch milliseconds; null when there are none. Offices with the same hours share their lines in the parameters: a
 * thousand properties have about ten different schedules, and the size of a statement is limited.
 * @param daysOf the days to include, by the office's zone
 * @param closedDaySpan an interval for a day without openings, when that day must be included; otherwise it has no line
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

/** Lists of equal length as a table with one column, `entry`. */
const zippedTable = (...columns: Parameter[]): Sql =>
  sql`(SELECT arrayJoin(arrayZip(${join(
    columns.map((column) => sql`${column}`),
    ', ',
  )})) AS entry)`
