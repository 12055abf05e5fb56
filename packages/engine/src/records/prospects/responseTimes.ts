import { addTo, type DayRange } from '@leaselight/model'
import type { QueryContext } from '../../plan/measures'
import { raw, type Sql, sql } from '../../plan/sql'
import { agent, carry, firstContact, instant, property, source } from '../carries'
import { inCompany, inEitherPeriod, inScopedProperties, instantSql, periodsIn } from '../conditions'
import { fromSelect, type RecordType } from '../definition'
import { inText } from '../inText'
import { officeOpenTimes, openMilliseconds } from '../office/clock'
import { prospectsWithCare } from './care'

/** The local days of one instant differ by at most this many days between zones. */
const MAX_ZONE_DAYS = 2

/**
 * Prospects' contacts of either period that need a response: `opened_at`, and `seconds` until an agent responded, null
 * when none has. Only first contacts, or with the user's switch every exchange; in elapsed time or in open time.
 */
export function responseExchanges(context: QueryContext): RecordType {
  const exchange = context.filters.cumulativeResponseTime ? allExchanges(context) : firstContacts(context)
  return fromSelect({
    label: 'Waiting for an answer',
    since: ['prospects'],
    select: context.filters.useBusinessHours ? withOpenSeconds(exchange, context) : withElapsedSeconds(exchange),
    prospect: 'id',
    isPeople: true,
    ofPerson: !context.filters.cumulativeResponseTime,
    agent: 'agent_id',
    when: { column: 'opened_at', kind: 'instant' },
    details: raw(
      `if(isNull(seconds), 'not answered', concat('answered after ', ${inText('duration', 'assumeNotNull(seconds)')}))`,
    ),
    ...carry(
      property('property_id'),
      agent('agent_id'),
      source('source'),
      firstContact('first_contact_channel'),
      instant('opened_at'),
    ),
  })
}

const whose = raw('property_id, agent_id, source, first_contact_channel, not_a_prospect')
const answerable = raw(`first_contact_channel NOT IN ('call', 'walk-in')`)

const DAY_MS = 86_400_000

/**
 * Responses by people to the prospects in `waiting` up to now, anywhere in the company. A response with
 * only a day counts at the end of that day, so it is used only when no response with a time came before.
 */
function answersSql({ companyId, now }: QueryContext, waiting: Sql): Sql {
  const at = (column: string): Sql => raw(`if(day_only, addMilliseconds(${column}, ${DAY_MS - 1}), ${column})`)
  return sql`SELECT prospect_id, ${at('sent_at')} AS at, day_only FROM messages FINAL
    WHERE ${inCompany(companyId)} AND direction = 'outbound' AND origin = 'agent' AND sent_at <= ${instantSql(now)} AND prospect_id IN (${waiting})
  UNION ALL
  SELECT prospect_id, ${at('started_at')} AS at, day_only FROM calls FINAL
    WHERE ${inCompany(companyId)} AND direction = 'outbound' AND handled_by = 'agent' AND started_at <= ${instantSql(now)} AND prospect_id IN (${waiting})`
}

/**
 * Prospects created in the periods, each with the first response at or after that; without those whose response has no
 * time.
 */
function firstContacts(context: QueryContext): Sql {
  const isKnown = sql`answer.1 - if(answer.2, ${DAY_MS - 1}, 0) <= ${context.now.getTime()}`
  const people = prospectsWithCare(context, {
    care: 'answers',
    since: addTo(firstDay(context), -MAX_ZONE_DAYS),
    columns: sql`${whose}, created_at AS opened_at, created_day AS opened_day, created_offset AS opened_offset`,
    where: [
      inScopedProperties(context),
      inEitherPeriod('created_day', context),
      answerable,
      raw('NOT day_only AND NOT not_a_prospect'),
    ],
  })
  return sql`SELECT people.*, arrayFirst(answer -> answer.1 >= toUnixTimestamp64Milli(opened_at) AND ${isKnown}, answers) AS first_answer,
    fromUnixTimestamp64Milli(first_answer.1) AS answered_at
  FROM (${people}) AS people WHERE NOT first_answer.2`
}

