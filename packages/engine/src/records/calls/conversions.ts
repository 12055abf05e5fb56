import type { QueryContext } from '../../plan/measures'
import { raw, type Sql, sql } from '../../plan/sql'
import { inCompany, inEitherPeriod, inScopedProperties } from '../conditions'
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

function callConversionsSql(context: QueryContext): Sql {
  const anywhere = inCompany(context.companyId)
  const instants = (table: string, instant: string, name: string, condition = '1'): Sql =>
    sql`(SELECT prospect_id AS ${raw(`of_${name}`)}, groupArray(${ms(instant)}) AS ${raw(name)} FROM ${raw(table)} FINAL
      WHERE ${anywhere} AND ${raw(condition)} AND prospect_id != 0 AND prospect_id IN (SELECT prospect_id FROM first_calls)
      GROUP BY prospect_id)`
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
LEFT ANY JOIN ${instants('appointments', 'created_at', 'bookings')} AS booking ON booking.of_bookings = first_calls.prospect_id
LEFT ANY JOIN ${instants('visits', 'visited_at', 'tours')} AS tour ON tour.of_tours = first_calls.prospect_id
LEFT ANY JOIN ${instants('leases', 'signed_at', 'signings', LIVE_LEASE)} AS signing ON signing.of_signings = first_calls.prospect_id`
}
