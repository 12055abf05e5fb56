import { type EntityName, entityOf } from '@leaselight/contract'
import type { Facts } from '../../client/facts'
import { sortDay } from '../../tables/columns'

/**
 * Lets the engine merge what a long import left in many pieces, so that questions need not do it again and again. Only
 * speed depends on it: numbers are the same before and after.
 */
export async function optimizeEntity(facts: Facts, name: EntityName): Promise<void> {
  for (const table of recordTables(name)) await optimizeTable(facts, table)
  if (sortDay(name) && entityOf(name).key === 'id') await optimizeTable(facts, 'record_keys', ` PARTITION '${name}'`)
}

/** The tables that hold an entity's records for questions. */
export const recordTables = (name: EntityName): string[] => (name === 'prospects' ? [name, 'prospect_marks'] : [name])

/** Each table is merged by one thread. */
const LANES = 2

/** Does something with each of some tables, with a few side by side. */
export async function inLanes<T>(tables: readonly T[], settle: (table: T) => Promise<void>): Promise<void> {
  const waiting = [...tables]
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await settle(next)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/** Lets the engine merge the pieces of a table, or of one partition of it, into one. */
export async function optimizeTable(facts: Pick<Facts, 'tidy'>, table: string, partition = ''): Promise<void> {
  // A partition that is one piece already is left alone.
  await facts.tidy(`OPTIMIZE TABLE ${table}${partition} FINAL SETTINGS optimize_skip_merged_partitions = 1`)
}
