import type { Facts } from '../client/facts'
import type { Column, EntityTable } from './columns'
import { addColumnsSql, createTableSql, partitionKey } from './statements'
import type { StoredTable } from './stored'

/** The store's tables differ from the data contract in a way that needs a numbered migration. */
export class TablesDiffer extends Error {
  override name = 'TablesDiffer'
}

/** Where `syncTables` records its changes; a table named here belonged to an entity once. */
export const CHANGES = 'table_changes'

/**
 * Syncs the entities' tables with their declaration: creates missing tables and adds missing columns, whose value in
 * older rows is the empty one. Any other difference throws `TablesDiffer` before any change. When nothing is missing it
 * writes nothing. Safe to run twice, also concurrently on two instances.
 */
export async function syncTables(
  facts: Facts,
  declared: readonly EntityTable[],
  stored: ReadonlyMap<string, StoredTable>,
): Promise<void> {
  const known = await facts.query<{ name: string }>(`SELECT DISTINCT name FROM ${CHANGES}`)
  const former = new Set(known.map(({ name }) => name))
  const problem = firstDifference(declared, stored, former)
  if (problem) throw new TablesDiffer(problem)
  const changes: { name: string; change: string }[] = []
  for (const table of declared) {
    const found = stored.get(table.name)
    const missing = found ? table.columns.filter(({ name }) => !found.columns.has(name)) : []
    if (!found) await facts.command(createTableSql(table))
    else if (missing.length > 0) await facts.command(addColumnsSql(table.name, missing))
    if (!former.has(table.name)) changes.push({ name: table.name, change: found ? 'found' : 'made' })
    changes.push(...missing.map(({ name, type }) => ({ name: table.name, change: `added ${name} ${type}` })))
  }
  if (changes.length === 0) return
  const at = new Date().toISOString().replace('T', ' ').replace('Z', '')
  await facts.insert(
    CHANGES,
    changes.map((change) => ({ ...change, at })),
  )
}

/** The first difference that adding can't resolve, as a sentence. */
function firstDifference(
  declared: readonly EntityTable[],
  stored: ReadonlyMap<string, StoredTable>,
  former: ReadonlySet<string>,
): string | undefined {
  const names = new Set(declared.map(({ name }) => name))
  const gone = [...former].find((name) => !names.has(name) && stored.has(name))
  if (gone !== undefined)
    return `The store has a table ${gone} that this version does not know: ${wayOut('drops or renames it')}`
  for (const table of declared) {
    const found = stored.get(table.name)
    const problem = found && (keyDifference(table, found) ?? columnDifference(table, found))
    if (problem) return problem
  }
  return undefined
}

function columnDifference({ name, columns }: EntityTable, found: StoredTable): string | undefined {
  const declared = new Map<string, Column>(columns.map((column) => [column.name, column]))
  for (const { name: column, type } of found.columns.values()) {
    const meant = declared.get(column)
    if (!meant)
      return `The table ${name} has a column ${column} that this version does not know: ${wayOut('drops or renames it')}`
    if (plain(meant.type) !== plain(type))
      return `The column ${column} of the table ${name} is ${type} and this version needs ${meant.type}: ${wayOut('changes its type')}`
  }
  return undefined
}

function keyDifference(table: EntityTable, found: StoredTable): string | undefined {
  if (plain(table.sortKey) !== plain(found.sortKey))
    return `The table ${table.name} is sorted by ${found.sortKey} and this version needs ${table.sortKey}: ${wayOut('makes the table anew')}`
  if (plain(partitionKey(table)) !== plain(found.partitionKey))
    return `The table ${table.name} is partitioned by ${found.partitionKey || 'nothing'} and this version needs ${partitionKey(table) || 'nothing'}: ${wayOut('makes the table anew')}`
  return undefined
}

/** Types and keys in a form that doesn't depend on how an engine prints them. */
const plain = (sql: string): string => sql.replace(/\s/g, '')

const wayOut = (change: string): string =>
  `start the version that last ran on this store, or add a numbered migration that ${change}.`
