import { afterAll, beforeAll, expect, it } from 'vitest'
import { importRecords } from '../..'
import { derive, wrongRows } from '../../derive/derive'
import { factsWith, type TempFacts, tempFacts } from '../../testing'
import { baseRecords, linesOf, message } from '../testing'

let store: TempFacts

beforeAll(async () => {
  store = await tempFacts()
})
afterAll(() => store.close())

/** Two of three ids are free, as they are where other records have come in between. */
const messages = Array.from({ length: 6_000 }, (_, at) => ({
  ...{ ...message, id: 3 * at + 1, prospect_id: 100 + at, direction: 'outbound', origin: 'agent' },
  sent_at: new Date(Date.UTC(2026, 0, 1 + (at % 300), 12)).toISOString(),
}))

const statements: string[] = []
const times = (part: string) => statements.filter((sql) => sql.includes(part)).length
/** The store, whose statements are noted. */
const watched = () => {
  const { facts } = store
  statements.length = 0
  return factsWith(facts, {
    query: (sql, ...more) => {
      statements.push(sql)
      return facts.query(sql, ...more)
    },
    command: (sql) => {
      statements.push(sql)
      return facts.command(sql)
    },
  })
}
/** A server takes shorter statements. */
const parts = () => (store.facts.embedded ? 1 : 2)

it('reads once what comes in again as it was, and looks nothing else up', async () => {
  await store.load({ ...baseRecords, messages })
  const { records } = await importRecords(watched(), linesOf(messages), { entity: 'messages' })
  expect(records).toMatchObject([{ entity: 'messages', unchanged: 6_000, new: 0, changed: 0 }])
  expect(times('AS record_key')).toBe(parts())
  // On a server another instance may be moving one of them.
  expect(times('AS company, property_id AS property')).toBe(store.facts.embedded ? 0 : 2)
})

it('reads the store once for what was corrected in its place', async () => {
  const corrected = messages.map((one) => ({ ...one, agent_id: 4 }))
  const { records } = await importRecords(watched(), linesOf(corrected), { entity: 'messages' })
  expect(records).toMatchObject([{ entity: 'messages', changed: 6_000 }])
  expect(times('AS record_key')).toBe(parts())
})

it('reads the store twice for records that have moved, and once for what they change', async () => {
  const { facts } = store
  const seen = watched()
  const moved = messages.map((one) => ({ ...one, sent_at: one.sent_at.replace('2026', '2025') }))
  const { records } = await importRecords(seen, linesOf(moved), { entity: 'messages' })
  expect(records).toMatchObject([{ entity: 'messages', changed: 6_000 }])
  await derive(seen, 1)
  expect(await wrongRows(facts, 1)).toBe(0)

  expect(times('FROM record_keys')).toBeGreaterThanOrEqual(parts())
  // Embedded, on their new days and then in their known places.
  expect(times('AS record_key')).toBe(2)
  expect(times('INSERT INTO prospect_care')).toBe(2 * parts())
})

/** What a file brings in which every kind of change is beside records that are as they were. */
function mixed(): { records: object[]; counts: Record<string, number> } {
  const records: object[] = []
  const counts = { new: 0, changed: 0, unchanged: 0, removed: 0, rejected: 0 }
  const day = (one: (typeof messages)[0], from: string, to: string) => ({
    ...one,
    sent_at: one.sent_at.replace(from, to),
  })
  for (const [at, one] of messages.entries()) {
    const changed = { ...one, agent_id: 9 }
    const kinds: [keyof typeof counts, ...object[]][] = [
      ['changed', changed],
      ['changed', day(one, 'T12', 'T13')],
      ['changed', day(one, '2026', '2024')],
      ['removed', { id: one.id, property_id: 10, deleted: true }],
      ['unchanged', { id: one.id + 1, property_id: 10, deleted: true }],
      ['new', { ...one, id: one.id + 1 }],
      // The last of an id counts, and those before it change nothing.
      ['changed', one, changed],
      ['unchanged', changed, one],
      ['rejected', { ...one, property_id: 99 }],
    ]
    const [kind, ...lines] =
      at % 20 === 0 ? (kinds[(at / 20) % kinds.length] ?? ['unchanged', one]) : ['unchanged' as const, one]
    counts[kind]++
    counts.unchanged += lines.length - 1
    records.push(...lines)
  }
  return { records, counts }
}

it('tells the same apart by a file that the store reads as by bringing the records here', async () => {
  const { facts } = store
  const outcomes: object[] = []
  for (const bringsThemHere of [false, true]) {
    await store.clear()
    await store.load({ ...baseRecords, messages })
    const read: (string | null)[] = []
    const seen = factsWith(facts, {
      withLines: (lines, work) =>
        facts.withLines(lines, (from) => {
          read.push(from)
          return work(bringsThemHere ? null : from)
        }),
    })
    const { records, counts } = mixed()
    const report = await importRecords(seen, linesOf(records), { entity: 'messages' })
    expect(report.records).toMatchObject([{ entity: 'messages', read: records.length, ...counts }])
    if (facts.embedded) expect(read.filter((from) => from !== null).length).toBeGreaterThan(0)
    outcomes.push(await facts.query('SELECT * EXCEPT version FROM messages FINAL ORDER BY id, sent_day'))
  }
  expect(outcomes[1]).toEqual(outcomes[0])
})
