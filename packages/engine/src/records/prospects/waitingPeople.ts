import { addTo } from '@leaselight/model'
import type { QueryContext } from '../../plan/measures'
import { join, raw, type Sql, sql } from '../../plan/sql'
import { agent, carry, firstContact, property, source } from '../carries'
import { inCompany, inScopedProperties, instantSql } from '../conditions'
import { dayColumn, fromSelect, type RecordType } from '../definition'
import { KEPT_APPOINTMENT, LIVE_LEASE } from '../live'

/** How far back someone may have called, asked, or toured. */
const WAITING_DAYS = 30
/** How long after a tour its follow-up is due. */
const FOLLOW_UP_HOURS = 24
/** Local days of one instant differ by at most this many days between zones. */
const MAX_ZONE_DAYS = 2

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * People who wait now: each once, with since when (`waiting_at`) and what for (`missed`, `asked`, `toured`; 0 or 1). They
 * called and nobody answered, they wrote or came in online, or they toured a day ago or more; and since then nobody called
 * or wrote to them, answered a call, or booked them. Bulk and drip mail is no answer. People who leased, were lost, or are
 * no prospects don't wait.
 */
export const waitingPeople = (context: QueryContext): RecordType => waiting(waitingSql(context))

/** The same with the `rent` of their property and their `chance` to lease; null where too little is known. */
export function waitingPeopleAtStake(context: QueryContext): RecordType {
  const { stakes = [] } = context
  const known = (of: 'rent' | 'chance' | 'chanceAfterTour'): Sql => {
    const pairs = stakes.flatMap((one) => (one[of] === null ? [] : [[one.property, one[of]] as const]))
    // The map of a transformation can't be empty.
    if (pairs.length === 0) return raw("CAST(NULL, 'Nullable(Float64)')")
    const [properties, values] = [pairs.map(([property]) => property), pairs.map(([, value]) => value)]
    return sql`transform(property_id, ${properties}, CAST(${values}, 'Array(Nullable(Float64))'), NULL)`
  }
  return waiting(sql`SELECT waiting.*, ${known('rent')} AS rent, if(toured, ${known('chanceAfterTour')}, ${known('chance')}) AS chance
FROM (${waitingSql(context)}) AS waiting`)
}

function waiting(select: Sql): RecordType {
  return fromSelect({
    label: 'Waiting',
    rows: 'waiting people',
    since: ['prospects'],
    later: null,
    select,
    prospect: 'id',
    isPeople: true,
    isStock: true,
    isOfNow: true,
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

/** What someone waits for, as a number. */
const ASK = { missed: 0, asked: 1, toured: 2 } as const
type Ask = keyof typeof ASK

const milliseconds = (at: string): string => `toUnixTimestamp64Milli(${at})`

/** What happened to a person: an ask, which may be open still, and whether it answers what was asked before. */
interface Happening {
  /** Which ask it is, as an SQL expression; -1 for none. */
  ask: string
  /** Whether it answers, as an SQL expression. */
  answers: string
  which?: string
  dayOnly?: boolean
}

/** One pass over each kind of fact, and no fact read twice: planning such a statement costs more than running it. */
function waitingSql(context: QueryContext): Sql {
  const { companyId, now, today } = context
  const until = instantSql(now)
  const from = addTo(today, -WAITING_DAYS)
  // Answers count wherever in the company they happened; some days earlier, since zones differ.
  const earliest = addTo(from, -MAX_ZONE_DAYS)
  const facts = (table: string, at: string, { ask, answers, which = '1', dayOnly = false }: Happening): Sql => {
    // An answer of which only the day is known may have been given at its end.
    const end = dayOnly ? `if(day_only AND ${answers}, addMilliseconds(${at}, ${DAY_MS - 1}), ${at})` : at
    return sql`SELECT prospect_id AS who, toInt8(${raw(ask)}) AS ask, toUInt8(${raw(answers)}) AS answers, ${raw(milliseconds(end))} AS moment,
      ${raw(dayColumn(at))} >= toDate32(${from}) AS is_recent FROM ${raw(table)} FINAL
      WHERE ${inCompany(companyId)} AND ${raw(dayColumn(at))} >= toDate32(${earliest}) AND ${raw(at)} <= ${until} AND prospect_id != 0 AND ${raw(which)}`
  }
  const unless = (answers: string, ask: Ask) => ({ ask: `if(${answers}, -1, ${ASK[ask]})`, answers, dayOnly: true })
  const answer = { ask: '-1', answers: '1' }
  const happened = [
    facts('calls', 'started_at', unless(`(direction = 'outbound' OR outcome = 'answered')`, 'missed')),
    facts('messages', 'sent_at', {
      ...unless(`direction = 'outbound'`, 'asked'),
      which: `(direction = 'inbound' OR origin IN ('agent', 'ai'))`,
    }),
    facts('visits', 'visited_at', { ask: `${ASK.toured}`, answers: '0' }),
    facts('appointments', 'created_at', { ...answer, which: KEPT_APPOINTMENT }),
    facts('applications', 'submitted_at', answer),
    sql`SELECT id AS who, toInt8(${raw(`${ASK.asked}`)}) AS ask, toUInt8(0) AS answers, ${raw(milliseconds('created_at'))} AS moment, 1 AS is_recent FROM prospects FINAL
      WHERE ${inScopedProperties(context)} AND created_day >= toDate32(${from}) AND created_at <= ${until} AND first_contact_channel NOT IN ('call', 'walk-in')`,
  ]
  const due = now.getTime() - FOLLOW_UP_HOURS * HOUR_MS
  // Of an ask and its moment one number, so that lists of them are short. Someone who toured was spoken to, so a tour
  // answers what came before it, but not itself.
  const isOpen = sql`one -> bitShiftRight(one, 2) > last_answer AND (bitAnd(one, 3) = ${raw(`${ASK.toured}`)} OR bitShiftRight(one, 2) > last_tour)`
  const is = (ask: Ask): Sql => raw(`arrayExists(one -> bitAnd(one, 3) = ${ASK[ask]}, open) AS ${ask}`)
  return sql`SELECT id, property_id, agent_id, source, first_contact_channel, not_a_prospect, 'current' AS period,
  waiting_at, missed, asked, toured
FROM (
  SELECT id, property_id, agent_id, source, first_contact_channel, not_a_prospect
  FROM prospects FINAL WHERE ${inScopedProperties(context)} AND NOT not_a_prospect AND status NOT IN ('leased', 'lost') AND created_at <= ${until}
    AND id NOT IN (SELECT prospect_id FROM leases FINAL WHERE ${inCompany(companyId)} AND ${raw(LIVE_LEASE)} AND signed_at <= ${until})
) AS people
INNER JOIN (
  SELECT who, fromUnixTimestamp64Milli(bitShiftRight(arrayMin(open), 2), 'UTC') AS waiting_at, ${is('missed')}, ${is('asked')}, ${is('toured')} FROM (
    SELECT who, maxIf(moment, answers) AS last_answer, maxIf(moment, ask = ${raw(`${ASK.toured}`)}) AS last_tour,
      arrayFilter(${isOpen}, groupArrayIf(bitShiftLeft(moment, 2) + ask, ask >= 0 AND is_recent AND (ask != ${raw(`${ASK.toured}`)} OR moment <= ${due}))) AS open
    FROM (${join(happened, ' UNION ALL ')}) GROUP BY who
  ) WHERE notEmpty(open)
) AS asks ON asks.who = people.id`
}
