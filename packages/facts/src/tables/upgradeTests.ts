import { type Entity, entities, entityNames } from '@leaselight/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FactsPart } from '../copy/parts'
import { factsParts } from '../copy/parts'
import { allSums, clearFacts, finishCopy, readPart, writePart } from '../copy/store'
import { eraseListed, listErased } from '../erase'
import { ana, baseRecords, company, lease } from '../import/testing'
import { factsWith, type TempFacts } from '../testing'
import { type EntityTable, tableColumns, tablesOf } from './columns'
import { factsLevel, migrate } from './migrate'

/** Declares an entity without some of its fields. */
function without(entity: Entity, ...fields: string[]): Entity {
  return {
    ...entity,
    fields: Object.fromEntries(Object.entries(entity.fields).filter(([name]) => !fields.includes(name))),
  }
}

const { applications: _new, ...rest } = entities

/** The tables of a declaration from before the contract gained applications and a field of each kind of empty value. */
const olderTables: EntityTable[] = tablesOf({
  ...rest,
  prospects: without(entities.prospects, 'phone', 'email'),
  units: without(entities.units, 'status'),
  visits: without(entities.visits, 'quoted_at', 'unit_shown'),
  leases: without(entities.leases, 'ends_on', 'notice_on'),
  transcripts: without(entities.transcripts, 'annotations'),
})

const visit = {
  id: 1,
  property_id: 10,
  prospect_id: ana.id,
  visited_at: '2026-03-09T15:00:00Z',
  visit_type: 'in-person',
}
const application = {
  id: 1,
  property_id: 10,
  prospect_id: ana.id,
  submitted_at: '2026-03-10T02:00:00Z',
  status: 'pending',
  status_at: '2026-03-10T02:00:00Z',
}
const { ends_on: _later, ...olderLease } = lease

/** Rows as the older version wrote them. */
async function writeOlderRows({ facts }: TempFacts): Promise<void> {
  const common = { company_id: company.id, version: 1, is_deleted: 0 }
  const local = { ...visit, visited_at: '2026-03-09 15:00:00.000', visited_day: '2026-03-09', visited_offset: -14_400 }
  await facts.insert('record_keys', [
    { entity: 'prospects', scope: 0, id: ana.id, company_id: 1, property_id: 10, day: '2026-03-07', version: 1 },
    { entity: 'visits', scope: 1, id: 1, company_id: 1, property_id: 10, day: '2026-03-09', version: 1 },
    { entity: 'leases', scope: 1, id: 1, company_id: 1, property_id: 10, day: '2026-03-09', version: 1 },
  ])
  await facts.insert('prospects', [
    { ...common, ...ana, created_at: '2026-03-07 15:00:00.000', created_day: '2026-03-07', created_offset: -18_000 },
  ])
  await facts.insert('visits', [{ ...common, ...local }])
  await facts.insert('leases', [
    {
      ...common,
      ...olderLease,
      signed_at: '2026-03-09 22:00:00.000',
      signed_day: '2026-03-09',
      signed_offset: -14_400,
    },
  ])
  await facts.insert('units', [
    { ...common, id: 7, property_id: 10, name: '7', floorplan: 'A', bedrooms: 1, area_sqft: 600 },
  ])
  await facts.insert('transcripts', [{ ...common, thread_id: 't', property_id: 10, utterances: '[]' }])
}

interface Copied {
  part: FactsPart
  pieces: Uint8Array[]
}

async function copyOf({ facts }: TempFacts): Promise<Copied[]> {
  const copied: Copied[] = []
  for (const part of await factsParts(facts)) {
    const pieces: Uint8Array[] = []
    for await (const piece of readPart(facts, part)) pieces.push(Uint8Array.from(piece))
    copied.push({ part, pieces })
  }
  return copied
}

async function restore({ facts }: TempFacts, copied: readonly Copied[]): Promise<void> {
  await clearFacts(facts)
  for (const { part, pieces } of copied)
    await writePart(
      facts,
      part,
      (async function* () {
        yield* pieces
      })(),
    )
  await finishCopy(facts, factsLevel)
}

/** Copying and erasing wait for the engine to rewrite whole tables. */
const PATIENCE_MS = 120_000

