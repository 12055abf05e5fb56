import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Facts, freshness, importRecords, NONE_REJECTED, type Rejection } from '..'
import { factsWith, type TempFacts, tempFacts } from '../testing'
import { importValidRecords } from '.'
import { abroad, ana, baseRecords, company, east, lease, message, rival, west } from './testing'

let store: TempFacts
let facts: Facts

beforeAll(async () => {
  store = await tempFacts()
  facts = store.facts
})
afterAll(() => store.close())
beforeEach(() => store.clear())

const messages = () =>
  facts.query<{ id: number; property_id: number; agent_id: number; sent_day: string; sent_offset: number }>(
    'SELECT id, property_id, agent_id, sent_day, sent_offset FROM messages FINAL ORDER BY company_id, id',
  )
const exclusions = () =>
  facts.query<{ id: number; not_a_prospect: number; deleted: number }>(
    'SELECT id, not_a_prospect, deleted FROM prospect_marks FINAL ORDER BY id',
  )

/** What a load refuses. */
async function rejectionsOf(...args: Parameters<TempFacts['load']>): Promise<Rejection[]> {
  const refusals: Rejection[] = []
  await store.load(args[0], { ...args[1], refusals })
  return refusals
}

describe('a record', () => {
  it('goes in with its local day', async () => {
    await store.load({ ...baseRecords, messages: [message, { ...message, property_id: 30 }] })
    expect(await messages()).toEqual([
      { id: 1, property_id: 10, agent_id: 3, sent_day: '2026-03-08', sent_offset: -18000 },
      { id: 1, property_id: 30, agent_id: 3, sent_day: '2026-03-08', sent_offset: 20700 },
    ])
  })

  it('keeps every field, and the local day of each instant', async () => {
    await store.load({ ...baseRecords, leases: [{ ...lease, cancelled_at: '2026-03-12T03:59:59.9999Z' }] })
    expect(await facts.query('SELECT * EXCEPT version FROM leases FINAL')).toEqual([
      {
        company_id: 1,
        id: 1,
        property_id: 10,
        unit_id: 7,
        prospect_id: 100,
        agent_id: 0,
        kind: 'new',
        signed_at: '2026-03-09T22:00:00.000Z',
        starts_on: '2026-04-01',
        ends_on: '2027-03-31',
        monthly_rent: 1850.5,
        previous_lease_id: 0,
        cancelled_at: '2026-03-12T03:59:59.999Z',
        notice_on: null,
        moved_in_on: null,
        moved_out_on: null,
        signed_day: '2026-03-09',
        signed_offset: -14400,
        cancelled_day: '2026-03-11',
        is_deleted: 0,
      },
    ])
  })

  it('changes nothing when it comes again', async () => {
    await store.load({ ...baseRecords, messages: [message] })
    const accounts = await store.load({ ...baseRecords, messages: [message, message] })
    expect(accounts.at(-1)).toMatchObject({ read: 2, new: 0, changed: 0, unchanged: 2, removed: 0, rejected: 0 })
    expect(await messages()).toHaveLength(1)
  })

  it('leaves no old self behind when it moves to another property, agent, day or year', async () => {
    await store.load({ ...baseRecords, messages: [message] })
    await store.load({ messages: [{ ...message, property_id: 20, agent_id: 4 }] })
    expect(await messages()).toEqual([
      { id: 1, property_id: 20, agent_id: 4, sent_day: '2026-03-07', sent_offset: -28800 },
    ])
    await store.load({ messages: [{ ...message, sent_at: '2027-01-01T12:00:00Z' }] })
    expect(await messages()).toMatchObject([{ property_id: 10, sent_day: '2027-01-01' }])
    await store.load({ messages: [message] })
    expect(await messages()).toMatchObject([{ property_id: 10, sent_day: '2026-03-08' }])
  })

  it('is the last of its file', async () => {
    const [, , account] = await store.load({ ...baseRecords, messages: [message, { ...message, agent_id: 9 }] })
    expect(account).toMatchObject({ new: 1, changed: 0, unchanged: 1 })
    expect(await messages()).toMatchObject([{ agent_id: 9 }])
  })

  it('may carry the same id in two companies', async () => {
    await store.load({ ...baseRecords, messages: [message, { ...message, property_id: 30, agent_id: 8 }] })
    await store.load({ messages: [{ id: 1, property_id: 30, deleted: true }] })
    expect(await messages()).toMatchObject([{ property_id: 10 }])
  })

  it('may arrive before its prospect and span the centuries in one file', async () => {
    const years = Array.from({ length: 220 }, (_, index) => ({
      ...message,
      id: index + 1,
      sent_at: `${1980 + index}-07-01T12:00:00Z`,
    }))
    await store.load({ ...baseRecords, messages: years })
    expect(await messages()).toHaveLength(220)
    expect(await facts.query('SELECT max(sent_day) AS last FROM messages FINAL')).toEqual([{ last: '2199-07-01' }])
    // What is worked out of them spans as many years, of the prospect, too.
    await store.load({ prospects: [ana] })
    for (const table of ['property_days', 'prospect_days'])
      expect(await facts.query(`SELECT uniqExact(_partition_id) > 200 AS many FROM ${table}`), table).toEqual([
        { many: 1 },
      ])
  })

  it('survives characters that other programs stumble over', async () => {
    const name = 'O\u2019Neil "\\\n\t\u0000\u{1f600} \ud83d end'
    await store.load({ ...baseRecords, prospects: [{ ...ana, first_name: name }] })
    const [found] = await facts.query<{ first_name: string }>('SELECT first_name FROM prospects FINAL')
    expect(found?.first_name).toBe(name.replace('\ud83d end', '\ufffd end'))
  })
})

