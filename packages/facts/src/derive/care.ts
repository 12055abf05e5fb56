import type { EntityName } from '@leaselight/contract'
import { typesOfColumns } from '../tables/columns'
import { KEPT_APPOINTMENT } from './live'
import { type Keys, ofThesePeople, type Read, readAll, readOfPeople } from './narrow'
import { ofProspects, RecordCodes } from './people'

const DAY_MS = 86_400_000

/** Later than anything: what has no end. */
const FAR = 'toInt64(9000000000000000)'

/** The state of a prospect at a moment; of several, the highest counts. */
export const STATE = {
  red: 0,
  /** Contacted 24 to 48 hours ago. */
  yellow: 1,
  /** Contacted within 24 hours, or with an appointment or a follow-up ahead. */
  green: 2,
  /** Not there yet, with a lease of their own, or lost. */
  inactive: 3,
} as const

/** What it keeps of a prospect beside their care: what questions about it filter, group and date people by. */
const PROSPECT_COLUMNS = [
  ...['property_id', 'agent_id', 'source', 'first_contact_channel', 'not_a_prospect', 'status'],
  ...['created_at', 'created_day', 'created_offset', 'day_only', 'lost_at', 'next_follow_up_at'],
]

/** The columns that `prospect_care` keeps, with their types. `records` are those that a row is made of. */
export const CARE_TYPES = {
  /**
   * The UTC day from which on nothing about the prospect changes any more: they are lost or leased, and their last care is
   * over. Rows are sorted by it, so that a question skips people who were done before.
   */
  ends_day: 'Date32',
  ...typesOfColumns('prospects', PROSPECT_COLUMNS),
  /** The moments at which their state changes, in order, and what it is from then on: see `STATE`. At first it is `inactive`. */
  turns: 'Array(Tuple(from_ms Int64, care UInt8))',
  /**
   * The answers of people in order. One without a time counts at the end of its day, and comes after one that has its
   * time in the same millisecond.
   */
  answers: 'Array(Tuple(at_ms Int64, day_only UInt8))',
  records: 'Array(UInt64)',
}

export type Care = 'turns' | 'answers'

/** What is collected from the records about people. */
type Collected = 'changes' | 'answers'

/** How the records of an entity tell of care. */
interface CareRecords {
  /** Which of them do. */
  when: string
  kind: 'contact' | 'booking' | 'lease'
  /** Epoch milliseconds: of a contact its moment, otherwise when care begins and ends. */
  begins: string
  ends?: string
  /** Which contacts are answers. */
  answers?: string
  /** The day by which a record's care is over, at most two days before. */
  day?: string
}

const milliseconds = (column: string): string => `toUnixTimestamp64Milli(${column})`

const RECORDS = {
  messages: {
    when: `direction = 'outbound' AND origin IN ('agent', 'ai')`,
    kind: 'contact',
    begins: milliseconds('sent_at'),
    answers: `origin = 'agent'`,
    day: 'sent_day',
  },
  calls: {
    when: `direction = 'outbound'`,
    kind: 'contact',
    begins: milliseconds('started_at'),
    answers: `handled_by = 'agent'`,
    day: 'started_day',
  },
  appointments: {
    when: '1',
    kind: 'booking',
    begins: milliseconds('created_at'),
    ends: `least(${milliseconds('starts_at')}, if(${KEPT_APPOINTMENT}, ${FAR}, ${milliseconds('status_at')}))`,
    day: 'starts_day',
  },
  leases: {
    when: `kind = 'new'`,
    kind: 'lease',
    begins: milliseconds('signed_at'),
    ends: `ifNull(${milliseconds('cancelled_at')}, ${FAR})`,
  },
} satisfies Partial<Record<EntityName, CareRecords>>

const byEntity: Partial<Record<EntityName, CareRecords>> = RECORDS

/** The entities whose records tell of care. */
const tellers = Object.keys(RECORDS) as (keyof typeof RECORDS)[]

/** The entities whose records a row is made of. */
export const careEntities: readonly EntityName[] = ['prospects', ...tellers]