/** What a store created from an older declaration must do under today's, embedded or on a server. */
export function upgradeTests(open: (declared: readonly EntityTable[]) => Promise<TempFacts>): void {
  let store: TempFacts
  let olderCopy: Copied[] = []

  beforeAll(async () => {
    store = await open(olderTables)
    await store.load(baseRecords)
    await writeOlderRows(store)
    olderCopy = await copyOf(store)
    await Promise.all([migrate(store.facts), migrate(store.facts)])
  })
  afterAll(() => store.close())

  const olderRows = async () => ({
    prospects: await store.facts.query('SELECT id, first_name, phone, email FROM prospects FINAL'),
    visits: await store.facts.query('SELECT id, unit_shown, quoted_at, quoted_day FROM visits FINAL'),
    leases: await store.facts.query('SELECT id, monthly_rent, ends_on, notice_on FROM leases FINAL'),
    units: await store.facts.query('SELECT id, name, status FROM units FINAL'),
    transcripts: await store.facts.query('SELECT thread_id, annotations FROM transcripts FINAL'),
  })
  const meant = {
    prospects: [{ id: ana.id, first_name: 'Ana', phone: '', email: '' }],
    visits: [{ id: 1, unit_shown: 0, quoted_at: null, quoted_day: null }],
    leases: [{ id: 1, monthly_rent: 1850.5, ends_on: '1970-01-01', notice_on: null }],
    units: [{ id: 7, name: '7', status: 'rentable' }],
    transcripts: [{ thread_id: 't', annotations: '{}' }],
  }

  it('has the tables and columns of a new one', async () => {
    const stored = await store.facts.query<{ table: string; name: string; type: string }>(
      'SELECT table, name, type FROM system.columns WHERE database = currentDatabase() ORDER BY name',
    )
    for (const entity of entityNames)
      for (const table of store.facts.cluster ? [entity, `${entity}_shard`] : [entity]) {
        const columns = stored.filter((column) => column.table === table).map(({ name, type }) => ({ name, type }))
        const declared = tableColumns[entity].map(({ name, type }) => ({ name, type }))
        expect(columns, table).toEqual(declared.sort((a, b) => (a.name < b.name ? -1 : 1)))
      }
  })

  it('notes what it added, once', async () => {
    const noted = await store.facts.query<{ name: string; change: string }>(
      `SELECT name, change FROM table_changes FINAL WHERE change NOT IN ('found', 'made') OR name = 'applications' ORDER BY name, change`,
    )
    expect(noted.map(({ name, change }) => `${name}: ${change}`)).toEqual([
      'applications: made',
      'leases: added ends_on Date32',
      'leases: added notice_on Nullable(Date32)',
      'prospects: added email String',
      'prospects: added phone String',
      'transcripts: added annotations String',
      'units: added status LowCardinality(String)',
      "visits: added quoted_at Nullable(DateTime64(3, 'UTC'))",
      'visits: added quoted_day Nullable(Date32)',
      'visits: added unit_shown UInt8',
    ])
  })

  it('writes nothing at the next start', async () => {
    const written: string[] = []
    const watched = factsWith(store.facts, {
      command: async (sql) => void written.push(sql),
      insert: async (table) => void written.push(table),
    })
    await migrate(watched)
    expect(written).toEqual([])
  })

  it('reads older rows with the value for nothing', async () => {
    expect(await olderRows()).toEqual(meant)
  })

  it(
    'takes in a copy made before',
    async () => {
      await restore(store, olderCopy)
      expect(await olderRows()).toEqual(meant)
    },
    PATIENCE_MS,
  )

  it('replaces an older row by one with the new fields, on the same day and on another', async () => {
    const { facts, load } = store
    await load({ visits: [{ ...visit, unit_shown: true, quoted_at: '2026-03-10T03:00:00Z' }] })
    const visits = () => facts.query('SELECT visited_day, unit_shown, quoted_day FROM visits FINAL')
    expect(await visits()).toEqual([{ visited_day: '2026-03-09', unit_shown: 1, quoted_day: '2026-03-09' }])
    await load({ visits: [{ ...visit, visited_at: '2025-12-31T15:00:00Z' }] })
    expect(await visits()).toEqual([{ visited_day: '2025-12-31', unit_shown: 0, quoted_day: null }])
  })

  it('accepts the phone and e-mail of a known prospect', async () => {
    const { facts, load } = store
    const [report] = await load({ prospects: [{ ...ana, phone: '(425) 555-0120', email: 'ana@example.com' }] })
    expect(report).toMatchObject({ new: 0, changed: 1, rejected: 0 })
    expect(await facts.query('SELECT id, phone, email FROM prospects FINAL')).toEqual([
      { id: ana.id, phone: '(425) 555-0120', email: 'ana@example.com' },
    ])
  })

  it(
    'imports and copies records of the new entity',
    async () => {
      const { facts, load } = store
      const found = () => facts.query('SELECT id, prospect_id, submitted_day FROM applications FINAL')
      const reports = await load({ applications: [application] })
      expect(reports).toMatchObject([{ entity: 'applications', new: 1 }])
      expect(await load({ applications: [application] })).toMatchObject([{ unchanged: 1 }])
      const before = await allSums(facts)
      await restore(store, await copyOf(store))
      expect(await allSums(facts)).toEqual(before)
      expect(await found()).toEqual([{ id: 1, prospect_id: ana.id, submitted_day: '2026-03-09' }])
    },
    PATIENCE_MS,
  )

  it(
    'erases records of the new entity with their person',
    async () => {
      const { facts } = store
      await listErased(facts, company.id, [ana.id], Date.now())
      const erased = await eraseListed(facts, company.id, { now: Date.now() })
      const rows = erased.find(({ table }) => table === 'applications')
      expect(rows?.found).toBeGreaterThan(0)
      expect(rows?.left).toBe(0)
      expect(await facts.query('SELECT id FROM applications')).toEqual([])
    },
    PATIENCE_MS,
  )
}
