import type { EntityName } from '@leaselight/contract'
import { ERASED } from '../erase/listed'
import { type About, CHANGED, prospectOf, type Read, readAll, readOf } from './narrow'

const BITS = 3

/** Numbers that stand for a record of any of some entities, at most eight. */
export class RecordCodes {
  constructor(private readonly entities: readonly EntityName[]) {}

  /** The number of a record. @param id an expression of its id */
  code(entity: EntityName, id: string): string {
    return `bitOr(bitShiftLeft(toUInt64(${id}), ${BITS}), ${this.entities.indexOf(entity)})`
  }

  /** The id of an entity's record that a number stands for; 0 for one of another entity. */
  id(entity: EntityName, code: string): string {
    return `if(bitAnd(${code}, ${2 ** BITS - 1}) = ${this.entities.indexOf(entity)}, bitShiftRight(${code}, ${BITS}), 0)`
  }
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

/** What tells a derived table of prospects which rows to work out, and which go with erased people. */
export function keyedByProspect<Name extends string>(table: PeopleTable<Name>) {
  const { name, entities, codes, relevant = () => '1', countsRemovedProperties = false } = table
  const of = (companyId: number, entity: EntityName, read: Read = readAll) =>
    `SELECT ${prospectOf(entity)} AS prospect_id FROM ${read(entity)}
      WHERE company_id = ${Math.trunc(companyId)} AND prospect_id != 0 AND (${relevant(entity)})`
  return {
    name,
    from: (countsRemovedProperties ? entities : ['properties', ...entities]) as readonly EntityName[],
    key: 'prospect_id' as const,
    ofErased: `prospect_id IN (${ERASED})`,
    allKeys: (companyId: number) =>
      [
        ...entities.map((entity) => of(companyId, entity)),
        `SELECT prospect_id FROM ${name} WHERE company_id = ${Math.trunc(companyId)}`,
      ].join(' UNION DISTINCT '),
    touchedKeys: (companyId: number, entity: EntityName, { areNew, areFew }: About) => {
      if (entity === 'properties')
        return entities.map((one) => `${of(companyId, one)} AND property_id IN ${CHANGED}`).join(' UNION DISTINCT ')
      // The record of a prospect is in their own row, also when it is gone.
      if (entity === 'prospects') return `SELECT arrayJoin(${CHANGED}) AS prospect_id`
      const now = `${of(companyId, entity, areFew ? readOf(companyId, CHANGED) : readAll)} AND id IN ${CHANGED}`
      // A record that names another prospect now, or is gone, is in the row of its former one.
      return areNew
        ? now
        : `${now} UNION DISTINCT SELECT prospect_id FROM ${name}
      WHERE company_id = ${Math.trunc(companyId)} AND arrayExists(record -> ${codes.id(entity, 'record')} IN ${CHANGED}, records)`
    },
  }
}

/** The condition for the records that count of a company's prospects; those of a removed property are hidden. */
export function ofProspects(companyId: number): string {
  const company = Math.trunc(companyId)
  return `company_id = ${company} AND prospect_id != 0
        AND property_id IN (SELECT id FROM properties FINAL WHERE company_id = ${company})`
}