/**
 * An exchange starts with the first contact that needs a response and ends with the next response; everything waiting
 * for the same response is one exchange, opened by the earliest.
 */
function allExchanges(context: QueryContext): Sql {
  const { companyId } = context
  const until = addTo(lastDay(context), MAX_ZONE_DAYS)
  const wrote = sql`SELECT prospect_id FROM messages FINAL WHERE ${inCompany(companyId)} AND direction = 'inbound' AND NOT day_only AND ${inEitherPeriod('sent_day', context)}`
  const people = sql`SELECT id, ${whose}, created_at, created_day, created_offset, day_only FROM prospects FINAL
    WHERE ${inScopedProperties(context)} AND NOT not_a_prospect AND ((${answerable} AND NOT day_only AND ${inEitherPeriod('created_day', context)}) OR id IN (${wrote}))`
  const waiting = sql`SELECT id FROM (${people})`
  const openers = sql`SELECT id AS who, 0 AS record, created_at AS at, created_day AS on_day, created_offset AS shift FROM (${people}) WHERE ${answerable} AND NOT day_only
    UNION ALL
    SELECT prospect_id, id, sent_at, sent_day, sent_offset FROM messages FINAL
    WHERE ${inCompany(companyId)} AND direction = 'inbound' AND NOT day_only AND sent_day <= toDate32(${until}) AND prospect_id IN (${waiting})`
  return sql`SELECT people.id AS id, property_id, agent_id, source, first_contact_channel, not_a_prospect, opened_at, opened_day, opened_offset, answered_at
    FROM (
      SELECT who, answer.at AS answered_at, min(opener.at) AS opened_at, argMin(on_day, (opener.at, record)) AS opened_day,
        argMin(shift, (opener.at, record)) AS opened_offset, min(answer.day_only) AS by_day
      FROM (${openers}) AS opener
      ASOF LEFT JOIN (${answersSql(context, waiting)}) AS answer ON opener.who = answer.prospect_id AND opener.at <= answer.at
      GROUP BY who, answered_at
    ) AS exchange INNER JOIN (${people}) AS people ON people.id = exchange.who
    WHERE NOT by_day AND ${inEitherPeriod('opened_day', context)}`
}

// A failed join yields the start of the epoch.
const answered = raw('toUnixTimestamp64Milli(answered_at) > 0')

function withElapsedSeconds(exchange: Sql): Sql {
  return sql`SELECT *, if(${answered}, (toUnixTimestamp64Milli(answered_at) - toUnixTimestamp64Milli(opened_at)) / 1000, NULL) AS seconds FROM (${exchange})`
}

/** Open milliseconds between opening and response, by the hours of the prospect's own office. */
function withOpenSeconds(exchange: Sql, context: QueryContext): Sql {
  const { companyId, properties, now } = context
  const days: DayRange = {
    start: addTo(firstDay(context), -MAX_ZONE_DAYS),
    end: addTo(now.toISOString().slice(0, 10), MAX_ZONE_DAYS),
  }
  const clock = officeOpenTimes(companyId, properties, days)
  const alwaysOpen = properties.filter((property) => property.office.hours.length === 0).map((property) => property.id)
  const open = openMilliseconds('opened_ms', 'answered_ms')
  const waited = alwaysOpen.length > 0 ? sql`if(property_id IN ${alwaysOpen}, answered_ms - opened_ms, ${open})` : open
  return sql`SELECT exchange.*, if(${answered}, ${waited} / 1000, NULL) AS seconds
    FROM (
      SELECT *, toUnixTimestamp64Milli(opened_at) AS opened_ms, toUnixTimestamp64Milli(answered_at) AS answered_ms FROM (${exchange})
    ) AS exchange
    LEFT ANY JOIN (${clock}) AS clock ON clock.office = exchange.property_id`
}

const firstDay = (context: QueryContext): string =>
  periodsIn(context)
    .map(({ start }) => start)
    .sort()[0] ?? context.today
const lastDay = (context: QueryContext): string =>
  periodsIn(context)
    .map(({ end }) => end)
    .sort()
    .at(-1) ?? context.today