/** How `records` names them. */
export const careCodes = new RecordCodes(careEntities)

/** The condition for the records of an entity that a row is made of: a prospect's own, and what tells of care. */
export const tellsOfCare = (entity: EntityName): string => byEntity[entity]?.when ?? '1'

/**
 * How prospects were looked after, from the records as `prospect_care` has it: `collected` is a SELECT of what these say of
 * each `prospect_id`, `value` the expression of what is wanted, over that and `columns` of the prospects.
 * @param since the day before which contacts and appointments don't matter any more
 */
export function prospectCare(
  companyId: number,
  wanted: Care,
  since: string,
): { collected: string; value: string; columns: readonly string[] } {
  const [needed, value, columns]: [Collected, string, string[]] =
    wanted === 'turns' ? ['changes', TURNS, STATE_COLUMNS] : ['answers', 'answers', []]
  return { collected: collectedFrom(recordsOf(companyId, [needed], readAll, since), [needed]), value, columns }
}

const NEVER = "toDate32('2299-12-31')"
const LONG_AGO = "toDate32('1970-01-01')"

/**
 * The rows of `prospect_care` of some prospects. People without a record of their own have none.
 */
export function careRows(companyId: number, prospects: Keys): string {
  const all = ['changes', 'answers'] as const
  const read = readOfPeople(companyId, prospects)
  const every = `SELECT every.* FROM (${recordsOf(companyId, all, read)}) AS every
    ${ofThesePeople(prospects, 'every.prospect_id')}`
  const people = `SELECT known.* FROM (
      SELECT id, ${PROSPECT_COLUMNS.join(', ')} FROM ${read('prospects')} WHERE company_id = ${Math.trunc(companyId)}) AS known
    ${ofThesePeople(prospects, 'known.id')}`
  // The engine keeps the right side in memory: the people, who are narrower.
  return `SELECT * EXCEPT (id, changes, record_codes), id AS prospect_id, ${TURNS} AS turns,
  greatest(toDate32(created_at), multiIf(empty(turns), ${LONG_AGO}, turns[-1].2 != ${STATE.inactive}, ${NEVER},
    toDate32(fromUnixTimestamp64Milli(turns[-1].1, 'UTC')))) AS ends_day,
  arraySort(arrayPushBack(record_codes, ${careCodes.code('prospects', 'id')})) AS records
FROM (
  SELECT people.*, changes, answers, record_codes
  FROM (SELECT * EXCEPT (prospect_id), prospect_id AS person FROM (${collectedFrom(every, all, ['groupArray(record) AS record_codes'])})) AS care
  RIGHT JOIN (${people}) AS people ON people.id = care.person
)`
}

/**
 * What changes at a moment: how many contacts are less than 48 and less than 24 hours old or bookings run, how many leases
 * run, and whether the prospect is there.
 */
const CHANGES = { contact: 0, over24: 1, over48: 2, booking: 3, lease: 4, leaseEnd: 5, created: 6, lost: 7 } as const

/** A change as one number, so that they are sorted fast. */
const change = (at: string, what: keyof typeof CHANGES): string => `(${at}) * 8 + ${CHANGES[what]}`

const countOf = (what: keyof typeof CHANGES, change: string): string => `(bitAnd(${change}, 7) = ${CHANGES[what]})`

const running = (more: readonly (keyof typeof CHANGES)[], less: keyof typeof CHANGES): string =>
  `arrayCumSum(change -> ${more.map((what) => countOf(what, 'change')).join(' + ')} - ${countOf(less, 'change')}, ordered)`

