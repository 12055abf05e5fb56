import type { EntityName } from '@leaselight/contract'
import { type ChangedKeys, ofCompany, prospectOf, readAll, readOf } from './narrow'
import { type DerivedTable, derivedTables } from './tables'

/** The records of an entity that changed, and whether none of them was stored before. */
export interface ChangedRecords extends ChangedKeys {
  areNew: boolean
}

/** How changed records touch the rows of a table: what a statement, or a list, tells the keys by. */
export interface Touch {
  /** The entity whose changed records have rows of their own: their keys are the keys of these. */
  own?: EntityName
  /** The people that changed records of entities name, where these meet the condition. */
  named: readonly (readonly [EntityName, string])[]
  /** SELECTs of further keys. */
  selects: readonly string[]
}

/**
 * Tells how records touch the rows of a table.
 * @param changed the entities of which any changed that the table is made of
 * @param numbersOf what follows IN: the numbers of changed records by the table's codes
 */
export function touchOf(
  { ownEntity, people, touchedKeys }: DerivedTable,
  companyId: number,
  changed: ReadonlyMap<EntityName, ChangedRecords>,
  numbersOf: (entities: readonly EntityName[]) => string,
): Touch {
  const own = ownEntity && changed.has(ownEntity) ? { own: ownEntity } : {}
  const others = [...changed].filter(([entity]) => entity !== ownEntity)
  if (!people) {
    const selects = others.flatMap(([entity, records]) => touchedKeys?.(companyId, entity, records) ?? [])
    return { ...own, named: [], selects }
  }
  const named = others.flatMap(([entity]) => {
    const condition = people.conditions[entity]
    return condition === undefined ? [] : [[entity, condition] as const]
  })
  const naming = new Set(named.map(([entity]) => entity))
  const mayBeElsewhere = others.filter(([entity, { areNew }]) => naming.has(entity) && !areNew)
  const former = () =>
    people.former(companyId, new Map(mayBeElsewhere), numbersOf(mayBeElsewhere.map(([entity]) => entity)))
  const selects = others.flatMap(([entity, records]) =>
    naming.has(entity) ? [] : people.otherwise(companyId, entity, records),
  )
  return { ...own, named, selects: mayBeElsewhere.length > 0 ? [...selects, former()] : selects }
}

/** The conditions of all tables for records of an entity that make rows of the people they name. */
const conditionsOf = (entity: EntityName): string[] => [
  ...new Set(derivedTables.flatMap(({ people }) => people?.conditions[entity] ?? [])),
]

/** A SELECT of each `person` that changed records of an entity name, with the conditions that these meet (`met`). */
export function selectNamed(companyId: number, entity: EntityName, { ids, areFew }: ChangedKeys): string {
  const met = conditionsOf(entity).map((one, at) => `max(toUInt8(${one})) * ${2 ** at}`)
  const read = areFew ? readOf(companyId, ids) : readAll
  return `SELECT ${prospectOf(entity)} AS person, ${met.join(' + ')} AS met
     FROM ${read(entity)} WHERE ${ofCompany(companyId)} AND person != 0 AND id IN ${ids} GROUP BY person`
}

/** The bit of a condition in `met`. */
export const bitOf = (entity: EntityName, condition: string): number => 2 ** conditionsOf(entity).indexOf(condition)
