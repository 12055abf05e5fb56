import { getTableName, is, type SQL, sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { renewInstallation } from './installation'
import * as schema from './schema'
import { auditEvents, type CopiedPart, companyHolds, copies, factSeals, installation, ownKeys } from './schema'
import type { Database, State } from './state'
import { migrationsFolder } from './store/migrations'
import { INSTANCE } from './store/server'

const migrations = readMigrationFiles({ migrationsFolder })

/** The version of the tables: when the newest migration was written. */
export const stateLevel = Math.max(...migrations.map(({ folderMillis }) => folderMillis))

/** A checksum of a table's rows that doesn't depend on their order. */
export interface StateSums extends CopiedPart {
  /** The length of the longest row as text, which decides how many are held in memory at once. */
  longest: number
}

/** Rows are copied in chunks of about this many characters. */
const CHUNK_CHARS = 4 << 20
const MAX_ROWS = 2_000

/**
 * Tables about an installation itself: who it is, what its facts hold, the last copy into it, which companies are held at
 * this moment. They aren't copied.
 */
const OWN_TABLES: readonly string[] = [copies, factSeals, installation, companyHolds].map((table) =>
  getTableName(table),
)

/** Every table that is copied; a table comes after those it refers to. */
export const stateTables: readonly string[] = inOrder(Object.values(schema).filter((item) => is(item, PgTable)))

function inOrder(all: readonly PgTable[]): string[] {
  const order: string[] = []
  const add = (table: PgTable) => {
    const name = getTableName(table)
    if (order.includes(name) || OWN_TABLES.includes(name)) return
    for (const { reference } of getTableConfig(table).foreignKeys) {
      const { foreignTable } = reference()
      if (foreignTable !== table) add(foreignTable)
    }
    order.push(name)
  }
  for (const table of all) add(table)
  return order
}

/** Reads one snapshot of the whole store, unaffected by writes in the meantime. */
export function inSnapshot<T>(state: State, work: (db: Database) => Promise<T>): Promise<T> {
  return state.run((db) =>
    db.transaction(
      async (tx) => {
        await tx.execute(sql`set local time zone 'UTC'`)
        return work(tx)
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    ),
  )
}

/** A table's row count and checksum. */
export async function rowSums(db: Database, table: string): Promise<StateSums> {
  const found = await queryRows<{ rows: string; sum: string; longest: number }>(
    db,
    sql`select count(*) as rows, coalesce(sum(('x' || left(md5(line), 15))::bit(60)::bigint), 0)::text as sum,
      coalesce(max(length(line)), 0) as longest from (${lines(table)}) as kept`,
  )
  const [{ rows, sum, longest } = { rows: '0', sum: '0', longest: 0 }] = found
  return { rows: Number(rows), sum, longest }
}

/** A table's rows as the database's own JSON, a chunk at a time. Needs a transaction. */
export async function* readRows(db: Database, table: string, longest: number): AsyncIterable<string[]> {
  const size = Math.max(1, Math.min(MAX_ROWS, Math.floor(CHUNK_CHARS / Math.max(1, longest))))
  await db.execute(sql`declare copied no scroll cursor for ${lines(table)}`)
  try {
    for (;;) {
      const chunk = await queryRows<{ line: string }>(db, sql`fetch ${sql.raw(String(size))} from copied`)
      if (chunk.length === 0) return
      yield chunk.map(({ line }) => line)
    }
  } finally {
    await db.execute(sql`close copied`)
  }
}

/** Inserts rows that `readRows` returned. */
export async function writeRows(db: Database, table: string, chunks: AsyncIterable<string[]>): Promise<void> {
  const name = sql.identifier(table)
  for await (const chunk of chunks) {
    const rows = `[${chunk.join(',')}]`
    await db.execute(sql`insert into ${name} overriding system value
      select * from json_populate_recordset(null::${name}, ${rows}::json)`)
  }
}

/**
 * Replaces all rows, all or nothing. `fill` writes into empty tables of the level that the rows come from; later migrations
 * run afterwards. `note` checks the rows and returns what is stored about the copy.
 */
export function replaceRows(
  state: State,
  level: number,
  fill: (db: Database) => Promise<void>,
  note: (db: Database) => Promise<typeof copies.$inferInsert>,
): Promise<void> {
  return state.run((db) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local time zone 'UTC'`)
      if (level === stateLevel) await tx.execute(sql`truncate ${list(stateTables)}`)
      else {
        await tx.execute(sql`drop table if exists ${list([...stateTables, ...OWN_TABLES])} cascade`)
        await applyMigrations(tx, ({ folderMillis }) => folderMillis <= level)
      }
      await fill(tx)
      if (level !== stateLevel) await applyMigrations(tx, ({ folderMillis }) => folderMillis > level)
      await continueSequences(tx, stateTables)
      const made = await note(tx)
      await tx.delete(copies)
      await tx.insert(copies).values(made)
      await renewInstallation(tx, made.finishedAt)
    }),
  )
}

async function applyMigrations(db: Database, which: (migration: { folderMillis: number }) => boolean): Promise<void> {
  for (const migration of migrations.filter(which))
    for (const statement of migration.sql) await db.execute(sql.raw(statement))
}

/** Sets each sequence to the highest number in use, so that the next one is free. */
export async function continueSequences(db: Database, tables: readonly string[]): Promise<void> {
  const found = await queryRows<{ table: string; column: string; sequence: string }>(
    db,
    sql`select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
        and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null`,
  )
  for (const { table, column, sequence } of found.filter((item) => tables.includes(item.table)))
    await db.execute(sql`select setval(${sequence}, max(${sql.identifier(column)})) from ${sql.identifier(table)}
      having max(${sql.identifier(column)}) is not null`)
}

/** Tables that an installation fills without being used: at its start, and when someone only looks. */
export const bootstrapTables: ReadonlySet<string> = new Set([ownKeys, auditEvents].map((table) => getTableName(table)))

/** Whether the store has no user data yet. */
export async function isStateEmpty(state: State): Promise<boolean> {
  return state.run(async (db) => {
    for (const table of stateTables.filter((name) => !bootstrapTables.has(name))) {
      const found = await queryRows(db, sql`select 1 from ${sql.identifier(table)} limit 1`)
      if (found.length > 0) return false
    }
    return true
  })
}

/** How many connections instances have to the store's server; above 0 while one runs. */
export async function connectedInstances(state: State): Promise<number> {
  if (state.embedded) return 0
  const found = await state.run((db) =>
    queryRows<{ held: number }>(
      db,
      sql`select count(*)::int as held from pg_stat_activity
        where datname = current_database() and application_name = ${INSTANCE}`,
    ),
  )
  return found[0]?.held ?? 0
}

/** The last copy into this installation; undefined when there was none. */
export async function lastCopy(state: State): Promise<typeof copies.$inferSelect | undefined> {
  const [found] = await state.run((db) => db.select().from(copies))
  return found
}

const lines = (table: string): SQL => sql`select row_to_json(kept)::text as line from ${sql.identifier(table)} as kept`

const list = (tables: readonly string[]): SQL =>
  sql.join(
    tables.map((table) => sql.identifier(table)),
    sql`, `,
  )

/** Both drivers return `rows`, but the type they share doesn't say so. */
async function queryRows<T>(db: Database, statement: SQL): Promise<T[]> {
  const answer: unknown = await db.execute(statement)
  return (answer as { rows: T[] }).rows
}
