import { ASKS, type Ask, prospectWaits, WAITING_DAYS } from '@leaselight/facts'
import { addTo, type Day } from '@leaselight/model'
import type { QueryContext } from '../../plan/measures'
import { daySql, raw, type Sql, sql } from '../../plan/sql'
import { agent, carry, firstContact, property, source } from '../carries'
import { inScopedProperties, instantSql } from '../conditions'
import { fromSelect, type RecordType } from '../definition'

/** How long after a tour its follow-up is due. */
const FOLLOW_UP_HOURS = 24
/** Local days of one instant differ by at most this many days between zones. */
const MAX_ZONE_DAYS = 2

const HOUR_MS = 3_600_000

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

const due = (now: Date): number => now.getTime() - FOLLOW_UP_HOURS * HOUR_MS

/**
 * People with what they ask and nobody has answered yet: read from what was worked out at import, or from the records while
 * an import waits for that.
 */
function waitingSql(context: QueryContext): Sql {
  const { now, today } = context
  const at = sql`toInt64(${now.getTime()})`
  const from = addTo(today, -WAITING_DAYS)
  const isOpen = sql`one -> one.1 <= ${at} AND one.4 > ${at} AND one.3 >= ${daySql(from)} AND (one.2 != ${ASKS.toured} OR one.1 <= toInt64(${due(now)}))`
  const is = (ask: Ask): Sql => raw(`arrayExists(one -> one.2 = ${ASKS[ask]}, open) AS ${ask}`)
  return sql`SELECT id, property_id, agent_id, source, first_contact_channel, 0 AS not_a_prospect, 'current' AS period,
  fromUnixTimestamp64Milli(arrayMin(one -> one.1, open), 'UTC') AS waiting_at, ${is('missed')}, ${is('asked')}, ${is('toured')}
FROM (
  SELECT id, property_id, agent_id, source, first_contact_channel, arrayFilter(${isOpen}, asks) AS open FROM ${peopleWhoAsked(context, from)}
  WHERE ${inScopedProperties(context)} AND created_at <= ${instantSql(now)} AND (leased_ms = 0 OR leased_ms > ${at})
) WHERE notEmpty(open)`
}

/** What stands between FROM and WHERE for open prospects who asked anything since a day, with their asks. */
function peopleWhoAsked({ companyId, derived, today }: QueryContext, from: Day): Sql {
  // PREWHERE before FINAL is correct here because its conditions are on the key.
  if (derived.has('prospect_waits'))
    return sql`(SELECT *, prospect_id AS id FROM prospect_waits FINAL
    PREWHERE company_id = ${companyId} AND ends_day >= ${daySql(addTo(today, -MAX_ZONE_DAYS))})`
  // Answers count wherever in the company they happened; some days earlier, since zones differ.
  return sql`(SELECT *, toUInt64(${companyId}) AS company_id FROM (${raw(prospectWaits(companyId, addTo(from, -MAX_ZONE_DAYS)))}))`
}
