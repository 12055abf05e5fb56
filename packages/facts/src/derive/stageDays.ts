import type { EntityName } from '@leaselight/contract'
import { sortDay, typesOfColumns } from '../tables/columns'
import { KEPT_APPOINTMENT, LIVE_LEASE } from './live'
import { type Keys, LONG_AGO, ofCompany, ofThesePeople, readOfPeople } from './narrow'
import { ofProspects, RecordCodes } from './people'

/** The stages that prospects reach, each by the records of an entity that meet a condition. */
export const STAGES = {
  appointment: { of: 'appointments', when: KEPT_APPOINTMENT },
  visit: { of: 'visits', when: '1' },
  application: { of: 'applications', when: '1' },
  lease: { of: 'leases', when: LIVE_LEASE },
} as const satisfies Record<string, { of: EntityName; when: string }>

export type Stage = keyof typeof STAGES

const stages = Object.keys(STAGES) as Stage[]

/** The number of a stage in the rows. */
export const stageNumber = (stage: Stage): number => stages.indexOf(stage)

/** What is kept of the prospect, by which stages are grouped and filtered. */
const PROSPECT_COLUMNS = ['property_id', 'agent_id', 'source', 'first_contact_channel', 'not_a_prospect'] as const

/** The columns that `prospect_stages` keeps, with their types. `records` are those that a row is made of. */
export const STAGE_TYPES: Readonly<Record<string, string>> = {
  day: 'Date32',
  ...typesOfColumns('prospects', PROSPECT_COLUMNS),
  stage: 'UInt8',
  /** The last day before this one on which the prospect reached the stage; long ago when there is none. */
  previous_day: 'Date32',
  records: 'Array(UInt64)',
}

/** The entities whose records tell which stages prospects reached. */
export const stageEntities: readonly EntityName[] = ['prospects', ...stages.map((stage) => STAGES[stage].of)]

/** How `records` names them. */
export const stageCodes = new RecordCodes(stageEntities)

/** The condition for the records of an entity that tell of a stage, or of their prospect. */
export const tellsOfStage = (entity: EntityName): string =>
  stages.map((stage) => STAGES[stage]).find(({ of }) => of === entity)?.when ?? '1'

/**
 * The rows of `prospect_stages` of some prospects: each day on which one reached a stage, wherever in the company, with what
 * the prospect is. A prospect without a record of their own has no rows.
 */
export function stageDayRows(companyId: number, prospects: Keys): string {
  const read = readOfPeople(companyId, prospects)
  const records = stages.map((stage) => {
    const { of, when } = STAGES[stage]
    return `SELECT prospect_id, toUInt8(${stageNumber(stage)}) AS stage, ${sortDay(of)} AS at_day, ${stageCodes.code(of, 'id')} AS record
      FROM ${read(of)} WHERE ${ofProspects(companyId)} AND (${when})`
  })
  const people = `SELECT id, ${PROSPECT_COLUMNS.map((column) => `known.${column} AS ${column}`).join(', ')}
    FROM (SELECT id, ${PROSPECT_COLUMNS.join(', ')} FROM ${read('prospects')} WHERE ${ofCompany(companyId)}) AS known
    ${ofThesePeople(prospects, 'known.id')}`
  return `SELECT person AS prospect_id, here.1 AS day, ${PROSPECT_COLUMNS.join(', ')}, stage, before AS previous_day, here.2 AS records
FROM (
  SELECT person, stage, arraySort(one -> one.1, groupArray((at_day, of_day))) AS days
  FROM (
    SELECT records.prospect_id AS person, stage, at_day, arraySort(groupArray(record)) AS of_day
    FROM (${records.join('\nUNION ALL ')}) AS records ${ofThesePeople(prospects, 'records.prospect_id')}
    GROUP BY person, stage, at_day
  ) GROUP BY person, stage
) AS reached
INNER JOIN (${people}) AS people ON people.id = reached.person
ARRAY JOIN days AS here, arrayPopBack(arrayPushFront(arrayMap(one -> one.1, days), ${LONG_AGO})) AS before`
}
