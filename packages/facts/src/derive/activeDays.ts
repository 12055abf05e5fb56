import type { EntityName } from '@leaselight/contract'
import { sortDay } from '../tables/columns'
import { KEPT_APPOINTMENT, LIVE_LEASE } from './live'
import { LONG_AGO, prospectOf, readAll, readNear } from './narrow'
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
  records: 'Array(UInt64)',
}

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
 * @param prospects a SELECT of their ids
 * @param few the same ids, where they are few
 */
export function activeDayRows(companyId: number, prospects: string, few?: string): string {
  const read = few ? readNear(companyId, few) : readAll
  const records = activeEntities.map((entity) => {
    const isOwn = entity === 'prospects'
    return `SELECT ${prospectOf(entity)} AS person, ${sortDay(entity)} AS at_day, property_id AS at_property,
        ${activeCodes.code(entity, 'id')} AS record, toUInt8(${isOwn ? 1 : 0}) AS is_own,
        toUInt8(${isOwn ? 'not_a_prospect' : 0}) AS own_mark FROM ${read(entity)}
      WHERE company_id = ${Math.trunc(companyId)} AND person != 0 AND (${makesActive(entity)})`
  })
  // A cluster can't nest the UNION of all prospects in conditions of a UNION.
  return `SELECT person AS prospect_id, here.2 AS day, here.1 AS property_id, if(before.1 = here.1, before.2, ${LONG_AGO}) AS previous_day,
  is_elsewhere, if(is_elsewhere, person, 0) AS elsewhere_id, not_a_prospect, here.3 AS records
FROM (
  SELECT person, arraySort(one -> (one.1, one.2), groupArray((at_property, at_day, of_day))) AS days, days[1].1 != days[-1].1 AS is_elsewhere,
    max(mark) AS not_a_prospect
  FROM (
    SELECT person, at_property, at_day, arraySort(groupArray(record)) AS of_day, max(is_own) AS has_own, max(own_mark) AS mark
    FROM (${records.join('\nUNION ALL ')}) AS records
    INNER JOIN (SELECT DISTINCT prospect_id FROM (${prospects})) AS wanted ON wanted.prospect_id = records.person
    GROUP BY person, at_property, at_day
  ) GROUP BY person HAVING max(has_own)
) ARRAY JOIN days AS here, arrayPopBack(arrayPushFront(days, (toUInt64(0), ${LONG_AGO}, CAST([], 'Array(UInt64)')))) AS before`
}
