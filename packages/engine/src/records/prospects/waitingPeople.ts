import { addTo } from '@leaselight/model'
import type { QueryContext } from '../../plan/measures'
import { join, raw, type Sql, sql } from '../../plan/sql'
import { agent, carry, firstContact, property, source } from '../carries'
import { inCompany, inScopedProperties, instantSql } from '../conditions'
import { dayColumn, fromSelect, type RecordType } from '../definition'
import { KEPT_APPOINTMENT, LIVE_LEASE } from '../live'

/** How far back someone may have called, asked, or toured. */
export const WAITING_DAYS = 30
/** How long after a tour its follow-up is due. */
const FOLLOW_UP_HOURS = 24
/** Local days of one instant differ by at most this many days between zones. */
const MAX_ZONE_DAYS = 2
/** Shares and rents come from this many days, */
const HISTORY_DAYS = 365
/** which end so long ago that most people who sign have signed. */
const RIPE_DAYS = 60
/** The fewest people that a share of them is worth something for. */
const FEWEST = 20

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * People who wait now: each once, with since when (`waiting_at`), what for (`missed`, `asked`, `toured`; 0 or 1), and
 * the rent at stake. They called and nobody answered, they wrote or came in online, or they toured a day ago or more;
 * and since then nobody called or wrote to them, answered a call, or booked them. Bulk and drip mail is no answer.
 * People who leased, were lost, or are no prospects don’t wait.
 */
export function waitingPeople(context: QueryContext): RecordType {
  return fromSelect({
    label: 'Waiting',
    since: ['prospects'],
    select: waitingSql(context),
    prospect: 'id',
    isPeople: true,
    isStock: true,
    agent: 'agent_id',
    when: { column: 'waiting_at', kind: 'instant' },
    periodColumn: 'period',
    details: WAITS_FOR,
    ...carry(property('property_id'), agent('agent_id'), source('source'), firstContact('first_contact_channel')),
  })
}

/** What a person waits for, in words: "Missed call, no follow-up after a tour". */
export const WAITS_FOR = raw(
  `arrayStringConcat(arrayFilter(part -> part != '', [if(missed, 'Missed call', ''), if(asked, 'Unanswered question', ''), if(toured, 'No follow-up after a tour', '')]), ', ')`,
)

