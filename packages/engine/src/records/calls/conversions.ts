import type { QueryContext } from '../../plan/measures'
import { join, raw, type Sql, sql } from '../../plan/sql'
import { inCompany, inEitherPeriod, inScopedProperties, sinceEitherPeriod } from '../conditions'
import { fromSelect, type RecordType } from '../definition'
import { LIVE_LEASE } from '../live'
import { recordTypes } from '../recordTypes'

/** An appointment made later than this after a call is not attributed to it (milliseconds). */
const ATTRIBUTION_WINDOW_MS = 30 * 24 * 3_600_000

/**
 * First-time inbound calls of either period with their outcomes, each step only after the one before: `booked` (the
 * caller made an appointment within 30 days of the call, anywhere in the company), `toured` (a visit after that), and
 * `signed` (a live lease at or after that visit). The earliest of each step counts, so none is missed.
 */
export function callConversions(context: QueryContext): RecordType {
  return fromSelect({
    ...recordTypes.calls,
    later: { booked: 'appointments', toured: 'visits', signed: 'leases' },
    select: callConversionsSql(context),
  })
}

const ms = (column: string): Sql => raw(`toUnixTimestamp64Milli(${column})`)

/** What callers did after the call, in the order in which steps count. The instants of each become a list of its name. */
const STEPS = [
  { name: 'bookings', table: 'appointments', at: 'created', when: '1' },
  { name: 'tours', table: 'visits', at: 'visited', when: '1' },
  { name: 'signings', table: 'leases', at: 'signed', when: LIVE_LEASE },
] as const

function callConversionsSql(context: QueryContext): Sql {
  const anywhere = inCompany(context.companyId)
  const done = STEPS.map(
    ({ table, at, when }, step) =>
      sql`SELECT prospect_id, toUInt8(${step}) AS step, ${ms(`${at}_at`)} AS at FROM ${raw(table)} FINAL
      WHERE ${sinceEitherPeriod(`${at}_day`, context)} AND prospect_id != 0 AND ${anywhere} AND ${raw(when)}`,
  )
  const lists = STEPS.map(({ name }, step) => sql`groupArrayIf(at, step = ${step}) AS ${raw(name)}`)
  // 0 means none: no record is that old.
  const earliest = (name: string, from: string) => raw(`arrayMin(arrayFilter(at -> at >= ${from}, ${name}))`)
  return sql`WITH first_calls AS (
  SELECT * FROM calls FINAL
  WHERE ${inScopedProperties(context)} AND ${inEitherPeriod('started_day', context)} AND direction = 'inbound' AND caller_type = 'prospect-first-call'
)
SELECT first_calls.*, arrayMin(arrayFilter(at -> at >= ${ms('started_at')} AND at <= ${ms('started_at')} + ${ATTRIBUTION_WINDOW_MS}, bookings)) AS booked_ms,
  if(booked_ms = 0, 0, ${earliest('tours', 'booked_ms')}) AS toured_ms,
  if(toured_ms = 0, 0, ${earliest('signings', 'toured_ms')}) AS signed_ms,
  booked_ms != 0 AS booked, toured_ms != 0 AS toured, signed_ms != 0 AS signed
FROM first_calls
LEFT ANY JOIN (SELECT prospect_id AS of_caller, ${join(lists, ', ')} FROM (${join(done, ' UNION ALL ')})
    WHERE prospect_id IN (SELECT prospect_id FROM first_calls) GROUP BY prospect_id) AS steps
  ON steps.of_caller = first_calls.prospect_id`
}
