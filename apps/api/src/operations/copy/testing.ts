import { entityNames } from '@leaselight/contract'
import type { Facts } from '@leaselight/facts'
import { factsWith } from '@leaselight/facts/testing'
import { type State, stateTables } from '@leaselight/state'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'

const ID = '00000000-0000-4000-8000-000000000001'
/** Columns with a fixed set of values. */
const COLUMN_VALUES: Record<string, unknown> = {
  ...{ status: 'running', frequency: 'DAILY', kind: 'report', time: '08:00' },
  // A final status, so that no server sends it during the tests.
  attempt_at: '2199-01-01T00:00:00Z',
}
/** The same where they differ from table to table. */
const TABLE_VALUES: Readonly<Record<string, object>> = {
  scheduled_reports: { weekdays: [], time_zone: 'America/New_York', day_of_month: null },
  audit_events: { action: 'seen', means: 'session' },
  webhooks: { kind: 'signed' },
  pins: { kind: 'number' },
  webhook_calls: { event: 'finding' },
}
const VALUES: Record<string, unknown> = {
  uuid: ID,
  text: `O'Neil \\ "said" \u2028 \n ü 🏠`,
  bigint: Number.MAX_SAFE_INTEGER,
  integer: 3,
  'double precision': 0.5,
  boolean: true,
  jsonb: { deep: ['\\', 1.5, null] },
  'timestamp with time zone': '2026-03-01T08:30:00.123Z',
}

/** A row in every table, built from its column types, so that a new table gets one too. */
export async function fillEveryTable(store: State): Promise<void> {
  for (const table of stateTables) {
    const columns = await rowsOf<{ name: string; type: string }>(
      store,
      `select column_name as name, data_type as type from information_schema.columns where table_name = '${table}'`,
    )
    const entries = columns.map(({ name, type }) => [name, COLUMN_VALUES[name] ?? VALUES[type]])
    const row = JSON.stringify([{ ...Object.fromEntries(entries), ...TABLE_VALUES[table] }])
    await store.db.execute(
      sql`insert into ${sql.identifier(table)} select * from json_populate_recordset(null::${sql.identifier(table)}, ${row}::json)`,
    )
  }
}

/** Runs a statement; both drivers return `rows`. */
export async function rowsOf<T>(store: State, statement: string): Promise<T[]> {
  const answer: unknown = await store.db.execute(sql.raw(statement))
  return (answer as { rows: T[] }).rows
}

/** Every row of every table, as plain values. */
export async function stateRows(store: State): Promise<Record<string, Record<string, unknown>[]>> {
  const found: Record<string, Record<string, unknown>[]> = {}
  for (const table of stateTables) {
    const rows = await rowsOf<Record<string, unknown>>(store, `select * from ${table} order by 1`)
    // One driver returns large numbers as strings.
    found[table] = JSON.parse(JSON.stringify(rows, (_, value) => (typeof value === 'number' ? String(value) : value)))
  }
  return found
}

async function factsRows(store: Facts): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const table of [...entityNames, 'record_keys', 'prospect_marks'])
    found[table] = await store.query(`SELECT * FROM ${table} FINAL ORDER BY ALL`)
  found.import_log = await store.query('SELECT * FROM import_log ORDER BY ALL')
  return found
}

/** Compares every row of two installations. */
export async function expectEqualInstallations(
  one: { facts: Facts; state: State },
  other: { facts: Facts; state: State },
  but: string[] = [],
): Promise<void> {
  expect(await factsRows(one.facts)).toEqual(await factsRows(other.facts))
  const [mine, theirs] = [await stateRows(one.state), await stateRows(other.state)]
  for (const table of stateTables.filter((name) => !but.includes(name))) {
    expect(mine[table]?.length).toBeGreaterThan(0)
    expect(mine[table], table).toEqual(theirs[table])
  }
}

/** The same store, with a crash when the copy reaches a table. */
export const dyingAt = (store: Facts, last: string): Facts =>
  factsWith(store, {
    async insertNative(...given) {
      if (given[0] === last) throw new Error('dead')
      await store.insertNative(...given)
    },
  })
