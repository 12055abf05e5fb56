import { type EntityName, entityOf } from '@leaselight/contract'
import { dayAt } from '@leaselight/model'
import { instantsOf } from '../../tables/columns'
import type { Row } from '../check/validator'

/** The first and last day of the places where the records of some rows may be; undefined where there is none. */
export type DaysOf = (rows: readonly Row[]) => { first: string; last: string } | undefined

/** The first and the last of some days. */
export function outerDays(days: readonly string[]): ReturnType<DaysOf> {
  let [first, last] = [days[0], days[0]]
  if (first === undefined || last === undefined) return undefined
  for (const day of days) {
    if (day < first) first = day
    if (day > last) last = day
  }
  return { first, last }
}

const DAY_MS = 86_400_000

/** The days of records that equal the rows, in whatever zone. */
export function ownDays(name: EntityName, rows: readonly Row[]): ReturnType<DaysOf> {
  const own = instantsOf(name).indexOf(entityOf(name).datedBy ?? '')
  // What is dated by a date has it in quotes.
  if (own < 0) return outerDays(rows.map(({ inspected }) => inspected.slice(1, -1)))
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { instants } of rows) {
    const instant = instants[own] ?? 0
    first = Math.min(first, instant)
    last = Math.max(last, instant)
  }
  return rows.length > 0 ? { first: dayAt(first - DAY_MS, 'UTC'), last: dayAt(last + DAY_MS, 'UTC') } : undefined
}
