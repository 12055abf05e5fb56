import type { EntityName } from '@leaselight/contract'
import { ERASED } from '../erase/listed'
import { type ChangedKeys, ofCompany, prospectOf } from './narrow'

const BITS = 3
const CODES_OF_ID = 2 ** BITS

/** Numbers that stand for a record of any of some entities, at most eight. */
export class RecordCodes {
  constructor(private readonly entities: readonly EntityName[]) {}

  /** The number of a record. @param id an expression of its id */
  code(entity: EntityName, id: string): string {
    return `bitOr(bitShiftLeft(toUInt64(${id}), ${BITS}), ${this.entities.indexOf(entity)})`
  }

  /** The numbers of some records, worked out here. @param ids whole numbers up to `Number.MAX_SAFE_INTEGER` */
  codesOf(entity: EntityName, ids: readonly number[]): (number | bigint)[] {
    const place = this.entities.indexOf(entity)
    return ids.map((id) => {
      const code = id * CODES_OF_ID + place
      return Number.isSafeInteger(code) ? code : BigInt(id) * BigInt(CODES_OF_ID) + BigInt(place)
    })
  }
}

/** How changed records touch a table through the people that they name. */
export interface PeopleTouch {
  /** The entities whose records make rows of their people, each with the condition for those that do. */
  conditions: Partial<Record<EntityName, string>>
  /**
   * A SELECT of the people (`prospect_id`) in whose rows changed records of these entities are: a record that names another
   * person now, or is gone, is in the row of its former one.
   * @param numbers what follows IN: the numbers of all these records by `codes`
   */
  former: (companyId: number, changed: ReadonlyMap<EntityName, ChangedKeys>, numbers: string) => string
  /** The numbers by which `former` reads changed records, where it isn't by their ids. */
  codes?: RecordCodes
  /** A SELECT of the people whose rows may differ after records of another entity changed. */
  otherwise: (companyId: number, entity: EntityName, changed: ChangedKeys) => string
}

/** A table of prospects, made of the records that name them. */
interface PeopleTable<Name extends string> {
  name: Name
  /** The entities of the records. */
  entities: readonly EntityName[]
  /** How the column `records` tells which records a row is made of. */
  codes: RecordCodes
  /** The records of an entity that a row can be made of, as a condition; all when it isn't given. */
  relevant?: (entity: EntityName) => string
  /** Whether the records of removed properties make rows, too; readers of the rows then leave these out. */
  countsRemovedProperties?: boolean
}

/** A SELECT of the people that records of an entity name. */
export const peopleNamedBy = (companyId: number, entity: EntityName, condition: string): string =>
  `SELECT ${prospectOf(entity)} AS prospect_id FROM ${entity} FINAL
      WHERE ${ofCompany(companyId)} AND prospect_id != 0 AND (${condition})`

/** What tells a derived table of prospects which rows to work out, and which go with erased people. */
export function keyedByProspect<Name extends string>(table: PeopleTable<Name>) {
  const { name, entities, codes, relevant = () => '1', countsRemovedProperties = false } = table
  const people: PeopleTouch = {
    conditions: Object.fromEntries(
      entities.filter((entity) => entity !== 'prospects').map((entity) => [entity, relevant(entity)]),
    ),
    // Numbers that the engine works out from a list are no set: it compares all of them with each record of each row.
    codes,
    former: (companyId, _, numbers) => `SELECT prospect_id FROM ${name}
      WHERE ${ofCompany(companyId)} AND arrayExists(record -> record IN ${numbers}, records)`,
    // What comes with a property, or goes.
    otherwise: (companyId, _, { ids }) =>
      entities
        .map((one) => peopleNamedBy(companyId, one, `(${relevant(one)}) AND property_id IN ${ids}`))
        .join(' UNION DISTINCT '),
  }
  return {
    name,
    from: (countsRemovedProperties ? entities : ['properties', ...entities]) as readonly EntityName[],
    key: 'prospect_id' as const,
    // The record of a prospect is in their own row, also when it is gone.
    ownEntity: 'prospects' as const,
    ofErased: `prospect_id IN (${ERASED})`,
    allKeys: (companyId: number) => [
      ...entities.map((entity) => peopleNamedBy(companyId, entity, relevant(entity))),
      `SELECT prospect_id FROM ${name} WHERE ${ofCompany(companyId)}`,
    ],
    people,
  }
}

/** The condition for the records that count of a company's prospects; those of a removed property are hidden. */
export function ofProspects(companyId: number): string {
  const company = Math.trunc(companyId)
  return `company_id = ${company} AND prospect_id != 0
        AND property_id IN (SELECT id FROM properties FINAL WHERE company_id = ${company})`
}
