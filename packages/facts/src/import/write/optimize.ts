import { type EntityName, entityOf } from '@leaselight/contract'
import type { Facts } from '../../client/facts'
import { sortDay } from '../../tables/columns'

/**
 * Lets the engine merge what a long import left in many pieces, so that questions need not do it again and again. Only
 * speed depends on it: numbers are the same before and after.
 */
export async function optimizeEntity(facts: Facts, name: EntityName): Promise<void> {
  const tables: string[] = [name]
  if (name === 'prospects') tables.push('prospect_marks')
  for (const table of tables) await optimizeTable(facts, table)
  if (sortDay(name) && entityOf(name).key === 'id') await optimizeTable(facts, 'record_keys', ` PARTITION '${name}'`)
}

/** Lets the engine merge the pieces of a table, or of one partition of it, into one. */
export async function optimizeTable(facts: Facts, table: string, partition = ''): Promise<void> {
  // A partition that is one piece already is left alone.
  await facts.command(`OPTIMIZE TABLE ${table}${partition} FINAL SETTINGS optimize_skip_merged_partitions = 1`)
}
