import { afterAll, beforeAll, expect, it } from 'vitest'
import { importValidRecords } from '../import'
import { baseRecords, linesOf, message } from '../import/testing'
import { factsWith, type TempFacts, tempFacts } from '../testing'
import { derive, deriveAgain, wrongRows } from './derive'
import { selectNumbers } from './narrow'
import { derivedTables } from './tables'

let store: TempFacts
beforeAll(async () => {
  store = await tempFacts()
  await store.load(baseRecords)
  // 40,000 people with ten messages each, one of them a campaign's, one after the other over 400 days.
  const day = `toDate32('2025-01-01') + intDiv(number, 1000)`
  await store.facts.command(
    `INSERT INTO prospects (company_id, id, property_id, created_at, created_day, status, version)
     SELECT 1, number + 1, 10, toDateTime64(day, 3, 'UTC'), ${day.replace('1000', '100')} AS day, 'waiting', 1 FROM numbers(40000)`,
  )
  await store.facts.command(
    `INSERT INTO messages (company_id, id, property_id, prospect_id, direction, origin, channel, sent_at, sent_day, version)
     SELECT 1, number + 1, 10, intDiv(number, 10) + 1, 'outbound', if(number % 10 = 0, 'drip', 'agent'), 'email', toDateTime64(day, 3, 'UTC'), ${day} AS day, 1 FROM numbers(400000)`,
  )
})
afterAll(() => store.close())

/** The rows, and how many bytes of columns the engine read for them. */
async function read(sql: string): Promise<{ rows: object[]; bytes: number }> {
  const bytesRead = async () => {
    const found = await store.facts.query<{ value: number }>(
      `SELECT value FROM system.events WHERE event = 'SelectedBytes'`,
    )
    return found[0]?.value ?? 0
  }
  const before = await bytesRead()
  const rows = await store.facts.query<object>(`${sql} SETTINGS use_query_condition_cache = 0`)
  return { rows, bytes: (await bytesRead()) - before }
}

const tablesOfPeople = derivedTables.filter(({ key, from }) => key === 'prospect_id' && from.includes('messages'))
const ofPeople = tablesOfPeople.map((table) => [table.name, table] as const)

/** How many of them tell by numbers which records a row is made of. */
const namingRecords = tablesOfPeople.filter(({ values }) => 'records' in values).length

it.each(ofPeople)('reads little for %s where few people changed', async (_, { key, rows }) => {
  const few = [20_000, 39_999]
  const keys = selectNumbers(few, key)
  const ordered = (definition: string) => `SELECT * FROM (${definition}) ORDER BY ALL`
  const all = await read(ordered(rows(1, { select: keys })))
  const near = await read(ordered(rows(1, { select: keys, few })))
  expect(near.rows).toHaveLength(all.rows.length)
  expect(near.rows).toEqual(all.rows)
  expect(near.rows.length).toBeGreaterThan(0)
  // What remains is one column, and the place where it says so. Shards send more to each other.
  expect(near.bytes).toBeLessThan(all.bytes * (store.facts.embedded ? 0.5 : 0.8))
})

/** The statements by which a message's import is followed. */
async function statementsAfter(id: number, prospect_id: number): Promise<string[]> {
  const statements: string[] = []
  const facts = factsWith(store.facts, {
    query: (...args) => {
      statements.push(args[0])
      return store.facts.query(...args)
    },
  })
  await importValidRecords(facts, linesOf([{ ...message, id, prospect_id }]), { entity: 'messages' })
  statements.length = 0
  await derive(facts, 1)
  return statements
}

it('reads the person that a record names once for all tables', async () => {
  await deriveAgain(store.facts, 1)
  // From now on each table contains some import.
  await statementsAfter(800_000, 10_000)
  const statements = await statementsAfter(800_001, 20_000)
  const named = statements.filter((sql) => /AS person.* FROM messages /s.test(sql))
  expect(named).toHaveLength(1)
  // Each table asks for the rest at once.
  const tables = derivedTables.filter(({ from }) => from.includes('messages'))
  expect(statements.filter((sql) => sql.startsWith('SELECT DISTINCT')).length).toBeLessThanOrEqual(tables.length)
})

it('looks for the rows that name a record only where it may be in one', async () => {
  await deriveAgain(store.facts, 1)
  const lookedForRows = async (id: number, prospect_id: number) =>
    (await statementsAfter(id, prospect_id)).filter((sql) => sql.includes('arrayExists(record ->')).length
  // From now on each table contains some import.
  await lookedForRows(900_000, 10_000)
  // On servers another instance may be storing the same record.
  expect(await lookedForRows(900_001, 20_000)).toBe(store.facts.embedded ? 0 : namingRecords)
  expect(await lookedForRows(900_001, 30_000)).toBe(namingRecords)
  expect(await wrongRows(store.facts, 1)).toBe(0)
})
