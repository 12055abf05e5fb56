import type { QueryOptions } from '@leaselight/facts'
import { addTo, assumedDelays, type Day, type Delay, type Delays, MIN_CASES, type Ripening } from '@leaselight/model'
import type { QueryRunner } from '../plan/cache'
import { dayColumn } from '../records/definition'
import { KEPT_APPOINTMENT, LIVE_LEASE } from '../records/live'
import { recordTypes } from '../records/recordTypes'

/** Prospects of a year are read, without the newest: what they do is still to come. */
const READ_DAYS = 365
const NEWEST_DAYS = 120

/** The events of each, as a condition on its table. */
const events: Record<Ripening, string> = {
  appointments: KEPT_APPOINTMENT,
  visits: '1',
  applications: '1',
  leases: LIVE_LEASE,
}

interface DelayRow extends Delay {
  ripening: Ripening
  cases: number
}

/**
 * Reads how long a company's prospects took from coming to their first appointment, visit, application, and lease. What
 * too few did takes the assumed days.
 */
export async function readDelays(
  facts: QueryRunner,
  companyId: number,
  today: Day,
  options: QueryOptions,
): Promise<Delays> {
  const parts = Object.entries(events).map(([ripening, condition]) => {
    const { when } = recordTypes[ripening as Ripening]
    const day = dayColumn(when?.column ?? '')
    return `SELECT '${ripening}' AS ripening, prospect_id, ${day} AS day FROM ${ripening} FINAL
    WHERE company_id = {company:UInt64} AND ${day} >= toDate32({first:String}) AND prospect_id != 0 AND ${condition}`
  })
  const rows = await facts.query<DelayRow>(
    `SELECT ripening, count() AS cases, quantileExact(0.5)(days) AS median, quantileExact(0.9)(days) AS most FROM (
  SELECT ripening, greatest(0, dateDiff('day', any(came), min(day))) AS days
  FROM (${parts.join('\n    UNION ALL\n    ')}) AS events
  INNER JOIN (SELECT id, created_day AS came FROM prospects FINAL WHERE company_id = {company:UInt64}
    AND created_day BETWEEN toDate32({first:String}) AND toDate32({last:String})) AS people ON people.id = events.prospect_id
  GROUP BY ripening, prospect_id
) GROUP BY ripening ORDER BY ripening`,
    { company: companyId, first: addTo(today, -READ_DAYS), last: addTo(today, -NEWEST_DAYS) },
    options,
  )
  const measured = rows
    .filter(({ cases }) => cases >= MIN_CASES)
    .map(({ ripening, median, most }) => [ripening, { median: Number(median), most: Math.max(1, Number(most)) }])
  return { ...assumedDelays, ...Object.fromEntries(measured) }
}
