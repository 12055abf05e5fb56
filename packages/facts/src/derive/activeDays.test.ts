import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { importValidRecords } from '../import'
import { ana, baseRecords, linesOf, message } from '../import/testing'
import { factsWith, type TempFacts, tempFacts } from '../testing'
import { derive, wrongRows } from './derive'
import { storedDays } from './testingDays'

let store: TempFacts
beforeAll(async () => {
  store = await tempFacts()
})
afterAll(() => store.close())
beforeEach(() => store.clear())

const created = { property_id: 10, on_day: '2026-03-07', previous: '1900-01-01' }
const written = { property_id: 10, on_day: '2026-03-08', previous: '2026-03-07' }

it('has no days of a person without a prospect record', async () => {
  await store.load({ ...baseRecords, messages: [message] })
  expect(await storedDays(store.facts)).toEqual([])
  await store.load({ prospects: [ana] })
  expect(await storedDays(store.facts)).toMatchObject([created, written])
  await store.load({ prospects: [{ id: 100, property_id: 10, deleted: true }] })
  expect(await storedDays(store.facts)).toEqual([])
})

it('marks every day of a person who was active at another property', async () => {
  await store.load({ ...baseRecords, prospects: [ana], messages: [message] })
  expect(await storedDays(store.facts)).toMatchObject([{ is_elsewhere: 0 }, { is_elsewhere: 0 }])
  await store.load({ messages: [{ ...message, property_id: 20 }] })
  // West is three hours behind.
  expect(await storedDays(store.facts)).toMatchObject([
    { ...created, is_elsewhere: 1 },
    { property_id: 20, on_day: '2026-03-07', previous: '1900-01-01', is_elsewhere: 1 },
  ])
})

it('counts what comes from a prospect after they were created', async () => {
  const at = (id: number, sent_at: string, direction = 'inbound') => ({ ...message, id, sent_at, direction })
  const { created_at } = ana
  const later = new Date(Date.parse(created_at) + 1).toISOString()
  const messages = [at(1, created_at), at(2, later), at(3, later, 'outbound'), at(4, '2026-03-08T15:00:00Z')]
  await store.load({ ...baseRecords, prospects: [ana], messages })
  const counted = { first_contact_channel: ana.first_contact_channel, return_messages: 1, return_calls: 0 }
  expect(await storedDays(store.facts)).toMatchObject([
    { ...created, ...counted },
    { ...written, ...counted },
  ])
  // The prospect's record is corrected: all of them come later than it says now.
  await store.load({ prospects: [{ ...ana, created_at: '2026-03-07T14:00:00Z', first_contact_channel: 'walk-in' }] })
  const corrected = { first_contact_channel: 'walk-in', return_calls: 0 }
  expect(await storedDays(store.facts)).toMatchObject([
    { ...created, ...corrected, return_messages: 2 },
    { ...written, ...corrected, return_messages: 1 },
  ])
})

it('writes the rows of a person again, and of no one else', async () => {
  const other = { ...ana, id: 200 }
  const messages = [message, { ...message, id: 2, prospect_id: 200 }]
  await store.load({ ...baseRecords, prospects: [ana, other], messages })
  const versions = () =>
    store.facts.query<{ prospect_id: number; versions: number[] }>(
      `SELECT prospect_id, groupArray(version) AS versions FROM prospect_days FINAL
       WHERE company_id = 1 GROUP BY prospect_id ORDER BY prospect_id`,
    )
  const [before, otherBefore] = await versions()
  await store.load({ messages: [{ ...message, id: 3, sent_at: '2026-03-12T15:00:00Z' }] })
  const [after, otherAfter] = await versions()
  expect(before?.versions).toHaveLength(2)
  expect(after?.versions).toHaveLength(3)
  expect(Math.min(...(after?.versions ?? []))).toBeGreaterThan(Math.max(...(before?.versions ?? [])))
  expect(otherAfter).toEqual(otherBefore)
})

it('clears the place where another instance left an older row', async () => {
  await store.load({ ...baseRecords, prospects: [ana], messages: [message] })
  const [row] = await store.facts.query<object>('SELECT * FROM prospect_days FINAL WHERE company_id = 1')
  await store.facts.insert('prospect_days', [{ ...row, day: '2026-03-05', version: 1 }])
  expect(await wrongRows(store.facts, 1)).toBe(1)
  const later = linesOf([{ ...message, id: 2, sent_at: '2026-03-12T15:00:00Z' }])
  await importValidRecords(store.facts, later, { entity: 'messages' })
  // Only on a server there are other instances.
  await derive(factsWith(store.facts, { embedded: false }), 1)
  expect(await wrongRows(store.facts, 1)).toBe(0)
  expect(await storedDays(store.facts)).toMatchObject([
    created,
    written,
    { on_day: '2026-03-12', previous: '2026-03-08' },
  ])
})
