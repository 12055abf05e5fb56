import { type EntityName, entityNames } from '@leaselight/contract'
import { derivedTables } from '../derive/tables'

/** Whose records are in each table that a statement may name. People at hand are copies of prospects. */
const madeOf = new Map<string, readonly EntityName[]>([
  ...entityNames.map((name): [string, EntityName[]] => [name, [name]]),
  ...derivedTables.map(({ name, from }): [string, readonly EntityName[]] => [name, from]),
  ['prospect_marks', ['prospects']],
  ['at_hand', ['prospects']],
])

const NAMES = new RegExp(`\\b(?:${[...madeOf.keys()].join('|')})\\b`, 'g')

/**
 * The entities whose records a statement reads, by the tables that it names; more where a column is named like a table, and
 * all where no table is known. Its result stays the same until one of them is imported.
 */
export function entitiesRead(sql: string): readonly EntityName[] {
  const named = new Set(sql.match(NAMES))
  if (named.size === 0) return entityNames
  const read = new Set([...named].flatMap((name) => madeOf.get(name) ?? []))
  return [...read].sort()
}
