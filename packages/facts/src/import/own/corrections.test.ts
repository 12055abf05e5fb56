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

it('reads the store once for all records of a batch that are known, and once for what they change', async () => {
  await store.load({ ...baseRecords, messages })
  const statements: string[] = []
  const { facts } = store
  const watched = factsWith(facts, {
    query: (sql, ...more) => {
      statements.push(sql)
      return facts.query(sql, ...more)
    },
    command: (sql) => {
      statements.push(sql)
      return facts.command(sql)
    },
  })
  const moved = messages.map((one) => ({ ...one, sent_at: one.sent_at.replace('2026', '2025') }))
  const { records } = await importRecords(watched, linesOf(moved), { entity: 'messages' })
  expect(records).toMatchObject([{ entity: 'messages', changed: 6_000 }])
  await derive(watched, 1)
  expect(await wrongRows(facts, 1)).toBe(0)

  const times = (part: string) => statements.filter((sql) => sql.includes(part)).length
  // A server takes shorter statements.
  const parts = facts.embedded ? 1 : 2
  expect(times('FROM record_keys')).toBeGreaterThanOrEqual(parts)
  expect(times('AS record_key')).toBe(parts)
  expect(times('INSERT INTO prospect_care')).toBe(2 * parts)
})
