import { SEED } from '@leaselight/tests/ofRun'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { baseRecords, east, message } from '../import/testing'
import { factsWith, type TempFacts, tempCluster, tempFacts } from '../testing'
import { columnsOf, type DerivedTable, derivedTables } from './tables'
import { drawing, PeopleWorld } from './testing'
import { NO_ANNOTATIONS } from './testingCalls'
import { allLeases, units } from './testingLeases'
import { everyKeyInParts, keysInParts, rewriteSome, writeEveryRow } from './writeRows'

const people = [21, 22, 23, 24]

const prospect = {
  ...{ property_id: east.id, created_at: '2026-05-01T12:00:00Z', status: 'waiting', source: 'Zillow' },
  ...{ insert_method: 'email', first_contact_channel: 'email', not_a_prospect: false, is_referral: false },
}

const visit = {
  ...{ property_id: east.id, visited_at: '2026-05-02T12:00:00Z', visit_type: 'in-person' },
  ...{ unit_shown: true, uses_tour_app: false },
}

const call = {
  ...{ property_id: east.id, direction: 'inbound', handled_by: 'agent', outcome: 'answered', caller_type: 'other' },
  ...{ started_at: '2026-06-01T12:00:00Z', duration_seconds: 60, intents: [] },
}

describe.each([
  ['one store', tempFacts],
  ['a cluster', tempCluster],
])('every row of a derived table in %s', (_name, open) => {
  let store: TempFacts
  beforeAll(async () => {
    store = await open()
    const draw = drawing(SEED)
    const world = new PeopleWorld(draw)
    await store.load({ ...baseRecords, units })
    await store.load({ leases: allLeases(draw), ...world.someCampaigns(), ...world.allFacts() })
    // Some are gone, or of other people than before.
    await store.load(world.someFacts())
    // In whatever world, each table has rows.
    await store.load({
      prospects: people.map((id) => ({ ...prospect, id })),
      visits: people.map((id) => ({ ...visit, id: 100 + id, prospect_id: id })),
      messages: people.map((id) => ({ ...message, id: 100 + id, prospect_id: id, origin: 'drip', campaign_id: 1 })),
      calls: [1, 2, 3].map((id) => ({ ...call, id: 100 + id, prospect_id: 20 + id, thread_id: `t${id}` })),
      transcripts: [1, 2, 3].map((id) => ({
        ...{ thread_id: `t${id}`, property_id: east.id, annotations: NO_ANNOTATIONS },
        utterances: [{ speaker: 'agent', time: 1, transcript: `Call ${id}` }],
      })),
    })
    // What was one person's is another's now, and the former rows stay until they are merged. A cluster merges when it will.
    if (!store.facts.cluster) await store.facts.command('SYSTEM STOP MERGES')
    const moved = people.map((id, at) => ({ ...message, id: 100 + id, prospect_id: people.at(at - 1) }))
    await store.load({ messages: moved.map((one) => ({ ...one, origin: 'drip', campaign_id: 1 })) })
  })
  afterAll(() => store.close())

  /** What is worked out, as text, so that no digit is lost. */
  const readOf = (table: DerivedTable) => (rows: string) => {
    // Of a tuple, because the hash of columns is null where any of them is.
    const content = `${table.key} AS key, toString(cityHash64(tuple(${columnsOf(table)}))) AS content`
    return store.facts.query<object>(`SELECT ${content} FROM (${rows}) ORDER BY key, content`)
  }

  it.each(derivedTables.map((table) => [table.name, table] as const))(
    'is worked out in one of several parts: %s',
    async (_, table) => {
      const read = readOf(table)
      const stored = await read(`SELECT * FROM ${table.name} FINAL WHERE company_id = 1`)
      const parts = await everyKeyInParts(store.facts, 1, { ...table, keysAtOnce: 2 })
      const found: object[] = []
      for (const keys of parts) {
        const rows = await read(table.rows(1, keys))
        // The same as of keys that are named.
        expect(await read(table.rows(1, { select: keys.select }))).toEqual(rows)
        found.push(...rows)
      }
      expect(found).toHaveLength(stored.length)
      expect(found).toEqual(expect.arrayContaining(stored))
      expect(parts.length).toBeGreaterThan(1)
      expect(stored.length).toBeGreaterThan(0)
    },
  )

  it.each(derivedTables.map((table) => [table.name, table] as const))(
    'loses nothing when it is worked out again in several parts: %s',
    async (_, table) => {
      const stored = `SELECT * FROM ${table.name} FINAL WHERE company_id = 1`
      const before = await readOf(table)(stored)
      await writeEveryRow(store.facts, 1, { ...table, keysAtOnce: 2 }, 0, 'any')
      expect(await readOf(table)(stored)).toEqual(before)
    },
  )

  // A row that came to another key at its place would be marked as gone while it isn't written yet.
  it.each(['older', 'any'] as const)('writes all parts before it marks former places: stored %s', async (stored) => {
    const table = derivedTables.find(({ name }) => name === 'campaign_messages')
    if (!table) throw new Error('There is no such table.')
    const read = readOf(table)
    const rows = `SELECT * FROM ${table.name} FINAL WHERE company_id = 1`
    const before = await read(rows)
    const written: string[] = []
    const facts = factsWith(store.facts, {
      command: (sql) => {
        if (sql.startsWith('INSERT INTO')) written.push(sql.includes('is_deleted') ? 'places' : 'rows')
        return store.facts.command(sql)
      },
    })
    const [newest] = await facts.query<{ version: number }>(`SELECT max(version) AS version FROM ${table.name}`)
    const keys = keysInParts(facts, { ...table, keysAtOnce: 1 }, people)
    await rewriteSome(facts, 1, table, keys, (newest?.version ?? 0) + 1, stored)
    const parts = facts.embedded ? people.length : 1
    expect(written).toEqual(['rows', 'places'].flatMap((what) => Array.from({ length: parts }, () => what)))
    expect(await read(rows)).toEqual(before)
  })
})
