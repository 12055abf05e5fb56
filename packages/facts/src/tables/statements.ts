import type { EntityTable } from './columns'

/** An acknowledged insert is on the disk: power or process may go right after it. */
export const DURABLE_SETTINGS = 'fsync_after_insert = 1, fsync_part_directory = 1'

/** A column as a statement names it: the declaration's, or one that a store has. */
export interface ColumnSql {
  readonly name: string
  readonly type: string
  /** SQL of the value of rows without one. */
  readonly default?: string
}

const columnSql = ({ name, type, default: value }: ColumnSql): string =>
  value ? `${name} ${type} DEFAULT ${value}` : `${name} ${type}`

export const partitionKey = ({ day }: EntityTable): string => (day ? `toYear(${day})` : '')

/** The statement that makes an entity's table: with the declared columns, or with those it has on other machines. */
export function createTableSql(table: EntityTable, columns: readonly ColumnSql[] = table.columns): string {
  const partition = partitionKey(table)
  return `CREATE TABLE IF NOT EXISTS ${table.name} (
  ${columns.map(columnSql).join(',\n  ')}
) ENGINE = ReplacingMergeTree(version, is_deleted) ${partition && `PARTITION BY ${partition} `}ORDER BY (${table.sortKey}) SETTINGS ${DURABLE_SETTINGS}`
}

/** The statement that gives a table columns; those that it has already are left alone. */
export const addColumnsSql = (table: string, columns: readonly ColumnSql[]): string =>
  `ALTER TABLE ${table} ${columns.map((column) => `ADD COLUMN IF NOT EXISTS ${columnSql(column)}`).join(', ')}`
