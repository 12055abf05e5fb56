import { type EntityName, entityNames } from '@leaselight/contract'
import { EVERYTHING, SEED } from '@leaselight/tests/ofRun'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MemoryTables } from '../client/memoryTables'
import { importValidRecords } from '../import'
import { baseRecords, east, linesOf, west } from '../import/testing'
import { factsWith, type Records, type TempFacts, tempFacts } from '../testing'
import { changesOf } from './changes'
import { derive, wrongRows } from './derive'
import { derivedTables } from './tables'
import { drawing, PeopleWorld } from './testing'
import { allLeases, someLeases, someUnits, units } from './testingLeases'
import { Touched } from './touched'
import { TouchedTables } from './touchedTables'

const ROUNDS = EVERYTHING ? 8 : 3
/** So few keys at once that there are several parts. */
const KEYS_AT_ONCE = 2

let store: TempFacts
beforeAll(async () => {
  store = await tempFacts()
  await store.load({ ...baseRecords, units })
})
afterAll(() => store.close())

/** The batches that have ended. */
async function batchesNow(): Promise<number[]> {
  const sql = `SELECT DISTINCT version FROM import_log WHERE company_id = 1 AND state = 'finished'`
  return (await store.facts.query<{ version: number }>(sql)).map(({ version }) => version)
}

/** Imports records, and works nothing out. @returns their batches */
async function write(records: Records): Promise<Set<number>> {
  const before = new Set(await batchesNow())
  for (const [entity, some] of Object.entries(records) as [EntityName, object[]][])
    await importValidRecords(store.facts, linesOf(some), { entity })
  return new Set((await batchesNow()).filter((version) => !before.has(version)))
}

/** The keys of each table that changes of some batches touch, where at most so many are listed. */
async function touchedBy(batches: ReadonlySet<number>, most: number): Promise<Map<string, number[] | null>> {
  const touched = new Touched(
    store.facts,
    1,
    () => changesOf(store.facts, 1, new Set(entityNames), batches, most),
    most,
  )
  const found = new Map<string, number[] | null>()
  for (const table of derivedTables) {
    const keys = await touched.keysOf({ ...table, keysAtOnce: KEYS_AT_ONCE })
    if (keys?.whole) expect(await numbersOf([keys.whole])).toEqual(await numbersOf(keys.parts))
    found.set(table.name, keys && (await numbersOf(keys.parts)))
  }
  await touched.end()
  return found
}

async function numbersOf(parts: readonly { select: string }[]): Promise<number[]> {
  const rows: Record<string, number>[] = []
  for (const { select } of parts) rows.push(...(await store.facts.query<Record<string, number>>(select)))
  return rows.flatMap((row) => Object.values(row)).sort((a, b) => a - b)
}

/** How many tables of the engine's memory there are. */
async function tablesInMemory(): Promise<number> {
  const sql = `SELECT count() AS tables FROM system.tables WHERE database = 'in_work'`
  return (await store.facts.query<{ tables: number }>(sql))[0]?.tables ?? 0
}

it(`are the keys that lists would name (RANDOM_SEED=${SEED})`, { timeout: 240_000 }, async () => {
  const draw = drawing(SEED)
  const world = new PeopleWorld(draw)
  let touched = 0
  let several = 0
  for (let round = 0; round < ROUNDS; round++) {
    const about = `RANDOM_SEED=${SEED}, round ${round}`
    const batches = await write({
      // A property that comes or goes touches what it hides.
      ...(round > 0 && { properties: draw(2) ? [east, west] : [{ id: west.id, company_id: 1, deleted: true }] }),
      units: someUnits(draw),
      leases: round === 0 ? allLeases(draw) : someLeases(draw),
      ...world.someCampaigns(),
      ...(round === 0 ? world.allFacts() : world.someFacts()),
    })
    const listed = await touchedBy(batches, 1_000)
    const inTables = await touchedBy(batches, 0)
    if (MemoryTables.arePossible(store.facts)) expect(inTables, about).toEqual(listed)
    else
      for (const [name, keys] of listed)
        expect(inTables.get(name), about).toEqual(keys?.length ? null : expect.toBeOneOf([null, []]))
    for (const keys of listed.values()) {
      touched += keys?.length ?? 0
      if ((keys?.length ?? 0) > KEYS_AT_ONCE) several++
    }
    await derive(store.facts, 1, 0)
    expect(await wrongRows(store.facts, 1), about).toBe(0)
  }
  expect(touched).toBeGreaterThan(derivedTables.length)
  expect(several).toBeGreaterThan(0)
  expect(await tablesInMemory()).toBe(0)
})

it('are not looked for where too much changed to have in memory', async () => {
  if (!MemoryTables.arePossible(store.facts)) return
  const batches = await write(new PeopleWorld(drawing(SEED)).allFacts())
  const changes = await changesOf(store.facts, 1, new Set(entityNames), batches)
  const table = derivedTables.find(({ name }) => name === 'prospect_care')
  if (!changes || !table) throw new Error('There is no change.')
  const changed = new Map([...changes.changed].filter(([entity]) => table.from.includes(entity)))
  // Five records of each entity, and one more message.
  const keysWithin = async (most: number) => {
    const tables = new TouchedTables(store.facts, 1, batches, most)
    const keys = await tables.keysOf(table, changed)
    await tables.drop()
    return keys
  }
  expect(await keysWithin(6)).not.toBeNull()
  expect(await keysWithin(5)).toBeNull()
  expect(await keysWithin(1)).toBeNull()
  await derive(store.facts, 1)
})

it('leave nothing in memory when something fails', async () => {
  const draw = drawing(SEED)
  const world = new PeopleWorld(draw)
  await write({ leases: allLeases(draw), ...world.allFacts() })
  let failed = 0
  const failing = (statement: RegExp) =>
    factsWith(store.facts, {
      command: async (sql) => {
        if (!statement.test(sql)) return store.facts.command(sql)
        failed++
        throw new Error('no room')
      },
    })
  const ofTables = MemoryTables.arePossible(store.facts) ? [/^CREATE TABLE in_work/, /^INSERT INTO in_work/] : []
  for (const statement of [...ofTables, /^INSERT INTO prospect_care/]) {
    failed = 0
    await expect(derive(failing(statement), 1, 0)).rejects.toThrow('no room')
    expect(failed).toBeGreaterThan(0)
    expect(await tablesInMemory()).toBe(0)
  }
  await derive(store.facts, 1, 0)
  expect(await wrongRows(store.facts, 1)).toBe(0)
})
