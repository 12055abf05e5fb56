import { type Entity, type EntityName, entities, entityNames, entityOf, type Field } from '@leaselight/contract'
import { quoted } from '../client/quoted'

/** One column of an entity's table. */
export interface Column {
  readonly name: string
  readonly type: string
  /** JSON of the empty value: stored for an absent field. */
  readonly empty: string
  /** The same in SQL, where the type's own default differs. Rows from before the column was added have it. */
  readonly default?: string
  /** The contract's field; undefined for columns that the import computes. */
  readonly field?: string
}

/**
 * How a kind of field is stored: the column's type, its empty value, and that in SQL unless it is the type's default.
 */
type Stored = readonly [type: string, empty: string, sql?: string]

const DATE: Stored = ['Date32', '"1970-01-01"', "toDate32('1970-01-01')"]

const STORED: Record<Field['kind'], Stored> = {
  id: ['UInt64', '0'],
  text: ['String', '""'],
  handle: ['String', '""'],
  choice: ['LowCardinality(String)', '""'],
  zone: ['LowCardinality(String)', '""'],
  instant: ["DateTime64(3, 'UTC')", '"1970-01-01 00:00:00.000"'],
  date: DATE,
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
  banners: ['String', '"[]"', "'[]'"],
  utterances: ['String', '"[]"', "'[]'"],
  annotations: ['String', '"{}"', "'{}'"],
}

/**
 * The column of a contract field. The contract's own `is_deleted` (someone who has left) is stored as `is_inactive`,
 * because the table uses `is_deleted` to mark a removed record.
 */
export const columnName = (field: string): string => (field === 'is_deleted' ? 'is_inactive' : field)

/** The column with the local day of an instant: `sent_at` → `sent_day`. */
export const dayColumn = (instant: string): string => instant.replace(/_at$/, '_day')

/** The column with the zone's offset, in seconds, at the entity's own instant: `sent_at` → `sent_offset`. */
export const offsetColumn = (instant: string): string => instant.replace(/_at$/, '_offset')

function storedColumn(name: string, field: Field): Column {
  const [base, empty, sql] = STORED[field.kind]
  const type = field.few ? 'LowCardinality(String)' : base
  const column = { name: columnName(name), field: name }
  if (field.nullable) return { ...column, type: `Nullable(${type})`, empty: 'null' }
  const { fallback } = field
  if (fallback) return { ...column, type, empty: JSON.stringify(fallback), default: quoted(fallback) }
  return { ...column, type, empty, ...(sql && { default: sql }) }
}

function instantFields({ fields }: Entity): string[] {
  return Object.keys(fields).filter((field) => fields[field]?.kind === 'instant')
}

/** The instant fields of an entity, in order; only facts of a property have any. */
export const instantsOf = (name: EntityName): string[] => instantFields(entityOf(name))

function derivedColumns(entity: Entity): Column[] {
  const [type, empty, sql = ''] = DATE
  return instantFields(entity).flatMap((instant) => {
    const name = dayColumn(instant)
    const day: Column = entity.fields[instant]?.nullable
      ? { name, type: `Nullable(${type})`, empty: 'null' }
      : { name, type, empty, default: sql }
    return instant === entity.datedBy ? [day, { name: offsetColumn(instant), type: 'Int32', empty: '0' }] : [day]
  })
}

function columns(entity: Entity): Column[] {
  const own = Object.entries(entity.fields)
    .filter(([field]) => field !== 'company_id' && field !== entity.key)
    .map(([field, declared]) => storedColumn(field, declared))
  const key: Column =
    entity.key === 'id' ? { name: 'id', type: 'UInt64', empty: '0' } : { name: entity.key, type: 'String', empty: '""' }
  return [
    { name: 'company_id', type: 'UInt64', empty: '0' },
    key,
    ...own,
    ...derivedColumns(entity),
    { name: 'version', type: 'UInt64', empty: '0' },
    { name: 'is_deleted', type: 'UInt8', empty: '0' },
  ]
}

/** An entity's table, derived from its declaration. */
export interface EntityTable {
  readonly name: string
  readonly columns: readonly Column[]
  /** The table's key: of several rows with the same key, the newest counts. */
  readonly sortKey: string
  /** The column whose day sorts and partitions facts; undefined for entities without a time. */
  readonly day?: string
}

/** The tables of declared entities. */
export function tablesOf(declared: Readonly<Record<string, Entity>>): EntityTable[] {
  return Object.entries(declared).map(([name, entity]) => {
    const day = entity.datedBy && dayColumn(entity.datedBy)
    const sortKey = day ? `company_id, ${day}, property_id, id` : `company_id, ${entity.key}`
    return { name, columns: columns(entity), sortKey, ...(day && { day }) }
  })
}

/** The tables of the contract's entities, in import order. */
export const entityTables: readonly EntityTable[] = tablesOf(entities)

const byName = new Map(entityTables.map((table) => [table.name, table]))

function tableOf(name: EntityName): EntityTable {
  const table = byName.get(name)
  if (!table) throw new Error(`${name} has no table.`)
  return table
}

/** Every column of every entity's table, in order. */
export const tableColumns = Object.fromEntries(entityNames.map((name) => [name, tableOf(name).columns])) as Record<
  EntityName,
  readonly Column[]
>

/** Some columns of an entity's table with their types. @throws Error for a name that it doesn't have */
export const typesOfColumns = (entity: EntityName, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.map((name) => {
      const column = tableColumns[entity].find((one) => one.name === name)
      if (!column) throw new Error(`There is no column ${name} in ${entity}.`)
      return [name, column.type]
    }),
  )

/** The column whose day sorts and partitions facts; undefined for entities without a time. */
export const sortDay = (name: EntityName): string | undefined => tableOf(name).day

/** The key columns of a record's table: of several rows with the same key, the newest counts. */
export const sortKey = (name: EntityName): string => tableOf(name).sortKey
