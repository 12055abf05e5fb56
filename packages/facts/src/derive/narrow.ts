import type { EntityName } from '@leaselight/contract'
import { sortDay } from '../tables/columns'

/**
 * How a definition reads an entity's newest records: the text between FROM and WHERE. What few records changed is worked
 * out from the days and properties where these are. Of everything else nothing is read but one column.
 */
export type Read = (entity: EntityName) => string

/**
 * Up to so many records or keys are few: within this process, and on a server, which takes shorter statements. Of more, all
 * places are read anyway, and to name them takes longer.
 */
export const MOST_OF_FEW = { embedded: 5_000, server: 200 }

/** Keys of a derived table whose rows are worked out by one statement. */
export interface Keys {
  /** A SELECT of them. */
  select: string
  /** They themselves, where they are so few that only what is near their records is read. */
  few?: readonly number[]
  /**
   * Where they are all keys, or a part of them: the condition for a record's column that says which part it belongs to.
   * What meets it need not be looked up among the keys.
   */
  isInPart?: (column: string) => string
}

/** A SELECT of some numbers as a column. */
export const selectNumbers = (numbers: readonly number[], column: string): string =>
  `SELECT arrayJoin(CAST('[${numbers}]', 'Array(UInt64)')) AS ${column}`

/** Up to so many numbers a statement is planned faster when it lists them. Of 5,000, planning took a sixth longer in all. */
const MOST_LISTED = 1_000

/** Some numbers for the brackets of IN. */
export const inBrackets = (numbers: readonly number[]): string =>
  numbers.length > MOST_LISTED ? selectNumbers(numbers, 'number') : numbers.join(', ')

/** Before every record: the day before the first of a person. */
export const LONG_AGO = "toDate32('1900-01-01')"

/** The condition for a company's rows. */
export const ofCompany = (companyId: number): string => `company_id = ${Math.trunc(companyId)}`

/** Reads every record. */
export const readAll: Read = (entity) => `${entity} FINAL`

/** The keys of an entity's records that changed, as a statement names them. */
export interface ChangedKeys {
  /** What follows IN: a list, or a SELECT. */
  ids: string
  /** Whether they are so few that only what is near them is read. */
  areFew: boolean
}

/** The column that names the prospect of an entity's records. */
export const prospectOf = (entity: EntityName): string => (entity === 'prospects' ? 'id' : 'prospect_id')

/**
 * The records of an entity at the places that are named: PREWHERE before FINAL is correct here because its conditions are on
 * the key, so that of a record all versions at a place are read, or none.
 */
function readAt(entity: EntityName, places: (place: string) => string): string {
  const day = sortDay(entity)
  if (!day) return readAll(entity)
  return `${entity} FINAL PREWHERE (company_id, ${day}, property_id) IN (${places(`company_id, ${day}, property_id`)})`
}

/** Reads the records where some people have any. @param people for the brackets of IN: their ids, or a SELECT of them */
export const readNear =
  (companyId: number, people: string): Read =>
  (entity) =>
    readAt(
      entity,
      (place) =>
        `SELECT ${place} FROM ${entity} WHERE company_id = ${Math.trunc(companyId)} AND ${prospectOf(entity)} IN (${people})`,
    )

/** Reads the records of the people whose rows are worked out, and at most of others who have records near theirs. */
export function readOfPeople(companyId: number, { few, isInPart }: Keys): Read {
  if (isInPart)
    return (entity) =>
      `(SELECT * FROM ${entity} FINAL WHERE ${ofCompany(companyId)} AND ${isInPart(prospectOf(entity))})`
  return few ? readNear(companyId, inBrackets(few)) : readAll
}

/**
 * Leaves out the records of others; an INNER JOIN, since a cluster can't nest the UNION of all prospects in conditions of a
 * UNION.
 * @param person the column that names the person of a record
 */
export const ofThesePeople = ({ select, isInPart }: Keys, person: string): string =>
  isInPart
    ? ''
    : `INNER JOIN (SELECT DISTINCT prospect_id FROM (${select})) AS wanted ON wanted.prospect_id = ${person}`

/** Reads the records where some of them are, or were. @param ids what follows IN */
export const readOf =
  (companyId: number, ids: string): Read =>
  (entity) =>
    readAt(
      entity,
      () => `SELECT company_id, day, property_id FROM record_keys
        WHERE entity = '${entity}' AND scope IN (0, ${Math.trunc(companyId)}) AND id IN ${ids}`,
    )