/** What the records about a prospect change. */
const RECORD_CHANGES = `arrayConcat(
      arrayMap(at -> ${change('at', 'contact')}, groupArrayIf(begins, tells = 'contact') AS contacts),
      arrayMap(at -> ${change(`at + ${DAY_MS}`, 'over24')}, contacts),
      arrayMap(at -> ${change(`at + ${2 * DAY_MS}`, 'over48')}, contacts),
      groupArrayIf(${change('begins', 'booking')}, tells = 'booking' AND begins < ends),
      groupArrayIf(${change('ends', 'over24')}, tells = 'booking' AND begins < ends),
      groupArrayIf(${change('begins', 'lease')}, tells = 'lease' AND begins < ends),
      groupArrayIf(${change('ends', 'leaseEnd')}, tells = 'lease' AND begins < ends AND ends < ${FAR}))`

/** Of a prospect, what decides about their state beside the records about them. */
const STATE_COLUMNS = ['created_at', 'status', 'lost_at', 'next_follow_up_at']

/** What their own columns change: a follow-up ahead is a booking. */
const OWN_CHANGES = `[${[
  change(`${milliseconds('created_at')} AS begins_ms`, 'created'),
  change(`if(status = 'lost', ifNull(${milliseconds('lost_at')}, 0), ${FAR})`, 'lost'),
  change('begins_ms', 'booking'),
  change(`greatest(ifNull(${milliseconds('next_follow_up_at')}, 0), begins_ms)`, 'over24'),
].join(', ')}]`

const STATE_OF_RUNNING = `toUInt8(multiIf(there <= 0 OR leases > 0, ${STATE.inactive}, green > 0, ${STATE.green}, yellow > 0, ${STATE.yellow}, ${STATE.red}))`

/**
 * When the state of a prospect changes, from `changes` and their columns. Of the changes at one moment the last tells how it
 * is from then on. One without an end is at `FAR`, and left out. A prospect whose status says leased, and who has no lease
 * that goes on, isn't active at any moment.
 */
const TURNS = `if(status = 'leased' AND every_turn[-1].2 != ${STATE.inactive}, [], arrayFilter((turn, before) -> turn.2 != before,
    arrayFilter((change, next) -> change.1 != next,
      arrayZip(
        arrayMap(change -> bitShiftRight(change, 3), arraySort(arrayConcat(changes, ${OWN_CHANGES})) AS ordered) AS moments,
        arrayMap((there, yellow, green, leases) -> ${STATE_OF_RUNNING},
          ${running(['created'], 'lost')}, ${running(['contact'], 'over48')}, ${running(['contact', 'booking'], 'over24')}, ${running(['lease'], 'leaseEnd')})),
      arrayShiftLeft(moments, 1, ${FAR})) AS changed,
    arrayShiftRight(changed.2, 1, toUInt8(${STATE.inactive}))) AS every_turn)`

const COLUMNS: Record<Collected, string> = {
  changes: RECORD_CHANGES,
  answers: `arraySort(groupArrayIf((begins + if(is_day, ${DAY_MS - 1}, 0), is_day), is_answer))`,
}

const collectedFrom = (records: string, wanted: readonly Collected[], further: readonly string[] = []): string =>
  `SELECT prospect_id, ${[...wanted.map((one) => `${COLUMNS[one]} AS ${one}`), ...further].join(', ')}
FROM (${records}) GROUP BY prospect_id`

function recordsOf(companyId: number, wanted: readonly Collected[], read: Read, since?: string): string {
  const withChanges = wanted.includes('changes')
  const selects = tellers.flatMap((entity) => {
    const { when, kind, begins, ends = '0', answers, day }: CareRecords = RECORDS[entity]
    if (!(withChanges || answers)) return []
    const conditions = [
      when,
      ...(withChanges || !answers ? [] : [answers]),
      ...(since && day ? [`${day} >= toDate32('${since}')`] : []),
    ]
    return `SELECT prospect_id, ${careCodes.code(entity, 'id')} AS record, '${kind}' AS tells, ${begins} AS begins, toInt64(${ends}) AS ends,
        toUInt8(${answers ?? 0}) AS is_answer, toUInt8(${answers ? 'day_only' : 0}) AS is_day FROM ${read(entity)}
      WHERE ${ofProspects(companyId)} AND ${conditions.join(' AND ')}`
  })
  return selects.join('\nUNION ALL ')
}
