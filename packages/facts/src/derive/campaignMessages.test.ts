import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ana, baseRecords, message } from '../import/testing'
import { type TempFacts, tempFacts } from '../testing'
import { wrongRows } from './derive'
import { storedCampaignMessages } from './testingCampaigns'

let store: TempFacts
beforeAll(async () => {
  store = await tempFacts()
})
afterAll(() => store.close())

const ben = { ...ana, id: 200 }
const campaign = { id: 7, company_id: 1, name: 'After a tour', trigger_type: 'NO_SHOW' }
const sent = (id: number, day: number, changed: object = {}) => ({
  ...{ ...message, origin: 'drip', campaign_id: 7, id },
  sent_at: `2026-03-${String(day).padStart(2, '0')}T15:00:00Z`,
  ...changed,
})

beforeEach(async () => {
  await store.clear()
  const messages = [sent(1, 8), sent(2, 10), sent(3, 12, { campaign_id: 8 }), sent(4, 14)]
  await store.load({ ...baseRecords, prospects: [ana, ben], campaigns: [campaign], messages })
})

const NEVER = '1900-01-01'
const day = (of: number) => `2026-03-${String(of).padStart(2, '0')}`

/** For each message, the day of the previous one to the same person, and in the same campaign. */
async function before(): Promise<Record<number, unknown[]>> {
  expect(await wrongRows(store.facts, 1)).toBe(0)
  const rows = (await storedCampaignMessages(store.facts)) as Record<string, never>[]
  return Object.fromEntries(
    rows.map(({ message_id, previous, in_campaign, elsewhere_id, not_a_prospect }) => [
      message_id,
      [previous, in_campaign, elsewhere_id, not_a_prospect].filter((one) => one !== 0),
    ]),
  )
}

const all = { 1: [NEVER, NEVER], 2: [day(8), day(8)], 3: [day(10), NEVER], 4: [day(12), day(10)] }

it('has the day of the previous message to the same person', async () => {
  expect(await before()).toEqual(all)
})

it.each<[string, object, Record<number, unknown[]>]>([
  [
    'moves to another day',
    { messages: [sent(2, 16)] },
    { ...all, 2: [day(14), day(14)], 3: [day(8), NEVER], 4: [day(12), day(8)] },
  ],
  [
    'is of someone else',
    { messages: [sent(2, 10, { prospect_id: 200 })] },
    { ...all, 2: [NEVER, NEVER], 3: [day(8), NEVER], 4: [day(12), day(8)] },
  ],
  [
    'is gone',
    { messages: [{ id: 2, property_id: 10, deleted: true }] },
    { 1: all[1], 3: [day(8), NEVER], 4: [day(12), day(8)] },
  ],
  [
    'is no campaign’s',
    { messages: [sent(2, 10, { origin: 'agent' })] },
    { 1: all[1], 3: [day(8), NEVER], 4: [day(12), day(8)] },
  ],
  [
    'comes between',
    { messages: [sent(5, 11)] },
    { ...all, 5: [day(10), day(10)], 3: [day(11), NEVER], 4: [day(12), day(11)] },
  ],
  [
    'is of another property',
    { messages: [sent(2, 10, { property_id: 20 })] },
    Object.fromEntries(Object.entries(all).map(([id, days]) => [id, [...days, 100]])),
  ],
])('follows when a message %s', async (_name, records, expected) => {
  await store.load(records as Parameters<TempFacts['load']>[0])
  expect(await before()).toEqual(expected)
})

it('takes campaigns that are not there for one', async () => {
  await store.load({ campaigns: [{ ...campaign, deleted: true }] })
  expect(await before()).toEqual({ ...all, 3: [day(10), day(10)], 4: [day(12), day(12)] })
  await store.load({ campaigns: [{ ...campaign, id: 8 }] })
  expect(await before()).toEqual(all)
})

it('follows the marks of people', async () => {
  await store.load({ prospects: [{ ...ana, not_a_prospect: true }] })
  expect(await before()).toEqual(Object.fromEntries(Object.entries(all).map(([id, days]) => [id, [...days, 1]])))
  await store.load({ prospects: [{ id: 100, property_id: 10, deleted: true }] })
  expect(await before()).toEqual({})
  await store.load({ prospects: [ana] })
  expect(await before()).toEqual(all)
})

it('leaves the messages of a removed property out', async () => {
  await store.load({ messages: [sent(2, 10, { property_id: 20 })] })
  await store.load({ properties: [{ id: 20, company_id: 1, deleted: true }] })
  expect(await before()).toEqual({ 1: all[1], 3: [day(8), NEVER], 4: [day(12), day(8)] })
})
