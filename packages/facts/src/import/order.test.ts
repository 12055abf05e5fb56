import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EntityName, entityNames, type Rejection } from '..'
import { type Records, type TempFacts, tempFacts } from '../testing'
import { importStateOf } from './state'
import { ana, baseRecords, company, east, lease, message } from './testing'

let store: TempFacts

beforeAll(async () => {
  store = await tempFacts()
})
afterAll(() => store.close())

/** Everything that questions can see, without when it came in: facts of removed properties are hidden. */
async function storedTables(): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {}
  for (const name of ['properties', 'prospects', 'messages', 'leases'] as const) {
    const key = name === 'properties' ? 'id' : 'property_id'
    tables[name] = await store.facts.query(
      `SELECT * EXCEPT version FROM ${name} FINAL WHERE ${key} IN (SELECT id FROM properties FINAL) ORDER BY company_id, id`,
    )
  }
  tables.marks = await store.facts.query(
    'SELECT company_id, id FROM prospect_marks FINAL WHERE not_a_prospect OR deleted ORDER BY company_id, id',
  )
  return tables
}

const at = fc
  .date({ min: new Date('2025-12-30'), max: new Date('2026-01-02'), noInvalidDate: true })
  .map((date) => date.toISOString())
const owner = fc.constantFrom(10, 20)
const gone = fc.boolean()

const removable = (record: object, deleted: boolean, id: number, property_id: number) =>
  deleted ? { id, property_id, deleted } : { ...record, id, property_id }

/** A few versions of a few records: each moves about, changes and is removed and restored. */
const history = fc.array(
  fc.oneof(
    fc
      .tuple(owner, fc.constantFrom('America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland'), gone)
      .map(([id, time_zone, deleted]) => ({
        entity: 'properties' as const,
        record: deleted ? { id, company_id: 1, deleted } : { ...east, id, time_zone },
      })),
    fc
      .tuple(fc.integer({ min: 1, max: 3 }), owner, at, gone, fc.boolean())
      .map(([id, property, created_at, deleted, not_a_prospect]) => ({
        entity: 'prospects' as const,
        record: removable({ ...ana, created_at, not_a_prospect }, deleted, id, property),
      })),
    fc.tuple(fc.integer({ min: 1, max: 4 }), owner, at, gone).map(([id, property, sent_at, deleted]) => ({
      entity: 'messages' as const,
      record: removable({ ...message, prospect_id: 1, sent_at }, deleted, id, property),
    })),
    fc.tuple(fc.integer({ min: 1, max: 2 }), owner, at, gone).map(([id, property, signed_at, deleted]) => ({
      entity: 'leases' as const,
      record: removable({ ...lease, signed_at }, deleted, id, property),
    })),
  ),
  { minLength: 1, maxLength: 40 },
)

/** Both properties as they come back after everything else. */
const restored: Records = {
  properties: [
    { ...east, id: 10, time_zone: 'Asia/Tokyo' },
    { ...east, id: 20, time_zone: 'America/Denver' },
  ],
}

type Event = { entity: EntityName; record: object }

const grouped = (events: readonly Event[]): Records => {
  const records: Partial<Record<EntityName, object[]>> = {}
  for (const name of entityNames) {
    const own = events.filter(({ entity }) => entity === name).map(({ record }) => record)
    if (own.length) records[name] = own
  }
  return records
}

it('gives the same tables whatever the order of entities and however the records are split into imports', async () => {
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1 }),
      fc.gen(),
      async (events, sizes, gen) => {
        // Only the last version of each record, at once.
        await store.clear()
        await store.load(baseRecords)
        const last = new Map(
          events.map((event) => [`${event.entity} ${'id' in event.record ? event.record.id : ''}`, event]),
        )
        await store.load(grouped([...last.values()]))
        const expected = await storedTables()
        await store.load(restored)
        const expectedRestored = await storedTables()

        // The whole story, each record's versions in order but the entities woven anew, in small imports.
        await store.clear()
        await store.load(baseRecords)
        const queues = entityNames
          .map((name) => events.filter(({ entity }) => entity === name))
          .filter((queue) => queue.length > 0)
        while (queues.some((queue) => queue.length > 0)) {
          const waiting = queues.filter((queue) => queue.length > 0)
          const queue = gen(fc.constantFrom, ...waiting)
          const part = queue.splice(0, sizes[queue.length % sizes.length] ?? 1)
          await store.load(grouped(part))
        }
        expect(await storedTables()).toEqual(expected)
        // Facts that came while their property was removed count now, on the same days.
        await store.load(restored)
        expect(await storedTables()).toEqual(expectedRestored)
      },
    ),
    { numRuns: 4 },
  )
}, 180_000)

const reopened: [name: string, removal: object, records: (removal: object) => Records[]][] = [
  ['one after the other', {}, (removal) => [{ properties: [east] }, { properties: [removal] }]],
  ['described and removed in one file', {}, (removal) => [{ properties: [east, removal] }]],
  ['removed by its whole record', east, (removal) => [{ properties: [removal] }]],
]

it.each(reopened)('keeps the facts of a removed property: %s', async (_, base, imports) => {
  await store.clear()
  await store.load({ companies: [company] })
  for (const records of imports({ ...base, id: east.id, company_id: 1, deleted: true })) await store.load(records)
  // Another process knows what the store holds and no more.
  importStateOf(store.facts).reset()
  await store.load({ messages: [message] })
  const visible = () =>
    store.facts.query('SELECT id, sent_day FROM messages FINAL WHERE property_id IN (SELECT id FROM properties FINAL)')
  expect(await visible()).toEqual([])
  await store.load({ properties: [east] })
  expect(await visible()).toEqual([{ id: message.id, sent_day: '2026-03-08' }])
})

it('rejects facts of a property that never was', async () => {
  await store.clear()
  const refusals: Rejection[] = []
  await store.load({ companies: [company], properties: [{ id: 99, company_id: 1, deleted: true }] })
  await store.load(
    {
      messages: [
        { ...message, property_id: 98 },
        { ...message, id: 2, property_id: 99 },
      ],
    },
    { refusals },
  )
  expect(refusals.map(({ reason }) => reason)).toEqual(['There is no property 98.', 'There is no property 99.'])
})
