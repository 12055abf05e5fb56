import type { EntityName } from '@leaselight/contract'
import { dayColumn, typesOfColumns } from '../tables/columns'
import { KEPT_APPOINTMENT, LIVE_LEASE } from './live'
import { type Keys, ofCompany, ofThesePeople, type Read, readAll, readOfPeople } from './narrow'
import { ofProspects, RecordCodes } from './people'

const DAY_MS = 86_400_000

/** An ask counts for so many days after its own: people who called earlier are not called back any more. */
export const WAITING_DAYS = 30

/** What people wait for, as a number: an answer to a missed call, to a question, or to a tour. */
export const ASKS = { missed: 0, asked: 1, toured: 2 } as const

export type Ask = keyof typeof ASKS

/** What happens to a person, in the order that counts at one moment: what closes asks comes after them. */
const EVENTS = { ...ASKS, answer: 3, answerOfDay: 4, tour: 5, never: 7 } as const

/** Later than anything: when an ask closes that was never answered. */
const FAR = 'toInt64(9000000000000000)'

/** What is kept of a prospect beside their asks. */
const PROSPECT_COLUMNS = ['property_id', 'agent_id', 'source', 'first_contact_channel', 'created_at']

/** The columns that `prospect_waits` keeps, with their types. `records` are those that a row is made of. */
export const WAIT_TYPES: Readonly<Record<string, string>> = {
  /** The last day on which any ask may be open, in UTC or where it happened: see `WAITING_DAYS`. Rows are sorted by it. */
  ends_day: 'Date32',
  ...typesOfColumns('prospects', PROSPECT_COLUMNS),
  /** The moment at which they signed their first live lease; 0 without one. */
  leased_ms: 'Int64',
  /** What they asked, see `ASKS`, and the moment from which on it was answered, in order. */
  asks: 'Array(Tuple(at_ms Int64, ask UInt8, on_day Date32, closes_ms Int64))',
  records: 'Array(UInt64)',
}

/** What the records of an entity say about waiting. */
interface WaitRecords {
  /** Which of them do. */
  when: string
  at: string
  /** Which of them answer, and which of `EVENTS` the others are. */
  answers: string
  asks?: Ask
  /** Whether the time of some is unknown. */
  dayOnly?: boolean
}

const RECORDS = {
  calls: {
    when: '1',
    at: 'started_at',
    answers: `(direction = 'outbound' OR outcome = 'answered')`,
    asks: 'missed',
    dayOnly: true,
  },
  messages: {
    when: `(direction = 'inbound' OR origin IN ('agent', 'ai'))`,
    at: 'sent_at',
    answers: `direction = 'outbound'`,
    asks: 'asked',
    dayOnly: true,
  },
  visits: { when: '1', at: 'visited_at', answers: '0', asks: 'toured' },
  appointments: { when: KEPT_APPOINTMENT, at: 'created_at', answers: '1' },
  applications: { when: '1', at: 'submitted_at', answers: '1' },
} satisfies Partial<Record<EntityName, WaitRecords>>

const byEntity: Partial<Record<EntityName, WaitRecords>> = RECORDS

const tellers = Object.keys(RECORDS) as (keyof typeof RECORDS)[]

/** The entities whose records a row is made of. */
export const waitEntities: readonly EntityName[] = ['prospects', ...tellers, 'leases']

/** How `records` names them. */
export const waitCodes = new RecordCodes(waitEntities)

/** The condition for the records of an entity that a row is made of. */
export const tellsOfWaiting = (entity: EntityName): string =>
  entity === 'leases' ? LIVE_LEASE : (byEntity[entity]?.when ?? '1')

const milliseconds = (column: string): string => `toUnixTimestamp64Milli(${column})`

/** An event: its place in their order as one number, its day where it happened, and its moment. */
const event = (what: string, at: string, later = '0'): string =>
  `(toInt64((${milliseconds(at)} + ${later}) * 8 + ${what}), ${dayColumn(at)}, ${milliseconds(at)})`

/** People who toured were spoken to: a tour closes what they asked before it, and not itself. */
function eventsOf({ at, answers, asks, dayOnly }: WaitRecords): string {
  if (asks === 'toured') return `[${event(`${ASKS.toured}`, at)}, ${event(`${EVENTS.tour}`, at)}]`
  // An answer of which only the day is known may have been given at its end.
  const isOfDay = dayOnly ? `(day_only AND ${answers})` : '0'
  const what = `multiIf(${isOfDay}, ${EVENTS.answerOfDay}, ${answers}, ${EVENTS.answer}, ${ASKS[asks ?? 'asked']})`
  return `[${event(what, at, `if(${isOfDay}, ${DAY_MS - 1}, 0)`)}]`
}

/**
 * What happened to prospects, one row for each record.
 * @param since the day before which nothing but leases matters
 */
