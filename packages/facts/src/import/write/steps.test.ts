import { ofRun } from '@leaselight/tests/ofRun'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Facts, importRecords, recover } from '../..'
import { factsWith, type Records, type TempFacts, tempFacts } from '../../testing'
import { ana, baseRecords, east, lease, linesOf, message, west } from '../testing'

let store: TempFacts

beforeAll(async () => {
  store = await tempFacts()
})
afterAll(() => store.close())

/** The same store as another process sees it that dies at its n-th insert. */
function failingAtInsert(insert: number): Facts {
  const { facts } = store
  let inserts = 0
  return factsWith(facts, {
    async insert(...args) {
      // Whoever is dead stays dead.
      if (insert && ++inserts >= insert) throw new Error('dead')
      await facts.insert(...args)
    },
  })
}

const before = {
  properties: [east, west],
  prospects: [ana, { ...ana, id: 101, not_a_prospect: true }, { ...ana, id: 102 }],
  messages: [message, { ...message, id: 2 }, { ...message, id: 3, property_id: 20 }],
  leases: [lease],
}
const after = {
  properties: [east, west].map((property) => ({ ...property, time_zone: 'Asia/Kathmandu' })),
  prospects: [
    { ...ana, property_id: 20, not_a_prospect: true },
    { ...ana, id: 101, created_at: '2027-01-01T00:00:00Z' },
    { id: 102, property_id: 10, deleted: true },
  ],
  messages: [
    { ...message, sent_at: '2027-05-05T05:05:05Z' },
    { id: 2, property_id: 10, deleted: true },
  ],
} satisfies Records

async function seen() {
  const tables: Record<string, unknown[]> = {}
  for (const name of ['properties', 'prospects', 'messages', 'leases']) {
    tables[name] = await store.facts.query(`SELECT * EXCEPT version FROM ${name} FINAL ORDER BY company_id, id`)
  }
  tables.marks = await store.facts.query(
    'SELECT id, not_a_prospect, deleted FROM prospect_marks FINAL WHERE not_a_prospect OR deleted ORDER BY id',
  )
  return tables
}

const ids = (rows: unknown[] | undefined) => (rows as { id: number }[] | undefined)?.map((row) => row.id)

it.each(ofRun(['properties', 'prospects', 'messages'] as const))(
  'wherever an import of %s dies, a start puts it right and the same import completes it',
  async (entity) => {
    await store.clear()
    await store.load({ companies: baseRecords.companies ?? [], ...before })
    await store.load({ [entity]: after[entity] })
    const expected = await seen()
    for (let insert = 1; ; insert++) {
      await store.clear()
      await store.load({ companies: baseRecords.companies ?? [], ...before })
      let died = false
      await importRecords(failingAtInsert(insert), linesOf(after[entity]), { entity }).catch(() => {
        died = true
      })
      // What this process remembers is from before the other one came and died: as after a restart.
      await recover(failingAtInsert(0))
      const found = await seen()
      for (const rows of Object.values(found)) expect(new Set(ids(rows)).size).toBe(rows.length)
      expect(ids(found.leases)).toEqual([1])
      expect(ids(found.prospects)?.slice(0, 2)).toEqual([100, 101])
      await importRecords(failingAtInsert(0), linesOf(after[entity]), { entity })
      expect(await seen()).toEqual(expected)
      if (!died) break
      expect(insert).toBeLessThan(40)
    }
  },
  180_000,
)
