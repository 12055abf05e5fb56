import type { EntityTable } from './columns'

/** An acknowledged insert is on disk: a crash or power failure right after it loses nothing. */
export const DURABLE_SETTINGS = 'fsync_after_insert = 1, fsync_part_directory = 1'

/** A column in a statement: from the declaration, or one that a store has. */
export interface ColumnSql {
  readonly name: string
  readonly type: string
  /** SQL of the default value. */
  readonly default?: string
}

const columnSql = ({ name, type, default: value }: ColumnSql): string =>
  value ? `${name} ${type} DEFAULT ${value}` : `${name} ${type}`

export const partitionKey = ({ day }: EntityTable): string => (day ? `toYear(${day})` : '')

/** The statement that creates an entity's table: with the declared columns, or with those on other machines. */
export function createTableSql(table: EntityTable, columns: readonly ColumnSql[] = table.columns): string {
  const partition = partitionKey(table)
  return `CREATE TABLE IF NOT EXISTS ${table.name} (
  ${columns.map(columnSql).join(',\n  ')}
) ENGINE = ReplacingMergeTree(version, is_deleted) ${partition && `PARTITION BY ${partition} `}ORDER BY (${table.sortKey}) SETTINGS ${DURABLE_SETTINGS}`
}

/** The statement that adds columns to a table; existing ones don't change. */
export const addColumnsSql = (table: string, columns: readonly ColumnSql[]): string =>
  `ALTER TABLE ${table} ${columns.map((column) => `ADD COLUMN IF NOT EXISTS ${columnSql(column)}`).join(', ')}`