describe('a removal', () => {
  it('takes a record away wherever it stood, and a later record brings it back', async () => {
    await store.load({ ...baseRecords, messages: [message] })
    await store.load({ messages: [{ ...message, property_id: 20 }] })
    const [account] = await store.load({ messages: [{ id: 1, property_id: 10, deleted: true }] })
    expect(account).toMatchObject({ new: 0, changed: 0, removed: 1 })
    expect(await messages()).toEqual([])
    await store.load({ messages: [message] })
    expect(await messages()).toHaveLength(1)
  })

  it('of a property keeps dating the facts that come in', async () => {
    await store.load({ ...baseRecords, messages: [message] })
    await store.load({ properties: [{ id: 10, company_id: 1, deleted: true }], messages: [{ ...message, id: 2 }] })
    expect(await facts.query('SELECT count() AS n FROM properties FINAL WHERE id = 10')).toEqual([{ n: 0 }])
    await store.load({ properties: [{ ...east, time_zone: 'America/Los_Angeles' }] })
    expect(await messages()).toMatchObject([{ sent_day: '2026-03-07' }, { sent_day: '2026-03-07' }])
  })
})

describe('the marks of prospects', () => {
  it('name whoever is no prospect or removed, and are taken off again', async () => {
    await store.load({
      ...baseRecords,
      prospects: [ana, { ...ana, id: 101, not_a_prospect: true }, { ...ana, id: 102 }],
    })
    expect(await exclusions()).toEqual([{ id: 101, not_a_prospect: 1, deleted: 0 }])
    await store.load({
      prospects: [
        { ...ana, id: 101 },
        { id: 102, property_id: 10, deleted: true },
        { ...ana, not_a_prospect: true },
      ],
    })
    expect(await exclusions()).toEqual([
      { id: 100, not_a_prospect: 1, deleted: 0 },
      { id: 101, not_a_prospect: 0, deleted: 0 },
      { id: 102, not_a_prospect: 0, deleted: 1 },
    ])
    await store.load({ prospects: [{ ...ana, id: 102, not_a_prospect: true }] })
    expect(await exclusions()).toContainEqual({ id: 102, not_a_prospect: 1, deleted: 0 })
  })

  it('know a removal also of somebody who was never there', async () => {
    await store.load({ ...baseRecords, prospects: [{ id: 150, property_id: 10, deleted: true }] })
    expect(await exclusions()).toEqual([{ id: 150, not_a_prospect: 0, deleted: 1 }])
  })
})

