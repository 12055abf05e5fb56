import type { EntityName } from '@leaselight/contract'
import { typesOfColumns } from '../tables/columns'
import { KEPT_APPOINTMENT } from './live'
import { type Read, readAll, readNear } from './narrow'
import { ofProspects, RecordCodes } from './people'

const DAY_MS = 86_400_000

/** Later than anything: what has no end. */
const FAR = 'toInt64(9000000000000000)'

/** How a prospect is looked after at a moment; of several, the highest counts. */
export const CARE = {
  none: 0,
  /** Contacted 24 to 48 hours ago. */
  yellow: 1,
  /** Contacted within 24 hours, or with an appointment ahead. */
  green: 2,
  /** With a lease of their own, so that nobody waits. */
  leased: 3,
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
  /** The moments at which it changes, in order, and how it is from then on: see `CARE`. Before the first it is `none`. */
  turns: 'Array(Tuple(from_ms Int64, care UInt8))',
  /**
   * The answers of people in order. One without a time counts at the end of its day, and comes after one that has its
   * time in the same millisecond.
   */
  answers: 'Array(Tuple(at_ms Int64, day_only UInt8))',
  records: 'Array(UInt64)',
}

export type Care = 'turns' | 'answers'

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
 * How prospects were looked after: `prospect_id` and what is wanted, one row for each that has a record.
 * @param since the day before which contacts and appointments don't matter any more
 */
export const prospectCare = (companyId: number, wanted: Care, since: string): string =>
  careFrom(recordsOf(companyId, [wanted], readAll, since), [wanted])

const NEVER = "toDate32('2299-12-31')"
const LONG_AGO = "toDate32('1970-01-01')"

/** The day on which a prospect is lost, or never while they are open; a person who leased is done once their care ends. */
const OPEN_UNTIL = `multiIf(turns[-1].2 = ${CARE.leased} OR status = 'leased', ${LONG_AGO}, status != 'lost', ${NEVER}, ifNull(toDate32(lost_at), ${LONG_AGO}))`

/**
 * The rows of `prospect_care` of some prospects. People without a record of their own have none.
 * @param prospects a SELECT of their ids
 * @param few the same ids, where they are few
 */
export function careRows(companyId: number, prospects: string, few?: string): string {
  const all = ['turns', 'answers'] as const
  const read = few ? readNear(companyId, few) : readAll
  // A cluster can't nest the UNION of all prospects in conditions of a UNION.
  const wanted = `(SELECT DISTINCT prospect_id FROM (${prospects})) AS wanted`
  const every = `SELECT every.* FROM (${recordsOf(companyId, all, read)}) AS every
    INNER JOIN ${wanted} ON wanted.prospect_id = every.prospect_id`
  const people = `SELECT known.* FROM (
      SELECT id, ${PROSPECT_COLUMNS.join(', ')} FROM ${read('prospects')} WHERE company_id = ${Math.trunc(companyId)}) AS known
    INNER JOIN ${wanted} ON wanted.prospect_id = known.id`
  // The engine keeps the right side in memory: the people, who are narrower.
  return `SELECT * EXCEPT (id, told_by), id AS prospect_id,
  greatest(toDate32(created_at), toDate32(fromUnixTimestamp64Milli(turns[-1].1, 'UTC')), ${OPEN_UNTIL}) AS ends_day,
  arraySort(arrayPushBack(told_by, ${careCodes.code('prospects', 'id')})) AS records
FROM (
  SELECT people.*, turns, answers, told_by
  FROM (SELECT * EXCEPT (prospect_id), prospect_id AS person FROM (${careFrom(every, all, ['groupArray(record) AS told_by'])})) AS care
  RIGHT JOIN (${people}) AS people ON people.id = care.person
)`
}

/** What changes at a moment: how many contacts are less than 48 and less than 24 hours old or bookings run, and leases. */
const CHANGES = { contact: 0, over24: 1, over48: 2, booking: 3, lease: 4, leaseEnd: 5 } as const

/** A change as one number, so that they are sorted fast. */
const change = (at: string, what: keyof typeof CHANGES): string => `(${at}) * 8 + ${CHANGES[what]}`

const countOf = (what: keyof typeof CHANGES, change: string): string => `(bitAnd(${change}, 7) = ${CHANGES[what]})`

const running = (more: readonly (keyof typeof CHANGES)[], less: keyof typeof CHANGES): string =>
  `arrayCumSum(change -> ${more.map((what) => countOf(what, 'change')).join(' + ')} - ${countOf(less, 'change')}, ordered)`

const ORDERED = `arraySort(arrayConcat(
      arrayMap(at -> ${change('at', 'contact')}, groupArrayIf(begins, tells = 'contact') AS contacts),
      arrayMap(at -> ${change(`at + ${DAY_MS}`, 'over24')}, contacts),
      arrayMap(at -> ${change(`at + ${2 * DAY_MS}`, 'over48')}, contacts),
      groupArrayIf(${change('begins', 'booking')}, tells = 'booking' AND begins < ends),
      groupArrayIf(${change('ends', 'over24')}, tells = 'booking' AND begins < ends),
      groupArrayIf(${change('begins', 'lease')}, tells = 'lease' AND begins < ends),
      groupArrayIf(${change('ends', 'leaseEnd')}, tells = 'lease' AND begins < ends AND ends < ${FAR})))`

/** Of the changes at one moment the last tells how it is from then on. */
const TURNS = `arrayFilter((turn, before) -> turn.2 != before,
    arrayFilter((change, next) -> change.1 != next,
      arrayZip(
        arrayMap(change -> bitShiftRight(change, 3), ${ORDERED} AS ordered) AS moments,
        arrayMap((yellow, green, leased) -> toUInt8(multiIf(leased > 0, ${CARE.leased}, green > 0, ${CARE.green}, yellow > 0, ${CARE.yellow}, ${CARE.none})),
          ${running(['contact'], 'over48')}, ${running(['contact', 'booking'], 'over24')}, ${running(['lease'], 'leaseEnd')})),
      arrayShiftLeft(moments, 1, ${FAR})) AS changed,
    arrayShiftRight(changed.2, 1, toUInt8(${CARE.none})))`

const COLUMNS: Record<Care, string> = {
  turns: TURNS,
  answers: `arraySort(groupArrayIf((begins + if(is_day, ${DAY_MS - 1}, 0), is_day), is_answer))`,
}

const careFrom = (records: string, wanted: readonly Care[], further: readonly string[] = []): string =>
  `SELECT prospect_id, ${[...wanted.map((one) => `${COLUMNS[one]} AS ${one}`), ...further].join(', ')}
FROM (${records}) GROUP BY prospect_id`

function recordsOf(companyId: number, wanted: readonly Care[], read: Read, since?: string): string {
  const withTurns = wanted.includes('turns')
  const selects = tellers.flatMap((entity) => {
    const { when, kind, begins, ends = '0', answers, day }: CareRecords = RECORDS[entity]
    if (!(withTurns || answers)) return []
    const conditions = [
      when,
      ...(withTurns || !answers ? [] : [answers]),
      ...(since && day ? [`${day} >= toDate32('${since}')`] : []),
    ]
    return `SELECT prospect_id, ${careCodes.code(entity, 'id')} AS record, '${kind}' AS tells, ${begins} AS begins, toInt64(${ends}) AS ends,
        toUInt8(${answers ?? 0}) AS is_answer, toUInt8(${answers ? 'day_only' : 0}) AS is_day FROM ${read(entity)}
      WHERE ${ofProspects(companyId)} AND ${conditions.join(' AND ')}`
  })
  return selects.join('\nUNION ALL ')
}
