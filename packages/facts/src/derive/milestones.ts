import type { EntityName } from '@leaselight/contract'
import { KEPT_APPOINTMENT, LIVE_LEASE } from './live'
import { type Keys, ofThesePeople, type Read, readAll, readOfPeople } from './narrow'
import { ofProspects, RecordCodes } from './people'

/**
 * What a prospect reached, each from one kind of record, wherever in the company: a flag that is set by any record that
 * meets the condition.
 */
const FLAGS = {
  leased: { of: 'leases', when: LIVE_LEASE },
  applied: { of: 'applications', when: '1' },
  visited: { of: 'visits', when: '1' },
  booked: { of: 'appointments', when: '1' },
  kept: { of: 'appointments', when: KEPT_APPOINTMENT },
  by_ai: { of: 'conversations', when: `handled_by = 'ai'` },
} as const satisfies Record<string, { of: EntityName; when: string }>

/** What is known of a prospect's way: see `FLAGS`. */
export type Milestone = keyof typeof FLAGS

const flags = Object.keys(FLAGS) as Milestone[]

/** The columns that `prospect_milestones` keeps, with their types. `records` are those that a row is made of. */
export const MILESTONE_TYPES = {
  ...Object.fromEntries(flags.map((flag) => [flag, 'UInt8'])),
  records: 'Array(UInt64)',
}

/** The entities whose records milestones are made of. */
export const milestoneEntities: readonly EntityName[] = [...new Set(flags.map((flag) => FLAGS[flag].of))]

/** How `records` names them. */
export const milestoneCodes = new RecordCodes(milestoneEntities)

/**
 * What prospects reached, one row for each that has a record (`prospect_id` and the milestones).
 * @param prospects a SELECT of their ids
 * @param wanted the milestones to look for, so that a question reads no records in vain
 */
export const prospectMilestones = (companyId: number, prospects: string, wanted: readonly Milestone[]): string =>
  milestonesFrom(recordsOf(companyId, wanted, readAll, `prospect_id IN (${prospects})`), wanted)

/** The rows of `prospect_milestones` of some prospects, also of those without records. */
export function milestoneRows(companyId: number, prospects: Keys): string {
  const records = `SELECT records.* FROM (${recordsOf(companyId, flags, readOfPeople(companyId, prospects), '1')}) AS records
    ${ofThesePeople(prospects, 'records.prospect_id')}`
  const columns = Object.keys(MILESTONE_TYPES).map((column) => `found.${column} AS ${column}`)
  return `SELECT listed.prospect_id AS prospect_id, ${columns.join(', ')}
FROM (SELECT DISTINCT prospect_id FROM (${prospects.select})) AS listed
LEFT JOIN (${milestonesFrom(records, flags, ', arraySort(groupArray(record)) AS records')}) AS found ON found.prospect_id = listed.prospect_id`
}

const milestonesFrom = (records: string, wanted: readonly Milestone[], further = ''): string =>
  `SELECT prospect_id, ${wanted.map((one) => `max(is_${one}) AS ${one}`).join(', ')}${further}
FROM (${records}) GROUP BY prospect_id`

/** The records that tell of some milestones. */
function recordsOf(companyId: number, wanted: readonly Milestone[], read: Read, condition: string): string {
  const tells = (entity: EntityName) => wanted.some((one) => FLAGS[one].of === entity)
  const selects = milestoneEntities.filter(tells).map((entity) => {
    const columns = wanted.map((one) => {
      const { of, when } = FLAGS[one]
      return `toUInt8(${of === entity ? when : 0}) AS is_${one}`
    })
    return `SELECT prospect_id, ${milestoneCodes.code(entity, 'id')} AS record, ${columns.join(', ')} FROM ${read(entity)}
      WHERE ${ofProspects(companyId)} AND ${condition}`
  })
  return selects.join('\nUNION ALL ')
}
