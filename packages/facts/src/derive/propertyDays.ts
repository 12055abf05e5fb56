import type { EntityName } from '@leaselight/contract'
import { sortDay, typesOfColumns } from '../tables/columns'
import { DEEDS } from './activeDays'
import { type ChangedKeys, type Keys, LONG_AGO, ofCompany, prospectOf, readAll, readOf } from './narrow'
import { selectMarked } from './peopleTable'

/** Records of an entity that are added up by day: those that meet conditions. */
interface DaySum {
  of: EntityName
  met: readonly string[]
  /** The day that they count on, where it is not the one that the records are sorted by. */
  on?: string
}

const byChannel = (channel: string): DaySum => ({
  of: 'messages',
  met: [DEEDS.messageFromUs.when, `channel = '${channel}'`],
})

const INBOUND = `direction = 'inbound'`

/** What is added up for each day of a property, each in a column of its own. */
export const DAY_SUMS = {
  agent_emails: byChannel('email'),
  agent_texts: byChannel('text'),
  agent_facebook: byChannel('facebook'),
  bulk_emails: {
    of: 'messages',
    met: [`channel = 'email' AND direction = 'outbound' AND origin IN ('bulk', 'drip')`],
  },
  calls_from_us: { of: 'calls', met: [DEEDS.callFromUs.when] },
  inbound_calls: { of: 'calls', met: [INBOUND] },
  answered_calls: { of: 'calls', met: [INBOUND, `outcome = 'answered'`] },
  appointments: { of: 'appointments', met: [DEEDS.appointment.when] },
  visits: { of: 'visits', met: [] },
  walk_ins: { of: 'visits', met: ['appointment_id = 0'] },
  units_shown: { of: 'visits', met: ['unit_shown'] },
  applications: { of: 'applications', met: [] },
  leases: { of: 'leases', met: [DEEDS.lease.when] },
  leads: { of: 'prospects', met: [] },
  referrals: { of: 'prospects', met: ['is_referral'] },
  qualified: { of: 'prospects', met: [], on: 'qualified_day' },
} as const satisfies Record<string, DaySum>

const sums: readonly (readonly [string, DaySum])[] = Object.entries(DAY_SUMS)

/** The entities whose records are added up. */
export const summedEntities: readonly EntityName[] = [...new Set(sums.map(([, { of }]) => of))]

/** The columns that `property_days` keeps, with their types. */
export const PROPERTY_DAY_TYPES: Readonly<Record<string, string>> = {
  day: 'Date32',
  ...typesOfColumns('messages', ['property_id']),
  not_a_prospect: 'UInt8',
  ...Object.fromEntries(sums.map(([name]) => [name, 'UInt32'])),
  /** The records that a row is made of, where nothing else tells on which day they counted before they changed. */
  records: 'Array(UInt64)',
}

/** The records of an entity that count on one of their days. */
interface Counted {
  entity: EntityName
  day: string
  sums: readonly (readonly [string, DaySum])[]
  /** 0 where they count on the day that they are sorted by; otherwise its rows are of these records alone. */
  part: number
}

const countedOn = (on: string | undefined): Omit<Counted, 'part'>[] =>
  summedEntities.flatMap((entity) => {
    const own = sums.filter(([, sum]) => sum.of === entity && sum.on === on)
    return own.length > 0 ? [{ entity, day: on ?? sortDay(entity) ?? '', sums: own }] : []
  })

const everyCounted: readonly Counted[] = [
  ...countedOn(undefined).map((counted) => ({ ...counted, part: 0 })),
  ...[...new Set(sums.flatMap(([, { on }]) => on ?? []))]
    .flatMap(countedOn)
    .map((counted, index) => ({ ...counted, part: index + 1 })),
]

/** More than there are parts. */
const PARTS = 8

/**
 * Days are numbered, because the key of a derived table is a number; no record is older than the first. What counts on
 * a day that records are not sorted by has numbers of its own, so that few changes of others don't have it looked for.
 */
const numberOf = (day: string, part: number): string =>
  `(toUInt64(toInt32(assumeNotNull(${day})) - toInt32(${LONG_AGO})) * ${PARTS} + ${part})`

const conditionOf = ({ met }: DaySum): string => met.map((one) => `(${one})`).join(' AND ') || '1'

/** The condition for the records that count in any of the sums. */
const countsIn = ({ day, sums: own }: Counted): string =>
  `${day} IS NOT NULL AND (${own.map(([, sum]) => conditionOf(sum)).join(' OR ')})`

/**
 * The rows of `property_days` of some days: what happened at each property, without what deleted people did. A property's
 * removal hides its rows, as it hides records, and changes none of them.
 */
