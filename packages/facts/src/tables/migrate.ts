import type { Facts } from '../client/facts'
import { addDerivedColumns, createDerivedTables } from '../derive/tables'
import { CLAIMS } from '../identity'
import { type EntityTable, entityTables } from './columns'
import { eraseStaffTables, eraseTables } from './erasure'
import { createTableSql, DURABLE_SETTINGS } from './statements'
import { readStoredTables, type StoredTable } from './stored'
import { CHANGES, syncTables } from './sync'

interface Migration {
  number: number
  name: string
  /**
   * Statements that may run twice, also concurrently on two instances, and on tables that a new installation created
   * from today's declaration.
   */
  statements: string[]
}

/**
 * Numbers never change. A new table or column in the declaration needs no migration: `syncTables` adds it. Any other
 * change of the entities' tables does, such as `ALTER TABLE … RENAME COLUMN IF EXISTS …`.
 */
const migrations: Migration[] = [
  // Done by `createTables`. The number shows that an installation has them.
  { number: 1, name: "the entities' tables", statements: [] },
  {
    number: 2,
    name: 'identities, marks and the import log',
    statements: [
      // Every key under which a record is or was stored. A correction finds its earlier versions here, without
      // searching the facts. scope: 0 where ids are unique in the installation, else the company.
      `CREATE TABLE IF NOT EXISTS record_keys (
        entity LowCardinality(String), scope UInt64, id UInt64, company_id UInt64, property_id UInt64, day Date32, version UInt64
      ) ENGINE = ReplacingMergeTree(version) PARTITION BY entity
      ORDER BY (entity, scope, id, company_id, property_id, day) SETTINGS ${DURABLE_SETTINGS}`,
      // People who are, or ever were, a non-prospect or deleted: few, so reports can exclude their facts cheaply.
      `CREATE TABLE IF NOT EXISTS prospect_marks (
        company_id UInt64, id UInt64, not_a_prospect UInt8, deleted UInt8, version UInt64
      ) ENGINE = ReplacingMergeTree(version) ORDER BY (company_id, id) SETTINGS ${DURABLE_SETTINGS}`,
      // Batches when they begin (company 0) and end (company 0, and each company they changed).
      `CREATE TABLE IF NOT EXISTS import_log (
        company_id UInt64, version UInt64, state LowCardinality(String), entity LowCardinality(String), rows UInt64,
        at DateTime64(3, 'UTC'), newest_fact_at Nullable(DateTime64(3, 'UTC')), details String
      ) ENGINE = MergeTree ORDER BY (company_id, version) SETTINGS ${DURABLE_SETTINGS}`,
    ],
  },
  {
    number: 3,
    name: 'days without an hour',
    statements: ['prospects', 'messages', 'calls'].map(
      (table) => `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS day_only UInt8`,
    ),
  },
  { number: 4, name: 'who was erased', statements: eraseTables },
  {
    number: 5,
    name: 'whose facts they are',
    statements: [
      `CREATE TABLE IF NOT EXISTS ${CLAIMS} (id String, state LowCardinality(String), at DateTime64(3, 'UTC'))
       ENGINE = MergeTree ORDER BY id SETTINGS ${DURABLE_SETTINGS}`,
    ],
  },
  { number: 6, name: 'agents and users who were erased', statements: eraseStaffTables },
  { number: 7, name: 'derived facts', statements: createDerivedTables },
  // The same statements: each creates what isn't there yet.
  { number: 8, name: 'the milestones of prospects', statements: createDerivedTables },
  { number: 9, name: 'what was said in calls', statements: createDerivedTables },
  { number: 11, name: 'the care of prospects', statements: createDerivedTables },
  { number: 12, name: 'the active days of prospects', statements: createDerivedTables },
  { number: 13, name: 'the messages of campaigns', statements: createDerivedTables },
  { number: 14, name: 'the sources of prospects', statements: createDerivedTables },
  { number: 15, name: 'people beside their care', statements: addDerivedColumns },
  { number: 16, name: 'messages counted by day', statements: createDerivedTables },
  { number: 17, name: 'whether active people are prospects', statements: addDerivedColumns },
  { number: 18, name: 'the stages of prospects', statements: createDerivedTables },
  { number: 19, name: 'the previous messages of campaigns', statements: addDerivedColumns },
  { number: 20, name: 'what came after first contacts', statements: addDerivedColumns },
  // Only adds, so `message_counts`, which it replaces, stays: the version before reads it.
  { number: 21, name: 'the days of properties', statements: createDerivedTables },
  { number: 22, name: 'who waits', statements: createDerivedTables },
  { number: 23, name: 'units beside their states', statements: addDerivedColumns },
]

/** Tables about the installation's own tables; copies don't include them. */
const BOOKKEEPING = [
  `CREATE TABLE IF NOT EXISTS migrations (number UInt32, name String, at DateTime64(3, 'UTC'))
   ENGINE = ReplacingMergeTree ORDER BY number SETTINGS ${DURABLE_SETTINGS}`,
  `CREATE TABLE IF NOT EXISTS ${CHANGES} (name String, change String, at DateTime64(3, 'UTC'))
   ENGINE = ReplacingMergeTree ORDER BY (name, change) SETTINGS ${DURABLE_SETTINGS}`,
]

/** The number of the newest migration. */
export const factsLevel = Math.max(...migrations.map(({ number }) => number))

/** Runs the migrations after a level again, on facts from an installation at that level. */
export async function rerunMigrationsAfter(facts: Facts, level: number): Promise<void> {
  for (const { number, statements } of migrations) {
    if (number > level) for (const statement of statements) await facts.command(statement)
  }
}

/**
 * Migrates the tables: numbered migrations, then additions of the declaration. Safe to run again, and on two instances
 * that start together. When there is nothing to do, it costs a few small queries.
 */
export async function migrate(facts: Facts, declared: readonly EntityTable[] = entityTables): Promise<void> {
  let stored = await readStoredTables(facts)
  const done = await migrationsDone(facts, stored)
  if (!stored.has(CHANGES) || done.size === 0) for (const statement of BOOKKEEPING) await facts.command(statement)
  const pending = migrations.filter(({ number }) => !done.has(number))
  if (!done.has(1)) await createTables(facts, declared, stored)
  for (const { number, name, statements } of pending) {
    for (const statement of statements) await facts.command(statement)
    await facts.insert('migrations', [
      { number, name, at: new Date().toISOString().replace('T', ' ').replace('Z', '') },
    ])
  }
  if (pending.length > 0) stored = await readStoredTables(facts)
  await syncTables(facts, declared, stored)
}

async function migrationsDone(facts: Facts, stored: ReadonlyMap<string, StoredTable>): Promise<Set<number>> {
  if (!stored.has('migrations')) return new Set()
  const done = await facts.query<{ number: number }>('SELECT DISTINCT number FROM migrations')
  return new Set(done.map(({ number }) => number))
}

/**
 * Creates the tables of a new installation, or on a replacement machine of a cluster. There they need the same columns
 * in the same order as on the other machines, or it couldn't join them.
 */
async function createTables(
  facts: Facts,
  declared: readonly EntityTable[],
  stored: ReadonlyMap<string, StoredTable>,
): Promise<void> {
  for (const table of declared) {
    const found = stored.get(table.name)
    await facts.command(createTableSql(table, found && [...found.columns.values()]))
  }
}
