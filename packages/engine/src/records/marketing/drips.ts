import {
  CAMPAIGN_OUTCOMES,
  type CampaignOutcome,
  campaignOutcomes,
  isInTime,
  OUTCOME_DAYS,
  SENT_BY_CAMPAIGN,
} from '@leaselight/facts'
import { addTo, type DayRange } from '@leaselight/model'
import { Measure, measureOf, type QueryContext } from '../../plan/measures'
import { join, raw, type Sql, sql } from '../../plan/sql'
import { agent, calendarDay, campaign, carry, property } from '../carries'
import { inCompany, inEitherPeriod, inScopedProperties } from '../conditions'
import { type CountedRecords, fromSelect, type RecordType, table } from '../definition'
import { recordTypes } from '../recordTypes'

/** The local days of one instant differ by at most this many days between zones. */
const MAX_ZONE_DAYS = 2

const IS_SENT = raw(SENT_BY_CAMPAIGN)

/** The messages that campaigns sent. */
export function campaignMessages({ derived }: Pick<QueryContext, 'derived'>): Measure {
  const kind: RecordType = { ...recordTypes.messages, ...(derived.has('campaign_messages') && { counted: workedOut }) }
  return new Measure({ ...measureOf(kind).spec, conditions: [IS_SENT] })
}

/** The same as was worked out at import. Each message tells of the one before it to the same person. */
const workedOut: CountedRecords = {
  fromClause: table('campaign_messages'),
  people: {
    ...{ day: 'sent_day', previousDay: 'previous_day', severalADay: true },
    previousDayIn: { campaign: 'previous_in_campaign' },
    elsewhere: { is: raw('elsewhere_id != 0'), id: 'elsewhere_id' },
    met: [IS_SENT],
  },
}

/**
 * What prospects did within two weeks after a message of a campaign, one row per such message: it counts in the rows of
 * all of them, on the days they were sent. All of what they did is read beside the messages, once.
 */
export function factsAfterDrips(what: CampaignOutcome, context: QueryContext): Measure {
  const own = recordTypes[what]
  const kind = fromSelect({
    label: own.label,
    since: own.since,
    later: what,
    rows: 'what people did after drips',
    select: outcomesSql(context),
    counted: context.derived.has('campaign_messages') ? { fromClause: workedOutSql(context) } : undefined,
    prospect: 'person',
    agent: 'agent_id',
    // Dated by the message; the list shows when the fact itself happened.
    when: { column: 'sent_at', kind: 'instant' },
    details: raw('about'),
    ...carry(property('property_id'), agent('agent_id'), campaign, calendarDay('sent_day')),
  })
  return measureOf(kind).where`outcome = ${campaignOutcomes.indexOf(what)}`
}

/** Limits facts to days that a message of either period can have led to. */
function inWindow(at: string, { current, prior }: QueryContext): Sql {
  const reached = (range: DayRange | null) =>
    range && { start: addTo(range.start, -MAX_ZONE_DAYS), end: addTo(range.end, OUTCOME_DAYS + MAX_ZONE_DAYS) }
  return inEitherPeriod(at.replace(/_at$/, '_day'), { current: reached(current), prior: reached(prior) })
}

/** From the records, with what a list shows of them. */
function outcomesSql(context: QueryContext): Sql {
  const done = campaignOutcomes.map((what, place) => {
    const { at, when } = CAMPAIGN_OUTCOMES[what]
    const { fromClause, details = raw(`''`) } = recordTypes[what]
    return sql`SELECT toUInt8(${place}) AS outcome, id, prospect_id, agent_id, ${raw(at)} AS happened_at, ${details} AS about FROM ${fromClause}
        WHERE ${inCompany(context.companyId)} AND ${raw(when)} AND ${inWindow(at, context)}`
  })
  return sql`SELECT done.outcome AS outcome, done.id AS id, done.happened_at AS happened_at, done.agent_id AS agent_id, done.about AS about, drip.*
    FROM (SELECT property_id, prospect_id AS person, campaign_id, step, sent_at, sent_day FROM messages FINAL
      WHERE ${sentInScope(context)}) AS drip
    INNER JOIN (${join(done, ' UNION ALL ')}) AS done ON done.prospect_id = drip.person
    WHERE ${raw(isInTime('done.happened_at', 'drip.sent_at'))}`
}

/** The same as was worked out at import, without these. */
const workedOutSql = (context: QueryContext): Sql => sql`(
  SELECT property_id, prospect_id AS person, campaign_id, step, sent_at, sent_day, not_a_prospect, one.1 AS outcome, one.2 AS id, one.3 AS agent_id
  FROM (SELECT * FROM campaign_messages FINAL WHERE ${sentInScope(context)} AND notEmpty(outcomes)) ARRAY JOIN outcomes AS one)`

const sentInScope = (context: QueryContext): Sql =>
  sql`${inScopedProperties(context)} AND ${raw(SENT_BY_CAMPAIGN)} AND ${inEitherPeriod('sent_day', context)}`
