import type { Facts } from '../client/facts'
import type { ColumnSql } from './statements'

/** A table as it exists in the store. */
export interface StoredTable {
  /** By the column's name. On a cluster, columns that both the shards' tables and the Distributed table have. */
  readonly columns: ReadonlyMap<string, ColumnSql>
  readonly sortKey: string
  readonly partitionKey: string
}

interface TableRow {
  name: string
  sorting_key: string
  partition_key: string
}

interface ColumnRow {
  table: string
  name: string
  type: string
  kind: string
  expression: string
}

/** The store's existing tables, by the names that statements use. */
export async function readStoredTables(facts: Facts): Promise<Map<string, StoredTable>> {
  const [tables, columns] = await Promise.all([
    facts.query<TableRow>(
      `SELECT name, sorting_key, partition_key FROM system.tables
       WHERE database = currentDatabase() AND engine LIKE '%MergeTree'`,
    ),
    // Rows don't have columns that the engine computes.
    facts.query<ColumnRow>(
      `SELECT table, name, type, default_kind AS kind, default_expression AS expression FROM system.columns
       WHERE database = currentDatabase() AND default_kind IN ('', 'DEFAULT') ORDER BY table, position`,
    ),
  ])
  const byTable = new Map<string, Map<string, ColumnSql>>()
  for (const { table, name, type, kind, expression } of columns) {
    const known = byTable.get(table) ?? new Map<string, ColumnSql>()
    known.set(name, { name, type, ...(kind && { default: expression }) })
    byTable.set(table, known)
  }
  const stored = new Map<string, StoredTable>()
  for (const { name: own, sorting_key: sortKey, partition_key } of tables) {
    const name = facts.cluster ? own.replace(/_shard$/, '') : own
    const all = byTable.get(name)
    // On a cluster, a table that only exists on the shards is incomplete: its Distributed table is still missing.
    if (!all) continue
    const onShards = byTable.get(own) ?? all
    const common = new Map([...onShards].filter(([column]) => all.has(column)))
    stored.set(name, { columns: common, sortKey, partitionKey: partition_key })
  }
  return stored
}