describe('a changed time zone', () => {
  it('dates all facts of the property again, and no others', async () => {
    await store.load({ ...baseRecords, messages: [message, { ...message, id: 2, property_id: 20 }], leases: [lease] })
    await store.load({ properties: [{ ...east, time_zone: 'Asia/Kathmandu' }] })
    expect(await messages()).toMatchObject([
      { sent_day: '2026-03-08', sent_offset: 20700 },
      { sent_day: '2026-03-07', sent_offset: -28800 },
    ])
    const [moved] = await facts.query('SELECT signed_day, monthly_rent, starts_on, moved_in_on FROM leases FINAL')
    expect(moved).toEqual({
      signed_day: '2026-03-10',
      monthly_rent: 1850.5,
      starts_on: '2026-04-01',
      moved_in_on: null,
    })
    await store.load({ properties: [east] })
    expect(await messages()).toMatchObject([
      { sent_day: '2026-03-08', sent_offset: -18000 },
      { sent_day: '2026-03-07' },
    ])
  })
})

describe('changed time zones of many properties', () => {
  const many = Array.from({ length: 24 }, (_, index) => {
    const id = 100 + index
    const owner = index % 2 ? { company_id: 1 } : { company_id: 2 }
    return { ...east, ...owner, id, name: `House ${id}` }
  })
  const messagesOf = (properties: readonly { id: number }[]) =>
    properties.flatMap(({ id }) => [1, 2].map((number) => ({ ...message, id: id * 10 + number, property_id: id })))
  const inKathmandu = (properties: typeof many) =>
    properties.map((property) => ({ ...property, time_zone: 'Asia/Kathmandu' }))

  /** Imports the properties, and counts what is sent to the store, without what derived tables take for each company. */
  async function statementsOf(properties: readonly object[]): Promise<number> {
    let sent = 0
    const counting = factsWith(facts, {
      insert: async (...args) => {
        sent++
        await facts.insert(...args)
      },
      stream: (...args) => {
        sent++
        return facts.stream(...args)
      },
    })
    const lines = properties.map((property) => JSON.stringify(property)).join('\n')
    async function* bytes() {
      yield Buffer.from(lines)
    }
    await importValidRecords(counting, bytes(), { entity: 'properties' })
    return sent
  }

  it('date their facts again in as many statements as those of one, each in its company', async () => {
    await store.load({ ...baseRecords, properties: many, messages: messagesOf(many) })
    const [first, ...others] = inKathmandu(many)
    const forOne = await statementsOf([first ?? east])
    expect(await statementsOf(others)).toBe(forOne)
    const days = await facts.query(
      'SELECT company_id, sent_day, sent_offset, count() AS messages FROM messages FINAL GROUP BY ALL ORDER BY company_id',
    )
    expect(days).toEqual([
      { company_id: 1, sent_day: '2026-03-08', sent_offset: 20700, messages: 24 },
      { company_id: 2, sent_day: '2026-03-08', sent_offset: 20700, messages: 24 },
    ])
  })
})

