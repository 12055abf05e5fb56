import type { QueryContext } from '../../plan/measures'
import { raw, type Sql, sql } from '../../plan/sql'
import { agent, calendarDay, carry, firstContact, property, source, values } from '../carries'
import { inEitherPeriod, inScopedProperties } from '../conditions'
import { fromSelect, type RecordType } from '../definition'
import { withMilestones } from './milestones'

/** Prospects lost in either period, each with the furthest stage it ever reached. */
export function lostProspects(context: QueryContext): RecordType {
  return fromSelect({
    label: 'Lost prospect',
    since: ['prospects'],
    later: null,
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
  return sql`SELECT *, multiIf(leased, 'lease', applied, 'application', visited, 'visit', booked, 'appointment', 'waiting') AS stage
FROM (${withMilestones(context, lost, ['leased', 'applied', 'visited', 'booked'], false)})`
}
