import type { QueryContext } from '../../plan/measures'
import { raw, type Sql, sql } from '../../plan/sql'
import { agent, calendarDay, carry, firstContact, property, source, values } from '../carries'
import { inCompany, inEitherPeriod, inScopedProperties } from '../conditions'
import { fromSelect, type RecordType } from '../definition'
import { LIVE_LEASE } from '../live'

/** Prospects lost in either period, each with the furthest stage it ever reached. */
export function lostProspects(context: QueryContext): RecordType {
  return fromSelect({
    label: 'Lost prospect',
    since: ['prospects'],
    select: lostSql(context),
    prospect: 'id',
    isPeople: true,
    agent: 'agent_id',
    when: { column: 'lost_at', kind: 'instant' },
    details: raw(
      `concat(if(loss_reason = '', 'No reason given', loss_reason), if(next_step = '', '', concat(' · ', next_step)))`,
    ),
    ...carry(
      property('property_id'),
      agent('agent_id'),
      source('source'),
      firstContact('first_contact_channel'),
      calendarDay('lost_day'),
      values({ 'loss-reason': 'loss_reason', 'next-step': 'next_step', stage: 'stage' }),
    ),
  })
}

function lostSql(context: QueryContext): Sql {
  const lost = sql`SELECT id, property_id, agent_id, source, first_contact_channel, not_a_prospect, loss_reason, next_step,
    assumeNotNull(lost_at) AS lost_at, assumeNotNull(lost_day) AS lost_day
  FROM prospects FINAL
  WHERE ${inScopedProperties(context)} AND status = 'lost' AND ${inEitherPeriod('prospects.lost_day', context)} AND NOT not_a_prospect`
  const had = (table: string, condition = '1') =>
    sql`id IN (SELECT prospect_id FROM ${raw(table)} FINAL WHERE ${inCompany(context.companyId)} AND ${raw(condition)} AND prospect_id IN (SELECT id FROM lost))`
  return sql`WITH lost AS (${lost})
SELECT *, multiIf(
    ${had('leases', LIVE_LEASE)}, 'lease',
    ${had('applications')}, 'application',
    ${had('visits')}, 'visit',
    ${had('appointments')}, 'appointment',
    'waiting') AS stage
FROM lost`
}
