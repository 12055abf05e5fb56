import { entityNames } from '@leaselight/contract'
import type { Facts } from '../client/facts'
import { createTableSql, DURABLE_SETTINGS } from './columns'
import { eraseTables } from './erasure'

interface Migration {
  number: number
  name: string
  /** Statements that do no harm when they run twice, also at the same time from two instances. */
  statements: string[]
}

/**
 * Numbered for ever: a change of the declaration adds a migration (`ALTER TABLE … ADD COLUMN IF NOT EXISTS`), since the
 * tables of an older installation were made by the declaration of its day.
 */
const migrations: Migration[] = [
  { number: 1, name: "the entities' tables", statements: entityNames.map(createTableSql) },
  {
    number: 2,
    name: 'identities, marks and the import log',
    statements: [
      // Every place where a record stands or ever stood. A correction finds its old self here, without a search of the facts.
      // scope: 0 where ids are unique in the installation, else the company.
      `CREATE TABLE IF NOT EXISTS record_keys (
        entity LowCardinality(String), scope UInt64, id UInt64, company_id UInt64, property_id UInt64, day Date32, version UInt64
      ) ENGINE = ReplacingMergeTree(version) PARTITION BY entity
      ORDER BY (entity, scope, id, company_id, property_id, day) SETTINGS ${DURABLE_SETTINGS}`,
      // Whoever is, or ever was, not a prospect or deleted: few, so that reports leave out their facts cheaply.
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

/** How far the tables of this version are. */
export const factsLevel = Math.max(...migrations.map(({ number }) => number))

/** Runs what came after a level once more: over facts from an installation that was only that far. */
export async function rerunMigrationsAfter(facts: Facts, level: number): Promise<void> {
  for (const { number, statements } of migrations) {
    if (number > level) for (const statement of statements) await facts.command(statement)
  }
}

/** Brings the tables up to date. Safe to run again, and by two instances that start together. */
export async function migrate(facts: Facts): Promise<void> {
  await facts.command(
    `CREATE TABLE IF NOT EXISTS migrations (number UInt32, name String, at DateTime64(3, 'UTC'))
     ENGINE = ReplacingMergeTree ORDER BY number SETTINGS ${DURABLE_SETTINGS}`,
  )
  const done = await facts.query<{ number: number }>('SELECT DISTINCT number FROM migrations')
  const known = new Set(done.map((row) => row.number))
  for (const { number, name, statements } of migrations) {
    if (known.has(number)) continue
    for (const statement of statements) await facts.command(statement)
    await facts.insert('migrations', [
      { number, name, at: new Date().toISOString().replace('T', ' ').replace('Z', '') },
    ])
  }
}