export function propertyDayRows(companyId: number, { select, few, isInPart }: Keys): string {
  const parts = everyCounted.flatMap((counted) => {
    const near = few?.filter((number) => number % PARTS === counted.part)
    return near?.length === 0 ? [] : [addedUp(companyId, counted, near)]
  })
  const key = ['day_number', 'day', 'property_id', 'not_a_prospect']
  const wantedDays = isInPart
    ? `WHERE ${isInPart('days.day_number')}`
    : `INNER JOIN (SELECT DISTINCT day_number AS of_day FROM (${select})) AS wanted ON wanted.of_day = days.day_number`
  return `SELECT ${key.map((one) => `days.${one} AS ${one}`).join(', ')}, ${sums.map(([name]) => `toUInt32(sum(days.${name})) AS ${name}`).join(', ')},
  arraySort(arrayFlatten(groupArray(days.records))) AS records
FROM (${parts.join('\nUNION ALL ')}) AS days
${wantedDays}
GROUP BY ${key.map((one) => `days.${one}`).join(', ')}`
}

/** A SELECT of what records add up to. @param near the numbers of the only days, where they are few */
function addedUp(companyId: number, counted: Counted, near: readonly number[] | undefined): string {
  const { entity, day, part } = counted
  const company = Math.trunc(companyId)
  const few = near && `${LONG_AGO} + arrayJoin([${near.map((number) => Math.floor(number / PARTS))}])`
  // PREWHERE before FINAL is correct here: its condition is on the key, and no version of a record at a place is left out.
  const atPlace = few && part === 0 ? `PREWHERE (company_id, ${day}) IN (SELECT toUInt64(${company}), ${few})` : ''
  const onDay = few && part > 0 ? `AND ${day} IN (SELECT ${few})` : ''
  const isOwn = entity === 'prospects'
  const person = prospectOf(entity)
  const noProspect = isOwn ? 'not_a_prospect' : `${person} IN (${selectMarked(companyId, 'noProspect')})`
  const isThere = isOwn ? '1' : `${person} NOT IN (${selectMarked(companyId, 'deleted')})`
  const numbers = sums.map(
    ([name, sum]) => `countIf(${counted.sums.some(([own]) => own === name) ? conditionOf(sum) : 0}) AS ${name}`,
  )
  return `SELECT ${numberOf('at_day', part)} AS day_number, at_day AS day, at_property AS property_id, no_prospect AS not_a_prospect,
    ${sums.map(([name]) => name).join(', ')}, ids AS records
  FROM (
    SELECT assumeNotNull(${day}) AS at_day, property_id AS at_property, toUInt8(${noProspect}) AS no_prospect,
      ${numbers.join(', ')}, ${part > 0 ? 'groupArray(toUInt64(id))' : `CAST([], 'Array(UInt64)')`} AS ids
    FROM ${entity} FINAL ${atPlace} WHERE ${ofCompany(companyId)} AND ${isThere} AND ${countsIn(counted)} ${onDay}
    GROUP BY at_day, at_property, no_prospect
  )`
}

/** SELECTs of every day on which anything is added up, or was. */
export const allPropertyDays = (companyId: number): string[] => [
  ...everyCounted.map(
    (counted) => `SELECT ${numberOf(counted.day, counted.part)} AS day_number
      FROM ${counted.entity} FINAL WHERE ${ofCompany(companyId)} AND ${countsIn(counted)}`,
  ),
  `SELECT day_number FROM property_days WHERE ${ofCompany(companyId)}`,
]

/** A SELECT of the days whose rows may differ after records of an entity changed. */
export function touchedPropertyDays(companyId: number, entity: EntityName, { ids, areFew }: ChangedKeys): string {
  const company = Math.trunc(companyId)
  // Every place where a record is, or was.
  const places = `SELECT ${numberOf('day', 0)} AS day_number FROM record_keys
    WHERE entity = '${entity}' AND scope IN (0, ${company}) AND id IN ${ids}`
  const elsewhere = everyCounted
    .filter((counted) => counted.entity === entity && counted.part > 0)
    .flatMap(({ day, part }) => [
      `SELECT ${numberOf(day, part)} AS day_number
        FROM ${(areFew ? readOf(companyId, ids) : readAll)(entity)}
        WHERE ${ofCompany(companyId)} AND id IN ${ids} AND ${day} IS NOT NULL`,
      `SELECT day_number FROM property_days WHERE ${ofCompany(companyId)} AND arrayExists(id -> id IN ${ids}, records)`,
    ])
  return [places, ...elsewhere, ...(entity === 'prospects' ? [touchedByMarks(companyId, ids)] : [])].join(
    '\nUNION DISTINCT ',
  )
}

/**
 * Of a prospect nothing but a mark matters to the days of their records, and those who never had one count as before. Without
 * any no record is read.
 */
function touchedByMarks(companyId: number, ids: string): string {
  const days = everyCounted
    .filter(({ entity }) => entity !== 'prospects')
    .map(
      ({ entity, day, part }) => `SELECT ${numberOf(day, part)} AS day_number FROM ${entity}
    WHERE ${ofCompany(companyId)} AND (SELECT count() FROM marked) > 0 AND ${prospectOf(entity)} IN (SELECT id FROM marked)
      AND ${day} IS NOT NULL`,
    )
  // The list of prospects may be long: it is in the statement once.
  return `SELECT day_number FROM (
    WITH marked AS (SELECT id FROM prospect_marks WHERE ${ofCompany(companyId)} AND id IN ${ids})
    ${days.join('\nUNION ALL ')})`
}