describe('what is refused', () => {
  it('leaves the earlier version in force, and the others go in', async () => {
    await store.load({ ...baseRecords, messages: [message] })
    const refusals = await rejectionsOf({
      messages: [
        { ...message, sent_at: '2026-03-08T06:30:00' },
        { ...message, id: 2, channel: 'pigeon' },
        { ...message, id: 3 },
      ],
    })
    expect(refusals).toEqual([
      {
        entity: 'messages',
        line: 1,
        id: 1,
        field: 'sent_at',
        reason: 'sent_at must be an instant with its offset, such as 2026-03-08T14:05:00-07:00, from 1970 to 2199.',
      },
      {
        entity: 'messages',
        line: 2,
        id: 2,
        field: 'channel',
        reason: 'channel must be one of email, text, facebook, chat.',
      },
    ])
    expect(await messages()).toMatchObject([{ id: 1 }, { id: 3 }])
  })

  it('is whatever has no owner', async () => {
    const refusals = await rejectionsOf({
      companies: [company],
      properties: [east, { ...east, id: 11, company_id: 9 }],
      agents: [{ id: 1, company_id: 9, property_id: 10, name: 'Ned' }],
      messages: [{ ...message, property_id: 99 }],
    })
    expect(refusals.map((refusal) => refusal.reason)).toEqual([
      'There is no company 9.',
      'There is no property 10 in company 9.',
      'There is no property 99.',
    ])
  })

  it('is an id that another company holds: property, prospect, touch, transcript', async () => {
    const touch = { id: 1, property_id: 10, prospect_id: 100, source: 'Sign', touched_at: '2026-03-08T06:30:00Z' }
    const transcript = { thread_id: 't-1', property_id: 10, utterances: [], annotations: {} }
    await store.load({ ...baseRecords, prospects: [ana], touches: [touch], transcripts: [transcript] })
    const refusals = await rejectionsOf({
      properties: [{ ...east, company_id: 2 }],
      prospects: [{ ...ana, property_id: 30 }],
      touches: [{ ...touch, property_id: 30 }],
      transcripts: [{ ...transcript, property_id: 30 }],
    })
    expect(refusals.map(({ entity, field }) => [entity, field])).toEqual([
      ['properties', 'id'],
      ['prospects', 'id'],
      ['touches', 'id'],
      ['transcripts', 'thread_id'],
    ])
    // Also within one file, where the store knows neither yet.
    expect(
      await rejectionsOf({
        prospects: [
          { ...ana, id: 200 },
          { ...ana, id: 200, property_id: 30 },
        ],
      }),
    ).toHaveLength(1)
  })

  it("is another company's record, as if it did not exist, when the import reaches one company only", async () => {
    await store.load(baseRecords)
    const refusals = await rejectionsOf(
      { companies: [rival], properties: [abroad], messages: [{ ...message, property_id: 30 }, message] },
      { companyId: 1 },
    )
    expect(refusals.map((refusal) => refusal.reason)).toEqual([
      'There is no company 2.',
      'There is no company 2.',
      'There is no property 30.',
    ])
    expect(await messages()).toHaveLength(1)
  })

  it('is a source above itself', async () => {
    const source = (id: number, parent_id?: number) => ({ id, company_id: 1, name: `S${id}`, parent_id })
    await store.load({ ...baseRecords, sources: [source(1), source(2, 1)] })
    const refusals = await rejectionsOf({
      sources: [source(3, 2), source(1, 3), source(4, 4), { ...source(4, 1), company_id: 2 }],
    })
    expect(refusals.map(({ line, field }) => [line, field])).toEqual([
      [2, 'parent_id'],
      [3, 'parent_id'],
    ])
  })
})

it('an import says how fresh a company is, without the future', async () => {
  const nothing = { version: 0, importedAt: null, newestFactAt: null, entityVersions: new Map() }
  expect(await freshness(facts, 1)).toEqual(nothing)
  const planned = { ...message, id: 2, sent_at: '2026-03-11T06:30:00Z' }
  await store.load({ ...baseRecords, messages: [message, planned] }, { now: Date.parse('2026-03-10T00:00:00Z') })
  const first = await freshness(facts, 1)
  expect(first).toMatchObject({ importedAt: '2026-03-10T00:00:00.000Z', newestFactAt: '2026-03-08T06:30:00.000Z' })
  const other = await freshness(facts, 2)
  await store.load({ properties: [west] })
  expect((await freshness(facts, 1)).version).toBeGreaterThan(first.version)
  expect(await freshness(facts, 2)).toEqual(other)
})

it.each([undefined, NONE_REJECTED])(
  'ends when it is called off while nothing arrives; what was there stays: limit %o',
  async (maxRejected) => {
    await store.load({ ...baseRecords, messages: [message] })
    const stop = new AbortController()
    const arriving = (async function* () {
      yield Buffer.from(`${JSON.stringify({ ...message, id: 2 })}\n`)
      stop.abort(new Error('Enough.'))
      await new Promise<never>(() => undefined)
    })()
    const work = importRecords(facts, arriving, { entity: 'messages', maxRejected, signal: stop.signal })
    await expect(work).rejects.toThrow('Enough.')
    expect((await messages()).map(({ id }) => id)).toEqual([1])
  },
)
