import { chainedLeases } from '@leaselight/facts'
import type { Day } from '@leaselight/model'
import { join, raw, type Sql, sql } from '../../plan/sql'
import { carry, property } from '../carries'
import { fromSelect, type RecordType } from '../definition'
import { byUnit } from '../tables/leases'

/** Residents' leases are told apart by the month in which they end, up to so many months ahead. */
export const LEASE_MONTHS = 4
export const MONTH_DAYS = 30

/** Leases that ended within a year tell who leaves, */
const YEAR_DAYS = 365
/** once this many days have passed in which residents may move out late. */
const LATE_DAYS = 14

/** A day that doesn't come. */
export const FAR = raw(`toDate32('2200-01-01')`)
export const eachOf = (days: readonly Day[]): Sql => sql`toDate32(arrayJoin(${days}))`
export const isKnownLease = raw('signed_day <= by_day AND (cancelled_day IS NULL OR cancelled_day > by_day)')

/** What is read of a lease, in the order of `lease.1`, `lease.2`, … */
const LEASE = [
  ...['id', 'property_id', 'prospect_id', 'agent_id', 'unit_id', 'kind'],
  ...['signed_day', 'cancelled_day', 'starts_on', 'moved_in_on', 'notice_on', 'ends_on', 'days'],
]

/**
 * The leases that ended in the year before each day and whose residents were undecided in the middle of one of the last
 * months: `undecided` tells for each of these months whether they were (they lived there, with neither notice nor
 * renewal), and `has_left` whether they moved out.
 */
export function decidedLeasesSql(companyId: number, days: readonly Day[]): Sql {
  const middles = Array.from(
    { length: LEASE_MONTHS },
    (_, month) => sql`ends_on - ${MONTH_DAYS * month + MONTH_DAYS / 2}`,
  )
  const endedBefore = sql`arrayFilter(day -> ends_on > day - ${YEAR_DAYS + LATE_DAYS} AND ends_on <= day - ${LATE_DAYS}, arrayMap(day -> toDate32(day), ${days}))`
  // A window over each chain's leases would sort them all, and a lease on each of its days would be one of them.
  const leases = sql`SELECT ${raw(LEASE.map((field, at) => `lease.${at + 1} AS ${field}`).join(', '))}, left_on, arrayJoin(days) AS by_day
    FROM (
      SELECT minIf(moved_out_on, cancelled_day IS NULL) AS left_on, groupArrayIf((${raw(LEASE.join(', '))}), notEmpty(days)) AS ended
      FROM (SELECT *, ${endedBefore} AS days FROM ${raw(chainedLeases(companyId))}) GROUP BY root
    ) ARRAY JOIN ended AS lease`
  return sql`SELECT id, property_id, prospect_id, agent_id, unit_id, ends_on, by_day,
  arrayMap(at -> toUInt64(begun_on <= at AND decided_on > at AND out_on > at), [${join(middles, ', ')}]) AS undecided,
  renewed_on = ${FAR} AND out_on <= ends_on + ${LATE_DAYS} AS has_left, renewed_on < ${FAR} AS is_renewed
FROM (
  SELECT id, property_id, prospect_id, agent_id, unit_id, kind, ends_on, signed_day, by_day,
    greatest(signed_day, if(kind = 'renewal', starts_on, ifNull(moved_in_on, ${FAR}))) AS begun_on,
    arrayMin(arrayPushBack(arrayMap(one -> one.1, arrayFilter(one -> one.1 <= by_day AND one.2 > by_day, signings)), ${FAR})) AS renewed_on,
    least(renewed_on, if(notice_on <= by_day, ifNull(notice_on, ${FAR}), ${FAR})) AS decided_on,
    if(left_on <= by_day, ifNull(left_on, ${FAR}), ${FAR}) AS out_on
  FROM (${leases}) AS lease
  LEFT JOIN (
    SELECT previous_lease_id AS renewed_id, groupArray((signed_day, ifNull(cancelled_day, ${FAR}))) AS signings FROM leases FINAL
    WHERE company_id = ${companyId} AND kind = 'renewal' AND previous_lease_id != 0 GROUP BY renewed_id
  ) AS renewal ON renewal.renewed_id = lease.id
  WHERE ${isKnownLease}
) WHERE has(undecided, 1)`
}

/** These leases as records, by what was known on a day; how residents are expected to decide comes from them. */
export function decidedLeases(companyId: number, day: Day): RecordType {
  return fromSelect({
    label: 'Lease',
    since: ['leases'],
    select: decidedLeasesSql(companyId, [day]),
    when: { column: 'ends_on', kind: 'day' },
    ...byUnit,
    details: raw(`concat('lease ended, ', multiIf(has_left, 'moved out', is_renewed, 'renewed', 'stayed'))`),
    ...carry(property('property_id')),
  })
}
