import type { DayRange } from '@leaselight/model'
import type { QueryContext } from '../../plan/measures'
import { all, raw, type Sql, sql } from '../../plan/sql'
import { inCompany, inEitherPeriod, inScopedProperties } from '../conditions'
import type { RecordType } from '../definition'
import { fromSelect } from '../recordTypes'

/** Prospects lost in either period, each with the furthest stage it ever reached and how many were lost in its period in all. */
export function lostProspects(context: QueryContext): RecordType {
  return fromSelect({
    label: 'Lost prospect',
    select: lostSql(context),
    prospect: 'id',
    isPeople: true,
    agent: 'agent_id',
    source: 'source',
    hasFirstContact: true,
    when: { column: 'lost_at', kind: 'instant' },
    periodColumn: 'of_period',
    details: raw(
      `concat(if(loss_reason = '', 'No reason given', loss_reason), if(next_step = '', '', concat(' · ', next_step)))`,
    ),
  })
}

function lostSql(context: QueryContext): Sql {
  const { companyId, current, prior, filters } = context
  // The whole is counted before rows are opened, so the reader's filters are asked for here too.
  const chosen = all([
    ...(filters.agentIds.length > 0 ? [sql`agent_id IN ${filters.agentIds}`] : []),
    ...(filters.sources.length > 0
      ? [sql`if(trimBoth(source) = '', 'Unknown', trimBoth(source)) IN ${filters.sources}`]
      : []),
    ...(filters.contacts.length > 0 ? [sql`first_contact_channel IN ${filters.contacts}`] : []),
  ])
  const lost = sql`SELECT id, property_id, agent_id, source, first_contact_channel, not_a_prospect, loss_reason, next_step,
    assumeNotNull(lost_at) AS lost_at, assumeNotNull(lost_day) AS lost_day
  FROM prospects FINAL
  WHERE ${inScopedProperties(context)} AND status = 'lost' AND ${inEitherPeriod('prospects.lost_day', context)} AND NOT not_a_prospect AND ${chosen}`
  const had = (table: string, condition = '1') =>
    sql`id IN (SELECT prospect_id FROM ${raw(table)} FINAL WHERE ${inCompany(companyId)} AND ${raw(condition)} AND prospect_id IN (SELECT id FROM lost))`
  const inPeriod = (range: DayRange | null, name: string): Sql =>
    range ? sql`if(lost_day BETWEEN toDate32(${range.start}) AND toDate32(${range.end}), ${name}, '')` : raw(`''`)
  return sql`WITH lost AS (${lost})
SELECT *, multiIf(
    ${had('leases', `kind = 'new' AND cancelled_at IS NULL`)}, 'lease',
    ${had('applications')}, 'application',
    ${had('visits')}, 'visit',
    ${had('appointments')}, 'appointment',
    'waiting') AS stage,
  arrayJoin(arrayFilter(period -> period != '', [${inPeriod(current, 'current')}, ${inPeriod(prior, 'prior')}])) AS of_period,
  count() OVER (PARTITION BY of_period) AS whole
FROM lost`
}
