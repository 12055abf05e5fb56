import type { Facts } from '../client/facts'
import { type EntityTable, entityTables } from './columns'
import { eraseTables } from './erasure'
import { createTableSql, DURABLE_SETTINGS } from './statements'
import { readStoredTables, type StoredTable } from './stored'
import { CHANGES, syncTables } from './sync'

interface Migration {
  number: number
  name: string
  /**
   * Statements that do no harm when they run twice, also at the same time from two instances, or over tables that a new
   * installation has made from today's declaration.
   */
  statements: string[]
}

/**
 * Numbered for ever. A table or column that the declaration gains needs no migration: `syncTables` adds it. Any other change
 * of the entities' tables does, such as `ALTER TABLE … RENAME COLUMN IF EXISTS …`.
 */
const migrations: Migration[] = [
  // Made by `createTables`. The number says that an installation has them.
  { number: 1, name: "the entities' tables", statements: [] },
  {
    number: 2,
    name: 'identities, marks and the import log',
    statements: [
      // Every place where a record is or ever was. A correction finds its earlier versions here, without a search of the facts.
      // scope: 0 where ids are unique in the installation, else the company.
      `CREATE TABLE IF NOT EXISTS record_keys (
        entity LowCardinality(String), scope UInt64, id UInt64, company_id UInt64, property_id UInt64, day Date32, version UInt64
      ) ENGINE = ReplacingMergeTree(version) PARTITION BY entity
      ORDER BY (entity, scope, id, company_id, property_id, day) SETTINGS ${DURABLE_SETTINGS}`,
      // People who are, or ever were, not a prospect or deleted: few, so that reports leave out their facts cheaply.
      `CREATE TABLE IF NOT EXISTS prospect_marks (
        company_id UInt64, id UInt64, not_a_prospect UInt8, deleted UInt8, version UInt64
      ) ENGINE = ReplacingMergeTree(version) ORDER BY (company_id, id) SETTINGS ${DURABLE_SETTINGS}`,
      // Batches as they begin (company 0) and end (company 0, and each company they touched).
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
]

/** What the installation's own tables say about themselves; no copy has them. */
const BOOKKEEPING = [
  `CREATE TABLE IF NOT EXISTS migrations (number UInt32, name String, at DateTime64(3, 'UTC'))
   ENGINE = ReplacingMergeTree ORDER BY number SETTINGS ${DURABLE_SETTINGS}`,
  `CREATE TABLE IF NOT EXISTS ${CHANGES} (name String, change String, at DateTime64(3, 'UTC'))
   ENGINE = ReplacingMergeTree ORDER BY (name, change) SETTINGS ${DURABLE_SETTINGS}`,
]

/** The number of the newest migration. */
export const factsLevel = Math.max(...migrations.map(({ number }) => number))

/** Runs the migrations after a level once more: over facts from an installation that was only that far. */
export async function rerunMigrationsAfter(facts: Facts, level: number): Promise<void> {
  for (const { number, statements } of migrations) {
    if (number > level) for (const statement of statements) await facts.command(statement)
  }
}

/**
 * Brings the tables up to date: numbered migrations, then what the declaration has gained. Safe to run again, and by two
 * instances that start together. When nothing is to be done it costs a few small queries.
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
 * Makes the tables of a new installation, or on a machine that takes another's place in a cluster: there with the columns
 * that they have on the others, in the same order, without which it could not join them.
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
