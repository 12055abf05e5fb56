import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { EVERYTHING, SEED } from '@leaselight/tests/ofRun'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Facts } from '../client/facts'
import { openFacts } from '../client/warehouse'
import { eraseListed, listErased } from '../erase'
import { freshness } from '../freshness'
import { ana, baseRecords } from '../import/testing'
import { factsWith, type TempFacts, tempCluster, tempFacts } from '../testing'
import { PeopleAtHand, peopleAtHandOf } from './peopleAtHand'
import { MAX_TEXTS, markedAtHand, type PeopleMark, PROSPECT_COLUMNS, selectMarked } from './peopleTable'
import { drawing } from './testing'

const PEOPLE = 8

const prospect = (id: number, draw: (bound: number) => number) => ({
  ...{ ...ana, id, property_id: draw(2) ? 10 : 20, agent_id: draw(3) || undefined },
  ...{ source: ['Zillow', "Owner's \\ {list:String}", ''][draw(3)], not_a_prospect: draw(4) === 0 },
  ...{ created_at: `2026-05-${10 + draw(20)}T12:00:00Z`, first_contact_channel: ['email', 'call'][draw(2)] },
})

/** People with each of the texts: a table has no others. */
const ofEveryText = ['Zillow', "Owner's \\ {list:String}", ''].flatMap((source, at) =>
  ['email', 'call'].map((first_contact_channel, channel) => ({
    ...{ ...prospect(PEOPLE + 2 + 2 * at + channel, drawing(1)), source, first_contact_channel },
  })),
)

/** Prospects of a few ids: new, corrected, moved, marked, and removed ones. */
const someProspects = (draw: (bound: number) => number) =>
  [...new Set(Array.from({ length: 1 + draw(PEOPLE) }, () => 1 + draw(PEOPLE)))].map((id) =>
    draw(5) ? prospect(id, draw) : { id, property_id: 10, deleted: true },
  )

/** A visit of each of them, and of two of whom the company never hears; some come before their prospects. */
const visits = Array.from({ length: PEOPLE + 2 }, (_, id) => ({
  ...{ id: id + 1, property_id: 10, prospect_id: id + 1, visited_at: '2026-05-20T12:00:00Z' },
  ...{ visit_type: 'in-person', unit_shown: false, uses_tour_app: false },
}))

const NAMES = [...PROSPECT_COLUMNS.matchAll(/ AS (\w+)/g)].map(([, name]) => name).join(', ')

const marks: PeopleMark[] = ['deleted', 'noProspect', 'excluded']

/** Every visit with what is known of its prospect, and whether their facts count. */
const visitsWith = ({ facts }: TempFacts, people: string, marked: (mark: PeopleMark) => string) =>
  facts.query<object>(`SELECT r.id AS visit, ${NAMES}, ${marks.map((mark) => `prospect_id IN ${marked(mark)} AS ${mark}`).join(', ')}
    FROM (SELECT * FROM visits FINAL WHERE company_id = 1) AS r
    LEFT ANY JOIN ${people} AS people ON people.of_prospect = r.prospect_id ORDER BY visit`)

/** As statements say it without the table. */
const fromRecords = (store: TempFacts) =>
  visitsWith(
    store,
    `(SELECT ${PROSPECT_COLUMNS} FROM prospects FINAL WHERE company_id = 1)`,
    (mark) => `(${selectMarked(1, mark)})`,
  )

/** The same by a table of people at hand. */
const fromTable = (store: TempFacts, table: string | null) =>
  visitsWith(store, `${table}`, (mark) => markedAtHand(`${table}`, mark))

/** The version of the prospects now. */
const versionOf = async (facts: Facts) => (await freshness(facts, 1)).entityVersions.get('prospects') ?? ''

/** A table of people, and a set for each mark. */
const EACH = 1 + marks.length

const tablesIn = async ({ facts }: TempFacts) =>
  (await facts.query<{ name: string }>("SELECT name FROM system.tables WHERE database = 'at_hand'")).length / EACH