function recordsOf(companyId: number, read: Read, since?: string): string {
  const happened = tellers.map((entity) => {
    const records: WaitRecords = RECORDS[entity]
    const { when, at } = records
    const conditions = [ofProspects(companyId), when, ...(since ? [`${dayColumn(at)} >= toDate32('${since}')`] : [])]
    return `SELECT prospect_id, ${waitCodes.code(entity, 'id')} AS record, ${eventsOf(records)} AS events, toInt64(0) AS signed_ms
      FROM ${read(entity)} WHERE ${conditions.join(' AND ')}`
  })
  const signed = `SELECT prospect_id, ${waitCodes.code('leases', 'id')} AS record, CAST([], 'Array(Tuple(Int64, Date32, Int64))') AS events,
      ${milliseconds('signed_at')} AS signed_ms FROM ${read('leases')} WHERE ${ofProspects(companyId)} AND ${LIVE_LEASE}`
  return [...happened, signed].join('\nUNION ALL ')
}

const EPOCH = "toDate32('1970-01-01')"

const what = (one: string): string => `bitAnd(${one}.1, 7)`

/** For each of a person's events the next one, itself or later, that is one of `EVENTS`, or the one that never comes. */
const next = (which: 'answer' | 'answerOfDay' | 'tour'): string =>
  `arrayReverseFill(one -> ${what('one')} IN (${EVENTS[which]}, ${EVENTS.never}), ordered)`

/** The asks among a person's events. An answer of a day counts from its beginning on for all that was asked until its end. */
const ASKED = `arrayFilter(one -> one.2 <= ${ASKS.toured}, arrayMap(
    (one, answer, of_day, tour) -> (one.3, toUInt8(${what('one')}), one.2,
      least(answer.3, of_day.3, if(${what('one')} = ${ASKS.toured}, ${FAR}, tour.3))),
    arraySort(arrayPushBack(arrayConcat(own_events, events), (${FAR} * 8 + ${EVENTS.never}, ${EPOCH}, ${FAR}))) AS ordered,
    ${next('answer')}, ${next('answerOfDay')}, ${next('tour')}))`

const ENDS = `addDays(${EPOCH}, arrayMax(one -> least(intDiv(one.4, ${DAY_MS}), toInt32(one.3) + ${WAITING_DAYS}), asks))`

/** Rows as `prospect_waits` has them, with `id` instead of `prospect_id`. @param people a SELECT of them */
const waitsFrom = (people: string, records: string): string =>
  // The engine keeps the right side in memory: the people, who are narrower.
  `SELECT id, ${PROSPECT_COLUMNS.join(', ')}, leased_ms, ${ASKED} AS asks, ${ENDS} AS ends_day,
  arraySort(arrayPushBack(made_of, ${waitCodes.code('prospects', 'id')})) AS records
FROM (
  SELECT people.*, events, leased_ms, made_of
  FROM (
    SELECT prospect_id AS person, groupArrayArray(events) AS events, minIf(signed_ms, signed_ms != 0) AS leased_ms, groupArray(record) AS made_of
    FROM (${records}) GROUP BY prospect_id
  ) AS happened RIGHT JOIN (${people}) AS people ON people.id = happened.person
) WHERE notEmpty(asks)`

/** People who came in by a call or at the door were spoken to; that they came otherwise is a question. */
const peopleOf = (companyId: number, read: Read): string =>
  `SELECT id, ${PROSPECT_COLUMNS.join(', ')},
    if(first_contact_channel NOT IN ('call', 'walk-in'), [${event(`${ASKS.asked}`, 'created_at')}], []) AS own_events
  FROM ${read('prospects')} WHERE ${ofCompany(companyId)} AND NOT not_a_prospect AND status NOT IN ('leased', 'lost')`

/**
 * The open prospects who asked anything, with their asks: the columns of `prospect_waits`, with `id` instead of `prospect_id`,
 * from the records.
 * @param since the day before which nothing that was asked matters any more
 */
export const prospectWaits = (companyId: number, since: string): string =>
  waitsFrom(peopleOf(companyId, readAll), recordsOf(companyId, readAll, since))

/**
 * The rows of `prospect_waits` of some prospects. People who are no prospects, leased, or are lost have none, nor have those
 * who asked nothing.
 */
export function waitRows(companyId: number, prospects: Keys): string {
  const read = readOfPeople(companyId, prospects)
  const people = `SELECT known.* FROM (${peopleOf(companyId, read)}) AS known ${ofThesePeople(prospects, 'known.id')}`
  const every = `SELECT every.* FROM (${recordsOf(companyId, read)}) AS every ${ofThesePeople(prospects, 'every.prospect_id')}`
  return `SELECT * EXCEPT (id), id AS prospect_id FROM (${waitsFrom(people, every)})`
}
