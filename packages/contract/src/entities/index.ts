import { contacts } from './contacts'
import type { Entity } from './entity'
import type { Field } from './fields'
import { leasing } from './leasing'
import { people } from './people'

/**
 * The entities of the data contract, declared once. Records' types, import, tables and documentation are derived from here.
 * In the order in which an import reads them: companies, then properties, then the rest.
 */
export const entities = { ...people, ...contacts, ...leasing } as const satisfies Record<string, Entity>

/** The name of an entity, which is also its table's and its file's. */
export type EntityName = keyof typeof entities

export const entityNames = Object.keys(entities) as EntityName[]

/** The declaration by name, with the general type. */
export function entityOf(name: EntityName): Entity {
  return entities[name]
}

/** The declaration of a field; undefined for any other name, also for what every object has, such as `constructor`. */
export function fieldOf(name: EntityName, field: string): Field | undefined {
  const { fields } = entityOf(name)
  return Object.hasOwn(fields, field) ? fields[field] : undefined
}

/** Whether the text names an entity. */
export function isEntityName(name: string): name is EntityName {
  return Object.hasOwn(entities, name)
}

export type { Entity } from './entity'
export type { Field } from './fields'
export { brokenOrders, type Gap, gapsIn, type Order } from './gaps'
