import { dayAt } from '@leaselight/model'
import type { QueryContext } from '../../plan/measures'
import { raw, type Sql, sql } from '../../plan/sql'
import { agent, calendarDay, carry, lazily, property, values } from '../carries'
import { inCompany, inEitherPeriod, inScopedProperties, instantSql } from '../conditions'
import { fromSelect, type RecordType } from '../definition'
import { inText } from '../inText'
import { byUnit } from '../tables/leases'

/** Leases of any kind that end in either period, each with its one outcome as known now. */
export function endingLeases(context: QueryContext): RecordType {
  return fromSelect({
    label: 'Lease',
    since: ['leases'],
    select: context.properties.length > 0 ? endingSql(context) : sql`SELECT ${noLease} WHERE 0`,
    agent: 'agent_id',
    when: { column: 'ends_on', kind: 'day' },
    ...byUnit,
    details: raw(
      `concat(outcome, ', ', ${inText('money', 'monthly_rent')}, if(outcome = 'renewed', concat(' → ', ${inText('money', 'new_rent')}), ''))`,
    ),
    ...carry(
      property('property_id'),
      agent('agent_id'),
      calendarDay('ends_on'),
      lazily(values({ home: `concat(toString(unit_id), ':', unit_name)` })),
    ),
  })
}

const noLease = raw(
  `toUInt64(0) AS id, toUInt64(0) AS property_id, toUInt64(0) AS agent_id, toUInt64(0) AS unit_id, toDate32('1970-01-01') AS ends_on,
  0 AS monthly_rent, 0 AS new_rent, '' AS outcome, 0 AS days_left`,
)

function endingSql(context: QueryContext): Sql {
  const { companyId, properties, now } = context
  const ending = sql`${inScopedProperties(context)} AND cancelled_at IS NULL AND ${inEitherPeriod('ends_on', context)}`
  // Each property uses its own local date.
  const today = sql`toDate32(transform(property_id, ${properties.map(({ id }) => id)}, ${properties.map(({ timeZone }) => dayAt(now.getTime(), timeZone))}, '1970-01-01'))`
  return sql`SELECT id, property_id, agent_id, unit_id, ends_on, monthly_rent,
    ifNull(renewal.rent, 0) AS new_rent,
    multiIf(renewal.previous != 0, 'renewed', moved_out_on <= today, 'moved out', notice_on <= today, 'notice', 'undecided') AS outcome,
    dateDiff('day', today, ends_on) AS days_left
  FROM (
    SELECT *, ${today} AS today FROM leases FINAL WHERE ${ending}
  ) AS lease
  LEFT ANY JOIN (
    SELECT previous_lease_id AS previous, argMax(monthly_rent, (signed_at, id)) AS rent FROM leases FINAL
    WHERE ${inCompany(companyId)} AND kind = 'renewal' AND cancelled_at IS NULL AND signed_at <= ${instantSql(now)}
      AND previous_lease_id IN (SELECT id FROM leases FINAL WHERE ${ending})
    GROUP BY previous
  ) AS renewal ON renewal.previous = lease.id`
}
