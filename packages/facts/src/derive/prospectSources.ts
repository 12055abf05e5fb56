import type { EntityName } from '@leaselight/contract'
import { typesOfColumns } from '../tables/columns'
import { LIVE_LEASE } from './live'
import { type Keys, ofThesePeople, type Read, readAll, readOfPeople } from './narrow'
import { ofProspects, RecordCodes } from './people'

/** What is kept of a prospect beside its sources. */
const PROSPECT_COLUMNS = ['created_day', 'property_id', 'agent_id'] as const

/** The columns that `prospect_sources` keeps, with their types. */
export const SOURCE_TYPES: Readonly<Record<string, string>> = {
  ...typesOfColumns('prospects', PROSPECT_COLUMNS),
  ...typesOfColumns('touches', ['touched_at', 'source']),
  /** Where the source is among all that touched the prospect, from 1 on, the earliest first. */
  place: 'UInt32',
  /** Whether there is no other source. */
  alone: 'UInt8',
  /** Whether the prospect ever signed a live lease, and ever visited. */
  leased: 'UInt8',
  visited: 'UInt8',
  /** The records that all rows of the prospect are made of, in its first. */
  records: 'Array(UInt64)',
}

/** The entities whose records tell which sources touched a prospect, and what came of it. */
export const sourceEntities: readonly EntityName[] = ['prospects', 'touches', 'visits', 'leases']

/** How `records` names them. */
export const sourceCodes = new RecordCodes(sourceEntities)

const NO_TOUCH = `CAST([], 'Array(Tuple(DateTime64(3, \\'UTC\\'), UInt64, String))')`

/** The records of prospects: of a touch its moment and source, of the others what they are. */
function recordsOf(companyId: number, read: Read, condition: string): string {
  const kinds = [
    { of: 'touches', touch: '[(touched_at, id, trimBoth(toString(source)))]', leased: '0', visited: '0' },
    { of: 'visits', touch: NO_TOUCH, leased: '0', visited: '1' },
    { of: 'leases', touch: NO_TOUCH, leased: LIVE_LEASE, visited: '0' },
  ] as const
  return kinds
    .map(
      ({ of, touch, leased, visited }) =>
        `SELECT prospect_id, ${sourceCodes.code(of, 'id')} AS record, ${touch} AS touch, toUInt8(${leased}) AS is_leased, toUInt8(${visited}) AS is_visited
      FROM ${read(of)} WHERE ${ofProspects(companyId)} AND ${condition}`,
    )
    .join('\nUNION ALL ')
}

/** Of touches at the same moment the one with the lower id is the first. */
const FIRST_OF_SOURCES = `arrayMap(one -> (one.1, one.3), arrayFilter((one, nth) -> nth = 1,
    arraySort(groupArrayArray(touch)) AS in_order, arrayEnumerateUniq(arrayMap(one -> one.3, in_order))))`

/**
 * People, each once for every source that touched them, at its first touch, in the order of these; without touches once for
 * their own source, at their creation.
 * @param people a SELECT of them with their columns, `id`, `created_at` and `own_source` among them
 * @param records a SELECT of `recordsOf`
 */
const sourcesFrom = (people: string, records: string): string =>
  // The engine keeps the right side in memory: the people, who are fewer and narrower.
  `SELECT * EXCEPT (sources, created_at, own_source), one.1 AS touched_at, one.2 AS source, length(sources) = 1 AS alone, place
FROM (
  SELECT people.*, leased, visited, reached_by,
    if(empty(touches), [(people.created_at, trimBoth(toString(people.own_source)))], touches) AS sources
  FROM (
    SELECT prospect_id AS person, max(is_leased) AS leased, max(is_visited) AS visited, ${FIRST_OF_SOURCES} AS touches, groupArray(record) AS reached_by
    FROM (${records}) GROUP BY prospect_id
  ) AS reached RIGHT JOIN (${people}) AS people ON people.id = reached.person
) ARRAY JOIN sources AS one, arrayEnumerate(sources) AS place`

/** The columns of people of whom the sources are wanted. */
export const SOURCED_COLUMNS: string = `id, ${PROSPECT_COLUMNS.join(', ')}, created_at, source AS own_source`

/**
 * The sources of people as `prospect_sources` has them, with `id` instead of `prospect_id`, from the records.
 * @param people the name of a SELECT of them, with `SOURCED_COLUMNS`
 */
export const sourcesOfPeople = (companyId: number, people: string): string =>
  sourcesFrom(`SELECT * FROM ${people}`, recordsOf(companyId, readAll, `prospect_id IN (SELECT id FROM ${people})`))

/**
 * The rows of `prospect_sources` of some prospects. People who are marked as no prospect have none.
 */
export function prospectSourceRows(companyId: number, prospects: Keys): string {
  const read = readOfPeople(companyId, prospects)
  const people = `SELECT known.* FROM (
      SELECT ${SOURCED_COLUMNS} FROM ${read('prospects')} WHERE company_id = ${Math.trunc(companyId)} AND NOT not_a_prospect) AS known
    ${ofThesePeople(prospects, 'known.id')}`
  const every = `SELECT every.* FROM (${recordsOf(companyId, read, '1')}) AS every
    ${ofThesePeople(prospects, 'every.prospect_id')}`
  return `SELECT * EXCEPT (id, reached_by), id AS prospect_id,
  if(place = 1, arraySort(arrayPushBack(reached_by, ${sourceCodes.code('prospects', 'id')})), []) AS records
FROM (${sourcesFrom(people, every)})`
}
