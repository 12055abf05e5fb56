import type { EntityName } from '@leaselight/contract'
import { sortDay, typesOfColumns } from '../tables/columns'
import { KEPT_APPOINTMENT, LIVE_LEASE } from './live'
import { type Keys, LONG_AGO, ofCompany, ofThesePeople, prospectOf, readOfPeople } from './narrow'
import { RecordCodes } from './people'

/**
 * What makes a person active, each the records of an entity that meet a condition; a record is the first that it can be.
 * Campaigns, bulk messages, and what an assistant sends do not.
 */
export const DEEDS = {
  created: { of: 'prospects', when: '1' },
  messageFromThem: { of: 'messages', when: `direction = 'inbound'` },
  messageFromUs: { of: 'messages', when: `direction = 'outbound' AND origin = 'agent'` },
  callFromThem: { of: 'calls', when: `direction = 'inbound'` },
  callFromUs: { of: 'calls', when: `direction = 'outbound' AND handled_by = 'agent'` },
  appointment: { of: 'appointments', when: KEPT_APPOINTMENT },
  visit: { of: 'visits', when: '1' },
  application: { of: 'applications', when: '1' },
  lease: { of: 'leases', when: LIVE_LEASE },
} as const satisfies Record<string, { of: EntityName; when: string }>

export type Deed = keyof typeof DEEDS

/** The columns that `prospect_days` keeps, with their types. `records` are those that a row is made of. */
export const DAY_TYPES = {
  day: 'Date32',
  property_id: 'UInt64',
  /** The person's last active day before this one at the property; long ago when there is none. */
  previous_day: 'Date32',
  /** Whether the person was ever active at another property, too. */
  is_elsewhere: 'UInt8',
  /** The person where they were, otherwise 0: read by questions for less than every person. */
  elsewhere_id: 'UInt64',
  not_a_prospect: 'UInt8',
  ...typesOfColumns('prospects', ['first_contact_channel']),
  /** The person's messages and calls of the day that came after they were created. */
  return_messages: 'UInt32',
  return_calls: 'UInt32',
  records: 'Array(UInt64)',
}

/** The records by which a person may come back, with the instant at which they do. */
const RETURNS: Partial<Record<EntityName, string>> = { messages: 'sent_at', calls: 'started_at' }

/** The entities whose records make people active. */
export const activeEntities: readonly EntityName[] = [...new Set(Object.values(DEEDS).map(({ of }) => of))]

/** How `records` names them. */
export const activeCodes = new RecordCodes(activeEntities)

/** The condition for the records of an entity that make their people active. */
export const makesActive = (entity: EntityName): string =>
  Object.values(DEEDS)
    .filter(({ of }) => of === entity)
    .map(({ when }) => `(${when})`)
    .join(' OR ') || '0'

/**
 * The rows of `prospect_days` of some prospects: each day on which one was active at a property. A prospect without a record
 * of their own has no rows.
 */
export function activeDayRows(companyId: number, prospects: Keys): string {
  const read = readOfPeople(companyId, prospects)
  const records = activeEntities.map((entity) => {
    const isOwn = entity === 'prospects'
    const returns = (of: EntityName) => (of === entity ? `direction = 'inbound'` : '0')
    const instant = isOwn ? 'created_at' : RETURNS[entity]
    return `SELECT ${prospectOf(entity)} AS person, ${sortDay(entity)} AS at_day, property_id AS at_property,
        ${activeCodes.code(entity, 'id')} AS record, ${instant ? `toUnixTimestamp64Milli(${instant})` : 'toInt64(0)'} AS at,
        toUInt8(${returns('messages')}) AS has_written, toUInt8(${returns('calls')}) AS has_called, toUInt8(${isOwn ? 1 : 0}) AS is_own,
        toUInt8(${isOwn ? 'not_a_prospect' : 0}) AS own_mark, ${isOwn ? 'toString(first_contact_channel)' : `''`} AS own_channel
      FROM ${read(entity)} WHERE ${ofCompany(companyId)} AND person != 0 AND (${makesActive(entity)})`
  })
  return `SELECT person AS prospect_id, here.2 AS day, here.1 AS property_id, if(before.1 = here.1, before.2, ${LONG_AGO}) AS previous_day,
  is_elsewhere, if(is_elsewhere, person, 0) AS elsewhere_id, not_a_prospect, first_contact_channel,
  arrayCount(at -> at > created, here.4) AS return_messages, arrayCount(at -> at > created, here.5) AS return_calls, here.3 AS records
FROM (
  SELECT person, arraySort(one -> (one.1, one.2), groupArray((at_property, at_day, of_day, written, called))) AS days,
    days[1].1 != days[-1].1 AS is_elsewhere, max(mark) AS not_a_prospect, max(channel) AS first_contact_channel, maxIf(created_at, has_own) AS created
  FROM (
    SELECT person, at_property, at_day, arraySort(groupArray(record)) AS of_day, max(is_own) AS has_own, max(own_mark) AS mark,
      max(own_channel) AS channel, maxIf(at, is_own) AS created_at, groupArrayIf(at, has_written) AS written, groupArrayIf(at, has_called) AS called
    FROM (${records.join('\nUNION ALL ')}) AS records
    ${ofThesePeople(prospects, 'records.person')}
    GROUP BY person, at_property, at_day
  ) GROUP BY person HAVING max(has_own)
) ARRAY JOIN days AS here, arrayPopBack(arrayPushFront(days, (toUInt64(0), ${LONG_AGO}, CAST([], 'Array(UInt64)'), CAST([], 'Array(Int64)'), CAST([], 'Array(Int64)')))) AS before`
}