function waitingSql(context: QueryContext): Sql {
  const { companyId, now, today } = context
  const until = instantSql(now)
  const from = addTo(today, -WAITING_DAYS)
  // Answers count wherever in the company they happened; a day earlier, since zones differ.
  const earliest = addTo(from, -MAX_ZONE_DAYS)
  const people = sql`SELECT id, property_id, agent_id, source, first_contact_channel, not_a_prospect, created_at, created_day, day_only,
      trimBoth(concat(first_name, ' ', last_name)) AS name, phone, email
    FROM prospects FINAL WHERE ${inScopedProperties(context)} AND NOT not_a_prospect AND status NOT IN ('leased', 'lost') AND created_at <= ${until}
      AND id NOT IN (SELECT prospect_id FROM leases FINAL WHERE ${inCompany(companyId)} AND ${raw(LIVE_LEASE)} AND signed_at <= ${until})`
  const facts = (table: string, instant: string, condition: string, select: Sql): Sql =>
    sql`SELECT prospect_id AS who, ${select} FROM ${raw(table)} FINAL WHERE ${inCompany(companyId)} AND ${raw(dayColumn(instant))} >= toDate32(${earliest})
      AND ${raw(instant)} <= ${until} AND ${raw(condition)} AND prospect_id IN (SELECT id FROM people)`
  const ask = (at: string, kind: Kind): Sql => raw(`${at} AS at, ${dayColumn(at)} AS on_day, '${kind}' AS kind`)
  // A contact of which only the day is known may have been at its end.
  const timed = (instant: string): Sql =>
    raw(`if(day_only, addMilliseconds(${instant}, ${DAY_MS - 1}), ${instant}) AS at, 0 AS is_tour`)
  const answers = [
    facts('messages', 'sent_at', `direction = 'outbound' AND origin IN ('agent', 'ai')`, timed('sent_at')),
    facts('calls', 'started_at', `(direction = 'outbound' OR outcome = 'answered')`, timed('started_at')),
    facts('appointments', 'created_at', KEPT_APPOINTMENT, raw('created_at AS at, 0 AS is_tour')),
    facts('applications', 'submitted_at', '1', raw('submitted_at AS at, 0 AS is_tour')),
  ]
  const asks = [
    facts('calls', 'started_at', `direction = 'inbound' AND outcome != 'answered'`, ask('started_at', 'missed')),
    facts('messages', 'sent_at', `direction = 'inbound'`, ask('sent_at', 'asked')),
    facts('visits', 'visited_at', '1', ask('visited_at', 'toured')),
    sql`SELECT id AS who, ${ask('created_at', 'asked')} FROM people
      WHERE created_day >= toDate32(${earliest}) AND first_contact_channel NOT IN ('call', 'walk-in')`,
  ]
  const tours = facts('visits', 'visited_at', '1', raw('visited_at AS at, 1 AS is_tour'))
  const due = instantSql(new Date(now.getTime() - FOLLOW_UP_HOURS * HOUR_MS))
  // Someone who toured was spoken to, so a tour answers what came before it, but not itself.
  const open = sql`SELECT who, min(ask.at) AS waiting_at, max(kind = 'missed') AS missed, max(kind = 'asked') AS asked, max(kind = 'toured') AS toured
    FROM (${union(asks)}) AS ask
    LEFT ANY JOIN (SELECT who AS answered, maxIf(at, NOT is_tour) AS last_answer, maxIf(at, is_tour) AS last_tour
      FROM (${union([...answers, tours])}) GROUP BY answered) AS answer ON answered = who
    WHERE on_day >= toDate32(${from}) AND ask.at > last_answer
      AND if(kind = 'toured', ask.at <= ${due}, ask.at > last_tour)
    GROUP BY who`
  return sql`WITH people AS (${people})
SELECT people.id AS id, property_id, agent_id, source, first_contact_channel, not_a_prospect, name, phone, email,
  'current' AS period, waiting_at, missed, asked, toured,
  if(homes >= 1, rent, NULL) AS rent,
  multiIf(toured AND tourists >= ${FEWEST}, tourists_leased / tourists, NOT toured AND leads >= ${FEWEST}, leads_leased / leads, NULL) AS chance
FROM people
INNER JOIN (${open}) AS open ON open.who = people.id
LEFT ANY JOIN (${rentsSql(context)}) AS rents ON rents.at_property = property_id
LEFT ANY JOIN (${sharesSql(context)}) AS shares ON shares.at_property = property_id`
}

type Kind = 'missed' | 'asked' | 'toured'

const union = (parts: readonly Sql[]): Sql => join(parts, ' UNION ALL ')

/** The median rent of each property's new leases of the last year. */
function rentsSql(context: QueryContext): Sql {
  return sql`SELECT property_id AS at_property, quantileExactInclusive(0.5)(toFloat64(monthly_rent)) AS rent, count() AS homes FROM leases FINAL
  WHERE ${inScopedProperties(context)} AND ${raw(LIVE_LEASE)} AND signed_day > toDate32(${addTo(context.today, -HISTORY_DAYS)})
    AND signed_at <= ${instantSql(context.now)} GROUP BY property_id`
}

/** How many of each property's people leased, and of those who toured. */
function sharesSql(context: QueryContext): Sql {
  const { companyId, now, today } = context
  const end = addTo(today, -RIPE_DAYS)
  const behind = (table: string, condition: Sql): Sql =>
    sql`id IN (SELECT prospect_id FROM ${raw(table)} FINAL WHERE ${inCompany(companyId)} AND ${condition})`
  return sql`SELECT property_id AS at_property, count() AS leads, countIf(leased) AS leads_leased, countIf(toured) AS tourists,
    countIf(toured AND leased) AS tourists_leased FROM (
      SELECT property_id, ${behind('visits', sql`visited_at <= ${instantSql(now)}`)} AS toured,
        ${behind('leases', sql`${raw(LIVE_LEASE)} AND signed_at <= ${instantSql(now)}`)} AS leased
      FROM prospects FINAL WHERE ${inScopedProperties(context)} AND NOT not_a_prospect
        AND created_day > toDate32(${addTo(end, -HISTORY_DAYS)}) AND created_day <= toDate32(${end})
    ) GROUP BY property_id`
}
