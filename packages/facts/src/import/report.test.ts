import { type EntityName, entityNames } from '@leaselight/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CompanyTally, type Facts, type ImportReport, importRecords, limitText, parseMaxRejected, verdictOf } from '..'
import { type TempFacts, tempFacts } from '../testing'
import { MAX_NAME_TEXT, MAX_NOTES, MAX_UNUSED_NAMES } from './limits'
import { NoteList, noRecords, type RecordCounts } from './report'
import { abroad, ana, baseRecords, company, east, lease, message } from './testing'

let store: TempFacts
let facts: Facts
beforeAll(async () => {
  store = await tempFacts()
  facts = store.facts
})
afterAll(() => store.close())
beforeEach(() => store.clear())

async function* ndjson(records: readonly object[]): AsyncIterable<Uint8Array> {
  for (let at = 0; at < records.length; at += 1_000)
    yield Buffer.from(
      records
        .slice(at, at + 1_000)
        .map((record) => `${JSON.stringify(record)}\n`)
        .join(''),
    )
}

const counts = (entity: EntityName, more: Partial<RecordCounts>): RecordCounts => ({ ...noRecords(entity), ...more })

type More = Partial<Parameters<typeof importRecords>[2]>

const run = (entity: EntityName, records: readonly object[], more: More = {}): Promise<ImportReport> =>
  importRecords(facts, ndjson(records), { entity, ...more })

/** What the tables hold, with the version that wrote each record. */
async function everything(): Promise<string[]> {
  const found: string[] = []
  for (const entity of entityNames)
    for (const row of await facts.query<object>(`SELECT * FROM ${entity} FINAL`)) found.push(JSON.stringify(row))
  return found.sort()
}

describe('a record', () => {
  const others = { ...baseRecords, messages: [message, { ...message, id: 2 }, { ...message, id: 3 }] }

  it('is new, changed, unchanged, removed or rejected, and a dry run says so before', async () => {
    await store.load(others)
    const next = [
      message,
      { ...message, id: 2, agent_id: 9 },
      { id: 3, property_id: 10, deleted: true },
      { ...message, id: 4 },
      { ...message, id: 5, channel: 'pigeon' },
      { ...message, id: 6, property_id: 99 },
      { id: 7, property_id: 10, deleted: true },
    ]
    const before = await everything()
    const tried = await run('messages', next, { dryRun: true })
    expect(tried.records).toEqual([
      counts('messages', { read: 7, new: 1, changed: 1, unchanged: 2, removed: 1, rejected: 2 }),
    ])
    expect(await everything()).toEqual(before)
    const done = await run('messages', next)
    expect({ ...done, dryRun: true, seconds: 0 }).toEqual({ ...tried, seconds: 0 })
    expect((await run('messages', next)).records).toEqual([counts('messages', { read: 7, unchanged: 5, rejected: 2 })])
  })

  it('is counted by what is left of it when it comes several times', async () => {
    await store.load(others)
    const twice = [{ ...message, id: 4 }, { ...message, id: 4, agent_id: 9 }, { ...message, agent_id: 7 }, message]
    const report = await run('messages', twice, { dryRun: true })
    expect(report.records).toEqual([counts('messages', { read: 4, new: 1, unchanged: 3 })])
    expect((await run('messages', twice)).records).toEqual(report.records)
  })

  it('is new again after its removal', async () => {
    await store.load(others)
    await run('messages', [{ id: 1, property_id: 10, deleted: true }])
    expect((await run('messages', [message])).records).toEqual([counts('messages', { read: 1, new: 1 })])
  })

  it('is not written again when nothing changes', async () => {
    await store.load({ ...others, prospects: [ana], leases: [lease] })
    const before = await everything()
    const again = await store.load({ ...others, prospects: [ana], leases: [lease] })
    expect(again).toEqual(again.map(({ entity, read }) => counts(entity, { read, unchanged: read })))
    expect(await everything()).toEqual(before)
  })

  it('of another company’s id is no change, and nobody learns of it', async () => {
    await store.load({ ...baseRecords, prospects: [ana] })
    const report = await run('prospects', [{ ...ana, property_id: 30 }])
    expect(report.records).toEqual([counts('prospects', { read: 1, rejected: 1 })])
  })
})

it('a dry run sees what earlier files of it would bring, across batches', async () => {
  await store.load(baseRecords)
  const many = Array.from({ length: 100_001 }, (_, index) => ({ ...message, id: index + 1 }))
  const records = [...many, { ...message, id: 1, agent_id: 9 }, { ...message, id: 2 }]
  const tried = await run('messages', records, { dryRun: true })
  expect(tried.records).toEqual([counts('messages', { read: 100_003, new: 100_001, changed: 1, unchanged: 1 })])
  expect((await run('messages', records)).records).toEqual(tried.records)
})

describe('a limit of rejections', () => {
  const half = [message, { ...message, id: 2, channel: 'pigeon' }]
  it.each([
    ['0', true],
    ['49%', true],
    ['50%', false],
    ['1', false],
  ])('of %s decides whether anything is written', async (text, isTooMany) => {
    await store.load(baseRecords)
    const seen: number[] = []
    const report = await run('messages', half, {
      maxRejected: parseMaxRejected(text),
      onRejection: ({ line }) => seen.push(line),
    })
    expect(report.tooManyRejected).toBe(isTooMany)
    expect(report.records).toEqual([counts('messages', { read: 2, new: isTooMany ? 0 : 1, rejected: 1 })])
    expect(seen).toEqual([2])
    expect(await facts.query('SELECT id FROM messages FINAL')).toHaveLength(isTooMany ? 0 : 1)
    expect(verdictOf(report)).toBe(isTooMany ? 'none' : 'some')
  })

  it.each(['', '-1', '1.5', '101%', 'few', '1e3'])('can’t be %j', (text) => {
    expect(parseMaxRejected(text)).toBeUndefined()
  })
})

