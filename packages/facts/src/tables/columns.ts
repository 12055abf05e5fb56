import type { Field } from '@leaselight/contract'
import { type EntityName, entityNames, entityOf } from '@leaselight/contract'

/** One column of an entity's table. */
export interface Column {
  readonly name: string
  readonly type: string
  /** JSON of the value that stands for nothing. */
  readonly empty: string
  /** The contract's field it holds; none for what the import works out. */
  readonly field?: string
}

const STORED = {
  id: ['UInt64', '0'],
  text: ['String', '""'],
  handle: ['String', '""'],
  choice: ['LowCardinality(String)', '""'],
  zone: ['LowCardinality(String)', '""'],
  instant: ["DateTime64(3, 'UTC')", '"1970-01-01 00:00:00.000"'],
  date: ['Date32', '"1970-01-01"'],
  boolean: ['UInt8', '0'],
  money: ['Decimal(18, 2)', '0'],
  whole: ['UInt32', '0'],
  number: ['Float64', '0'],
  ids: ['Array(UInt64)', '[]'],
  dates: ['Array(Date32)', '[]'],
  choices: ['Array(LowCardinality(String))', '[]'],
  attributes: ['Map(String, String)', '{}'],
  flags: ['Map(String, UInt8)', '{}'],
  officeHours: ['Array(Tuple(weekday UInt8, opens UInt32, closes UInt32))', '[]'],
  banners: ['String', '"[]"'],
  utterances: ['String', '"[]"'],
  annotations: ['String', '"{}"'],
} as const satisfies Record<Field['kind'], readonly [type: string, empty: string]>

/**
 * The column that holds a contract field. The contract's own `is_deleted` (someone who has left) is stored as
 * `is_inactive`, since `is_deleted` is how the table itself marks a record that was removed.
 */
export const columnName = (field: string): string => (field === 'is_deleted' ? 'is_inactive' : field)

/** The column with the local day of an instant: `sent_at` → `sent_day`. */
export const dayColumn = (instant: string): string => instant.replace(/_at$/, '_day')

/** The column with the zone's offset, in seconds, at the entity's own instant: `sent_at` → `sent_offset`. */
export const offsetColumn = (instant: string): string => instant.replace(/_at$/, '_offset')

function storedColumn(name: string, field: Field): Column {
  const [base, empty] = STORED[field.kind]
  const type = field.few ? 'LowCardinality(String)' : base
  const column = { name: columnName(name), field: name }
  if (field.nullable) return { ...column, type: `Nullable(${type})`, empty: 'null' }
  return { ...column, type, empty: field.fallback ? JSON.stringify(field.fallback) : empty }
}

/** The fields of an entity that are instants, in order; only facts of a property have any. */
export function instantsOf(name: EntityName): string[] {
  return Object.entries(entityOf(name).fields)
    .filter(([, field]) => field.kind === 'instant')
    .map(([field]) => field)
}

function derivedColumns(name: EntityName): Column[] {
  const { fields, datedBy } = entityOf(name)
  return instantsOf(name).flatMap((instant) => {
    const day: Column = fields[instant]?.nullable
      ? { name: dayColumn(instant), type: 'Nullable(Date32)', empty: 'null' }
      : { name: dayColumn(instant), type: 'Date32', empty: '"1970-01-01"' }
    return instant === datedBy ? [day, { name: offsetColumn(instant), type: 'Int32', empty: '0' }] : [day]
  })
}

function columns(name: EntityName): Column[] {
  const entity = entityOf(name)
  const own = Object.entries(entity.fields)
    .filter(([field]) => field !== 'company_id' && field !== entity.key)
    .map(([field, declared]) => storedColumn(field, declared))
  const key: Column =
    entity.key === 'id' ? { name: 'id', type: 'UInt64', empty: '0' } : { name: entity.key, type: 'String', empty: '""' }
  return [
    { name: 'company_id', type: 'UInt64', empty: '0' },
    key,
    ...own,
    ...derivedColumns(name),
    { name: 'version', type: 'UInt64', empty: '0' },
    { name: 'is_deleted', type: 'UInt8', empty: '0' },
  ]
}

/** Every column of every entity's table, in order. */
export const tableColumns = Object.fromEntries(entityNames.map((name) => [name, columns(name)])) as Record<
  EntityName,
  Column[]
>

/** The column by whose day facts are sorted and partitioned; none for what has no time. */
export function sortDay(name: EntityName): string | undefined {
  const { datedBy } = entityOf(name)
  return datedBy && dayColumn(datedBy)
}

/** The columns that tell a record's place in its table: of two rows with the same the newer one counts. */
export function sortKey(name: EntityName): string {
  const day = sortDay(name)
  return day ? `company_id, ${day}, property_id, id` : `company_id, ${entityOf(name).key}`
}

/** The statement that makes an entity's table. */
export function createTableSql(name: EntityName): string {
  const day = sortDay(name)
  const place = `${day ? `PARTITION BY toYear(${day}) ` : ''}ORDER BY (${sortKey(name)})`
  return `CREATE TABLE IF NOT EXISTS ${name} (
  ${tableColumns[name].map((column) => `${column.name} ${column.type}`).join(',\n  ')}
) ENGINE = ReplacingMergeTree(version, is_deleted) ${place} SETTINGS ${DURABLE_SETTINGS}`
}

/** An acknowledged insert is on the disk: power or process may go right after it. */
export const DURABLE_SETTINGS = 'fsync_after_insert = 1, fsync_part_directory = 1'