describe('people at hand', () => {
  let store: TempFacts
  let people: PeopleAtHand
  beforeAll(async () => {
    store = await tempFacts()
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    await people?.forget(1)
    // However slow this machine is.
    people = new PeopleAtHand(store.facts, undefined, 60_000)
    await store.clear()
    await store.load({ ...baseRecords, visits })
  })
  const hasTable = ({ facts }: TempFacts) => facts.embedded && !facts.cluster
  const tableNow = async (of = people) => of.tableOf(1, await versionOf(store.facts))

  it(`are after any imports what the records say (RANDOM_SEED=${SEED})`, async () => {
    const draw = drawing(SEED)
    // Another company's people, whom this one's facts can't be of.
    await store.load({ prospects: [{ ...prospect(PEOPLE + 1, draw), property_id: 30 }] })
    const seen = new Set<string>()
    for (let round = 0; round < 6; round++) {
      await store.load({ prospects: someProspects(draw) })
      await people.load(1)
      const table = await tableNow()
      if (!hasTable(store)) expect(table).toBeNull()
      else {
        const rows = await fromRecords(store)
        expect(await fromTable(store, table), `RANDOM_SEED=${SEED}, round ${round}`).toEqual(rows)
        for (const row of rows) seen.add(JSON.stringify(row))
        const numbers = await store.facts.query<{ number: number }>(
          `SELECT person_number AS number FROM ${table} ORDER BY number`,
        )
        expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, at) => at + 1))
      }
    }
    if (hasTable(store)) expect(seen.size).toBeGreaterThan(2 * PEOPLE)
  })

  it('are not used while an import of prospects is missing, and whatever else is imported', async () => {
    const draw = drawing(SEED)
    await store.load({ prospects: ofEveryText })
    await people.load(1)
    if (!hasTable(store)) return expect(await tableNow()).toBeNull()
    const first = await tableNow()
    expect(first).not.toBeNull()
    await store.load({ visits: [{ ...visits[1], unit_shown: true }] })
    expect(await tableNow()).toBe(first)
    await store.load({ prospects: [prospect(1, draw)] })
    expect(await tableNow()).toBe(first)
    await store.load({ prospects: [{ ...prospect(1, draw), source: 'Unheard of' }] })
    expect(await tableNow()).toBeNull()
    await people.load(1)
    const second = await tableNow()
    expect(second).not.toBe(first)
    // Who asked before may still read the one before, but only that.
    expect(await fromTable(store, first)).toHaveLength(visits.length)
    expect(await tablesIn(store)).toBe(2)
    await store.load({ prospects: [{ ...prospect(2, draw), source: 'Unheard of, too' }] })
    await people.loadUnlessBusy(1)
    expect(await tableNow()).toBeNull()
    expect(await tablesIn(store)).toBe(2)
    await people.load(1)
    expect(await tableNow()).not.toBeNull()
    expect(await tablesIn(store)).toBe(2)
  })

  it(`are added as they come (RANDOM_SEED=${SEED})`, { timeout: 240_000 }, async () => {
    const draw = drawing(SEED)
    const now = new Map([1, 2, 3].map((id) => [id, prospect(id, draw)]))
    await store.load({ prospects: [...now.values(), ...ofEveryText] })
    let newest = PEOPLE + 10
    const oneOf = (some: readonly ReturnType<typeof prospect>[]) => some[draw(some.length)] ?? prospect(1, draw)
    const anyone = () => oneOf([...now.values()])
    /** An import doesn't tell where they are now. */
    const moved = new Set<number>()
    const noted = (one: ReturnType<typeof prospect>) => {
      now.set(one.id, one)
      return one
    }
    const some = (make: () => object) => Array.from({ length: 1 + draw(3) }, make)
    /** A new one; of the first ids, which facts name, or of another. */
    const newOne = () => {
      const free = [...Array(PEOPLE).keys()].map((at) => at + 1).filter((id) => !now.has(id))
      return noted(prospect(free[0] && draw(2) ? free[0] : ++newest, draw))
    }
    const changes: { records: () => object[]; isPlain: boolean }[] = [
      ...Array.from({ length: 3 }, () => ({ records: () => some(newOne), isPlain: true })),
      // What the table doesn't have of them.
      {
        records: () => {
          const unmoved = oneOf([...now.values()].filter(({ id }) => !moved.has(id)))
          return [{ ...unmoved, next_follow_up_at: `2026-06-${10 + draw(20)}T12:00:00Z` }]
        },
        isPlain: true,
      },
      { records: () => [{ id: PEOPLE + 2, property_id: 10, deleted: true }], isPlain: false },
      {
        records: () => [noted({ ...anyone(), source: ['Zillow', ''][draw(2)], agent_id: draw(3) || undefined })],
        isPlain: false,
      },
      { records: () => [noted({ ...anyone(), not_a_prospect: draw(2) === 0 })], isPlain: false },
      {
        records: () => {
          const { id } = anyone()
          moved.add(id)
          return [noted(prospect(id, draw))]
        },
        isPlain: false,
      },
      { records: () => [noted({ ...newOne(), source: `Source ${newest}` })], isPlain: false },
      { records: () => [newOne(), noted({ ...anyone(), source: 'Zillow' })], isPlain: false },
    ]
    await people.load(1)
    for (let round = 0; round < (EVERYTHING ? 80 : 16); round++) {
      const before = await tableNow()
      const change = changes[draw(changes.length)]
      await store.load({ prospects: change?.records() ?? [] })
      const table = await tableNow()
      if (!hasTable(store)) expect(table).toBeNull()
      else if (table) {
        expect(await fromTable(store, table), `round ${round}`).toEqual(await fromRecords(store))
        const numbers = await store.facts.query<{ number: number }>(
          `SELECT person_number AS number FROM ${table} ORDER BY number`,
        )
        expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, at) => at + 1))
      }
      if (change?.isPlain) expect(table).toBe(before)
      await people.load(1)
    }
  })

  it('are used by questions that run while others are added', async () => {
    if (!hasTable(store)) return
    await store.load({ prospects: ofEveryText })
    await people.load(1)
    const version = await versionOf(store.facts)
    const table = await tableNow()
    await store.load({ prospects: Array.from({ length: 4 }, (_, at) => prospect(at + 2, drawing(1))) })
    const tables = await Promise.all([tableNow(), tableNow(), people.tableOf(1, version), tableNow()])
    // The one that began before the import may not have it any more, and has no other loaded.
    expect(new Set(tables.filter((one) => one !== null))).toEqual(new Set([table]))
    expect(await people.tableOf(1, version)).toBeNull()
    await people.load(1)
    expect(await tableNow()).toBe(table)
    expect(await tablesIn(store)).toBe(1)
    expect(await fromTable(store, table)).toEqual(await fromRecords(store))
  })

  it('leave memory when one of them is erased', async () => {
    await store.load({ prospects: [prospect(1, drawing(SEED)), prospect(2, drawing(SEED))] })
    const shared = peopleAtHandOf(store.facts)
    await shared.load(1)
    expect(await tablesIn(store)).toBe(hasTable(store) ? 1 : 0)
    const loading = shared.load(1)
    await listErased(store.facts, 1, [1], Date.now())
    await eraseListed(store.facts, 1, { now: Date.now() })
    await loading
    expect(await tablesIn(store)).toBe(0)
    await shared.load(1)
    if (hasTable(store)) {
      const rows = await fromTable(store, await tableNow(shared))
      expect(rows).toEqual(await fromRecords(store))
      expect(rows).toContainEqual(expect.objectContaining({ of_prospect: 2 }))
    }
    await shared.forget(1)
  })

  it('stay with the records where there are too many, or the engine refuses', async () => {
    await store.load({ prospects: [prospect(1, drawing(SEED)), prospect(2, drawing(SEED))] })
    const few = new PeopleAtHand(store.facts, 1)
    await few.load(1)
    expect(await tableNow(few)).toBeNull()
    const refused = new PeopleAtHand(factsWith(store.facts, { command: () => Promise.reject(new Error('full')) }))
    await refused.loadUnlessBusy(1)
    expect(await tableNow(refused)).toBeNull()
    expect(await tablesIn(store)).toBe(0)
    // Nothing is left of a table that could not be filled.
    const command = async (sql: string) => {
      if (sql.startsWith('INSERT')) throw new Error('full')
      await store.facts.command(sql)
    }
    await new PeopleAtHand(factsWith(store.facts, { command })).loadUnlessBusy(1)
    expect(await tablesIn(store)).toBe(0)
  })

  it('have their texts as they are where there are more than can be numbered', async () => {
    const draw = drawing(SEED)
    const many = Array.from({ length: MAX_TEXTS + 1 }, (_, at) => ({
      ...prospect(at + 1, draw),
      source: `Source ${at}`,
    }))
    await store.load({ prospects: many })
    await people.load(1)
    if (!hasTable(store)) return expect(await tableNow()).toBeNull()
    const rows = await fromRecords(store)
    expect(await fromTable(store, await tableNow())).toEqual(rows)
    expect(rows).toContainEqual(expect.objectContaining({ prospect_source: 'Source 3' }))
  })
})

it('people at hand are no matter of a cluster, whose shards have memories of their own', async () => {
  const store = await tempCluster()
  const people = new PeopleAtHand(store.facts)
  await store.load({ ...baseRecords, prospects: [prospect(1, drawing(SEED))] })
  await people.load(1)
  expect(await people.tableOf(1, await versionOf(store.facts))).toBeNull()
  await store.close()
})

it('people at hand leave nothing in the folder of a store that is opened again', async () => {
  const store = await tempFacts()
  if (store.facts.embedded && !store.facts.cluster) {
    await store.load({ ...baseRecords, prospects: [prospect(1, drawing(SEED))] })
    await peopleAtHandOf(store.facts).load(1)
    await store.facts.close()
    const again = await openFacts({ dataDir: store.dataDir })
    const people = peopleAtHandOf(again)
    const version = await versionOf(again)
    expect(await people.tableOf(1, version)).toBeNull()
    await people.load(1)
    expect(await people.tableOf(1, version)).not.toBeNull()
    expect(await readdir(join(store.dataDir, 'facts', 'data', 'at_hand'))).toHaveLength(EACH)
    await again.close()
  }
  await store.close()
})