it('counts for each company what is known to be its own', async () => {
  await store.load(baseRecords)
  const tally = new CompanyTally()
  await run('messages', [message, { ...message, property_id: 30 }, { ...message, id: 2, channel: 'pigeon' }, {}], {
    tally,
  })
  expect(tally.list()).toEqual([
    [company.id, [counts('messages', { read: 2, new: 1, rejected: 1 })]],
    [abroad.company_id, [counts('messages', { read: 1, new: 1 })]],
  ])
})

describe('texts of others', () => {
  const huge = 'x'.repeat(5_000_000)

  it('can’t swell a report: names of unknown fields, ids and reasons', async () => {
    await store.load(baseRecords)
    const odd = Object.fromEntries([0, 1, 2].map((index) => [huge.slice(index), 1]))
    const rejections: unknown[] = []
    const report = await run(
      'messages',
      [
        { ...message, ...odd },
        { ...message, id: huge },
        { ...message, id: 2, channel: huge },
      ],
      {
        onRejection: (rejection) => rejections.push(rejection),
      },
    )
    expect(report.records).toEqual([counts('messages', { read: 3, new: 1, rejected: 2 })])
    expect(report.unused).toMatchObject([{ item: 'messages', more: false }])
    expect(JSON.stringify([report, rejections]).length).toBeLessThan(5_000)
  })

  it('are listed up to a number, and then only counted', async () => {
    await store.load({ companies: [company] })
    const fields = Object.fromEntries(Array.from({ length: 3 * MAX_UNUSED_NAMES }, (_, index) => [`field ${index}`, 1]))
    const report = await run('properties', [{ ...east, ...fields }])
    expect(report.unused[0]?.names).toHaveLength(MAX_UNUSED_NAMES)
    expect(report.unused[0]?.more).toBe(true)
    const notes = new NoteList()
    for (let index = 0; index < 3 * MAX_NOTES; index++) notes.add('row', `${huge}`, `reason ${index} ${huge}`)
    expect([notes.list().length, notes.moreNotes]).toEqual([MAX_NOTES, 2 * MAX_NOTES])
    expect(JSON.stringify(notes.list()).length).toBeLessThan(100_000)
  })

  it('are cut between characters', () => {
    expect(limitText('short')).toBe('short')
    expect(limitText('a'.repeat(101), MAX_NAME_TEXT)).toBe(`${'a'.repeat(99)}…`)
    // 99 units end in the middle of the fiftieth character.
    expect(limitText('😀'.repeat(100), MAX_NAME_TEXT)).toBe(`${'😀'.repeat(49)}\ufffd…`)
  })
})

describe('dates that can’t follow each other', () => {
  const fee = { id: 1, property_id: 10, source: 'Zillow', fee_type: 'monthly', amount: 100, starts_on: '2026-03-09' }
  const listing = {
    id: 1,
    property_id: 10,
    site: 'craigslist',
    title: 'Two rooms',
    posted_at: '2026-03-09T12:00:00+01:00',
  }

  it.each([
    ['ad_spend', { ...fee, ends_on: '2026-03-08' }, ['The fee ends before it starts, so it costs nothing.']],
    ['ad_spend', { ...fee, ends_on: '2026-03-09' }, []],
    ['ad_spend', fee, []],
    // The same instant in another zone is not before it.
    ['listings', { ...listing, removed_at: '2026-03-09T11:00:00Z' }, []],
    [
      'listings',
      { ...listing, removed_at: '2026-03-09T10:59:59Z' },
      ['Removed before it was posted: one of the two is wrong.'],
    ],
  ] as const)('of %s %j are noted, and the record is stored', async (entity, record, reasons) => {
    await store.load(baseRecords)
    const { notes, records } = await run(entity, [record])
    expect([notes.map(({ reason }) => reason), records[0]?.rejected]).toEqual([reasons, 0])
  })
})

describe('what a record lacks although reports need it', () => {
  const lost = { ...ana, status: 'lost' }
  const people = [
    lost,
    { ...lost, id: 101, lost_at: '2026-03-09T15:00:00Z' },
    { ...lost, id: 102, lost_at: null },
    { ...ana, id: 103 },
    { ...lost, id: 104, channel: 'x', insert_method: 'pigeon' },
  ]

  it('is noted with its count, and the record is stored', async () => {
    await store.load(baseRecords)
    const note = {
      item: 'prospects',
      field: 'lost_at',
      reason: 'Lost without a date, so Loss Reasons does not count it.',
      count: 2,
    }
    expect((await run('prospects', people, { dryRun: true })).notes).toEqual([note])
    const { notes, records } = await run('prospects', people)
    expect([notes, records[0]?.new, records[0]?.rejected]).toEqual([[note], 4, 1])
  })

  it.each([
    [{ kind: 'renewal' }, ['previous_lease_id']],
    [{ kind: 'renewal', previous_lease_id: 2, moved_out_on: '2026-03-01' }, []],
    [{ moved_out_on: '2026-03-01' }, ['moved_in_on']],
    [{ moved_out_on: '2026-03-01', moved_in_on: '2025-03-01' }, []],
    [{}, []],
  ])('a lease with %j lacks %j', async (more, fields) => {
    await store.load(baseRecords)
    expect((await run('leases', [{ ...lease, ...more }])).notes.map(({ field }) => field)).toEqual(fields)
  })
})
