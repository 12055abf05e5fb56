import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Facts, freshness } from '..'
import { type TempFacts, tempFacts } from '../testing'

let store: TempFacts
let facts: Facts

beforeAll(async () => {
  store = await tempFacts()
  facts = store.facts
})
afterAll(() => store.close())
beforeEach(() => store.clear())

const company = { id: 1, name: 'Harbor', time_zone: 'America/New_York' }
const east = { id: 10, company_id: 1, name: 'East', time_zone: 'America/New_York' }
const west = { id: 20, company_id: 1, name: 'West', time_zone: 'America/Los_Angeles' }
const message = {
  id: 1,
  property_id: 10,
  prospect_id: 5,
  agent_id: 3,
  channel: 'email',
  direction: 'outbound',
  origin: 'agent',
  sent_at: '2026-03-08T06:30:00Z',
}
const world = { companies: [company], properties: [east, west] }

const messages = () =>
  facts.query<{ id: number; property_id: number; agent_id: number; sent_day: string; sent_offset: number }>(
    'SELECT id, property_id, agent_id, sent_day, sent_offset FROM messages FINAL ORDER BY id',
  )

describe('an import', () => {
  it('takes a record in with its local day', async () => {
    await store.load({ ...world, messages: [message] })
    expect(await messages()).toEqual([
      { id: 1, property_id: 10, agent_id: 3, sent_day: '2026-03-08', sent_offset: -18000 },
    ])
  })

  it('changes nothing when it runs again', async () => {
    await store.load({ ...world, messages: [message] })
    const [, , account] = await store.load({ ...world, messages: [message] })
    expect(account).toMatchObject({ taken: 0, replaced: 1, refused: 0 })
    expect(await messages()).toHaveLength(1)
  })

  it('leaves no old self behind when a record moves', async () => {
    await store.load({ ...world, messages: [message] })
    await store.load({ messages: [{ ...message, property_id: 20, agent_id: 4 }] })
    expect(await messages()).toEqual([
      { id: 1, property_id: 20, agent_id: 4, sent_day: '2026-03-07', sent_offset: -28800 },
    ])
    await store.load({ messages: [{ ...message, sent_at: '2027-01-01T12:00:00Z' }] })
    expect(await messages()).toMatchObject([{ property_id: 10, sent_day: '2027-01-01' }])
    await store.load({ messages: [message] })
    expect(await messages()).toMatchObject([{ property_id: 10, sent_day: '2026-03-08' }])
  })

  it('dates the facts of a property again when its time zone changes', async () => {
    await store.load({ ...world, messages: [message] })
    await store.load({ properties: [{ ...east, time_zone: 'Asia/Kathmandu' }] })
    expect(await messages()).toMatchObject([{ sent_day: '2026-03-08', sent_offset: 20700 }])
    await store.load({ properties: [{ ...east, time_zone: 'America/Los_Angeles' }] })
    expect(await messages()).toMatchObject([{ sent_day: '2026-03-07', sent_offset: -28800 }])
  })

  it('says how fresh a company is', async () => {
    expect(await freshness(facts, 1)).toEqual({ version: 0, importedAt: null, newestFactAt: null })
    await store.load({ ...world, messages: [message] }, { now: Date.parse('2026-03-10T00:00:00Z') })
    expect(await freshness(facts, 1)).toMatchObject({
      importedAt: '2026-03-10T00:00:00.000Z',
      newestFactAt: '2026-03-08T06:30:00.000Z',
    })
  })
})
