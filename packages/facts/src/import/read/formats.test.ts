import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetWriteFile } from 'hyparquet-writer'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Facts, type ImportReport, importDirectory, importRecords, NONE_REJECTED, type Rejection } from '../..'
import { type TempFacts, tempFacts } from '../../testing'
import { ana, baseRecords, company, east, lease, message } from '../testing'

let store: TempFacts
let facts: Facts
let dir: string

beforeAll(async () => {
  store = await tempFacts()
  facts = store.facts
  dir = await mkdtemp(join(tmpdir(), 'leaselight-files-'))
})
afterAll(async () => {
  await store.close()
  await rm(dir, { recursive: true })
})
beforeEach(() => store.clear())

async function* bytes(text: string, size = 7): AsyncIterable<Uint8Array> {
  const all = Buffer.from(text)
  for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size)
}

const lines = (...records: unknown[]) =>
  records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record))).join('\n')

async function take(
  entity: Parameters<typeof importRecords>[2]['entity'],
  text: string,
  more: object = {},
): Promise<[ImportReport, Rejection[]]> {
  const refusals: Rejection[] = []
  const account = await importRecords(facts, bytes(text), {
    entity,
    ...more,
    onRejection: (refusal) => refusals.push(refusal),
  })
  return [account, refusals]
}

/** Records as CSV, with further columns that the contract doesn't have. */
function csvOf(records: readonly object[], more: readonly string[]): string {
  const columns = Object.keys(records[0] ?? {})
  const rows = records.map((record) => [...Object.values(record), ...more.map(() => 'x')].join(','))
  return [[...columns, ...more].join(','), ...rows].join('\n')
}

const count = async (table: string) =>
  (await facts.query<{ n: number }>(`SELECT count() AS n FROM ${table} FINAL`))[0]?.n

describe('NDJSON', () => {
  it('may have a mark at its start, empty lines, Windows line ends and no end', async () => {
    await store.load(baseRecords)
    const [account, refusals] = await take(
      'messages',
      `\ufeff${lines(message, '', { ...message, id: 2 })}\r\n${lines({ ...message, id: 3 })}`,
    )
    expect(refusals).toEqual([])
    expect(account).toMatchObject({ records: [{ entity: 'messages', new: 3, rejected: 0 }] })
  })

  it('names the line it could not read', async () => {
    await store.load(baseRecords)
    const [account, refusals] = await take(
      'messages',
      lines(message, '{"id": 2,', 'null', { ...message, id: 4, pets: 1 }, { ...message, id: 5, pets: 1 }),
    )
    expect(refusals.map(({ line, id, reason }) => [line, id, reason])).toEqual([
      [2, null, 'The line is not JSON.'],
      [3, null, 'This is not a record: a JSON object is expected.'],
    ])
    expect(account).toMatchObject({
      records: [{ read: 5, new: 3, rejected: 2 }],
      unused: [{ item: 'messages', names: ['pets'], more: false }],
    })
  })

  it('keeps characters that lie across two pieces', async () => {
    await store.load(baseRecords)
    await take('prospects', lines({ ...ana, first_name: 'Zoë 😀 李' }))
    expect(await facts.query('SELECT first_name FROM prospects FINAL')).toEqual([{ first_name: 'Zoë 😀 李' }])
  })
})

describe('CSV', () => {
  it('ignores columns whose names every object has', async () => {
    await store.load(baseRecords)
    const odd = ['__proto__', 'constructor', 'toString']
    const [account, refusals] = await take('messages', csvOf([message], odd), { format: 'csv' })
    expect([account.records[0]?.new, refusals]).toEqual([1, []])
  })

  it('has lists and maps as JSON in the cell, and nothing where there is nothing', async () => {
    await store.load({ companies: [company] })
    const [account, refusals] = await take(
      'properties',
      `\ufeffid,company_id,name,time_zone,is_yardi_customer,attributes,office_hours,holidays,products,owning_manager_id,pets
10,1,"East, the ""big"" one
by the sea",America/New_York,true,"{""Region"": ""East""}","[{""weekday"": 1, ""opens"": ""09:00"", ""closes"": ""18:00""}]","[""2026-12-25""]","[""tours""]",,
11,1,Plain,America/New_York,,,,,,7,x
12,1,Wrong,America/New_York,TRUE,,,,,,
13,1,Wrong,America/New_York,,{,,,,,
14,1,Short
`,
      { format: 'csv' },
    )
    expect(refusals.map(({ line, id, field }) => [line, id, field])).toEqual([
      [5, 12, 'is_yardi_customer'],
      [6, 13, 'attributes'],
      [7, null, ''],
    ])
    expect(account).toMatchObject({ records: [{ new: 2 }], unused: [{ names: ['pets'] }] })
    expect(
      await facts.query(
        'SELECT name, is_yardi_customer, attributes, office_hours, holidays, products, owning_manager_id FROM properties FINAL ORDER BY id',
      ),
    ).toEqual([
      {
        name: 'East, the "big" one\nby the sea',
        is_yardi_customer: 1,
        attributes: { Region: 'East' },
        office_hours: [{ weekday: 1, opens: 32400, closes: 64800 }],
        holidays: ['2026-12-25'],
        products: ['tours'],
        owning_manager_id: 0,
      },
      {
        name: 'Plain',
        is_yardi_customer: 0,
        attributes: {},
        office_hours: [],
        holidays: [],
        products: [],
        owning_manager_id: 7,
      },
    ])
  })

  it('keeps numbers in texts, money exact and ids whole', async () => {
    await store.load(baseRecords)
    const [, refusals] = await take(
      'leases',
      'id,property_id,unit_id,kind,signed_at,starts_on,ends_on,monthly_rent\n1,10,7,new,2026-03-09T18:00:00Z,2026-04-01,2027-03-31,1850.10\n2,10,7.0001,new,2026-03-09T18:00:00Z,2026-04-01,2027-03-31,1\n3,10,7,new,2026-03-09T18:00:00Z,2026-04-01,2027-03-31,0x10\n',
      { format: 'csv' },
    )
    expect(refusals.map(({ id, field }) => [id, field])).toEqual([
      [2, 'unit_id'],
      [3, 'monthly_rent'],
    ])
    expect(await facts.query('SELECT toString(monthly_rent) AS rent FROM leases FINAL')).toEqual([{ rent: '1850.1' }])
  })

  it('refuses what is no CSV at all with a sentence', async () => {
    const [, refusals] = await take('agents', '{"id":1}', { format: 'csv' })
    expect(refusals[0]?.reason).toMatch(/^The rest is not CSV/)
  })

  it('tells where a quote was never closed, and keeps what came before', async () => {
    await store.load({ companies: [company] })
    const [account, refusals] = await take(
      'properties',
      'id,company_id,name,time_zone\n10,1,East,UTC\n11,1,"West,UTC\n',
      { format: 'csv' },
    )
    expect(account).toMatchObject({ records: [{ new: 1, rejected: 1 }] })
    expect(refusals[0]?.reason).toMatch(/^The rest is not CSV/)
  })
})

it('Parquet brings its own types', async () => {
  await store.load(baseRecords)
  const path = join(dir, 'prospects.parquet')
  parquetWriteFile({
    filename: path,
    columnData: [
      { name: 'id', data: [100n, 101n], type: 'INT64' },
      { name: 'property_id', data: [10, 99], type: 'INT32' },
      { name: 'source', data: ['Sign', 'Sign'], type: 'STRING' },
      { name: 'insert_method', data: ['email', 'email'], type: 'STRING' },
      { name: 'first_contact_channel', data: ['email', 'email'], type: 'STRING' },
      { name: 'created_at', data: [new Date('2026-03-08T04:30:00Z'), new Date(0)], type: 'TIMESTAMP' },
      { name: 'status', data: ['waiting', 'waiting'], type: 'STRING' },
      { name: 'is_referral', data: [true, false], type: 'BOOLEAN' },
      { name: 'lost_at', data: ['2026-03-09T12:00:00-04:00', undefined], type: 'STRING' },
    ],
  })
  const refusals: Rejection[] = []
  const account = await importRecords(facts, path, {
    entity: 'prospects',
    onRejection: (refusal) => refusals.push(refusal),
  })
  expect(refusals.map(({ line, id, field }) => [line, id, field])).toEqual([[2, 101, 'property_id']])
  expect(account.records).toMatchObject([{ new: 1 }])
  const there = await facts.query('SELECT created_day, lost_day, is_referral FROM prospects FINAL')
  expect(there).toEqual([{ created_day: '2026-03-07', lost_day: '2026-03-09', is_referral: 1 }])

  // Half a file: cut off wherever, and with its end but a hole before it.
  const whole = await readFile(path)
  const holed = Buffer.concat([whole.subarray(0, 4), Buffer.alloc(200, 0xff), whole.subarray(204)])
  for (const half of [whole.subarray(0, 3), whole.subarray(0, whole.length / 2), whole.subarray(0, -1), holed]) {
    await writeFile(path, half)
    const sentences: string[] = []
    const { records } = await importRecords(facts, path, {
      entity: 'prospects',
      onRejection: ({ reason }) => sentences.push(reason),
    })
    expect([records, sentences]).toMatchObject([
      [{ new: 0, rejected: 1 }],
      [expect.stringMatching(/^The (file is not Parquet|rest can’t)/)],
    ])
  }
  expect(await facts.query('SELECT created_day, lost_day, is_referral FROM prospects FINAL')).toEqual(there)
})

describe('a limit of no rejection', () => {
  it('imports nothing when one record is wrong, and everything when none is', async () => {
    await store.load(baseRecords)
    const [heldBack] = await take('messages', lines(message, { ...message, id: 2, channel: 'pigeon' }), {
      maxRejected: NONE_REJECTED,
    })
    expect(heldBack).toMatchObject({ tooManyRejected: true, records: [{ read: 2, new: 0, rejected: 1 }] })
    expect(await count('messages')).toBe(0)
    const [imported] = await take('messages', lines(message, { ...message, id: 2 }), { maxRejected: NONE_REJECTED })
    expect(imported).toMatchObject({ tooManyRejected: false, records: [{ new: 2, rejected: 0 }] })
  })

  it('sees that an earlier file of the same folder brings the owner, and that a later line does not fit', async () => {
    const folder = await mkdtemp(join(dir, 'strict-'))
    const put = (name: string, ...records: unknown[]) => writeFile(join(folder, name), lines(...records))
    await put('companies.ndjson', company)
    await put('properties.ndjson', east)
    await put('leases.ndjson', lease, { ...lease, id: 2, property_id: 77 })
    await writeFile(join(folder, 'notes.txt'), 'not ours')
    const refusals: Rejection[] = []
    await importDirectory(facts, folder, {
      maxRejected: NONE_REJECTED,
      onRejection: (refusal) => refusals.push(refusal),
    })
    expect(refusals).toMatchObject([{ entity: 'leases', line: 2, id: 2, field: 'property_id' }])
    expect(await count('companies')).toBe(0)
    await put('leases.ndjson', lease)
    const phases = new Set<string>()
    const report = await importDirectory(facts, folder, {
      maxRejected: NONE_REJECTED,
      onProgress: ({ phase }) => phases.add(phase),
    })
    expect(report.records.map((counts) => [counts.entity, counts.new])).toEqual([
      ['companies', 1],
      ['properties', 1],
      ['leases', 1],
    ])
    expect([...phases]).toEqual(['checking', 'importing', 'settling'])
    expect(await count('leases')).toBe(1)
  })
})

it('a folder without contract files says so', async () => {
  const folder = await mkdtemp(join(dir, 'empty-'))
  await expect(importDirectory(facts, folder)).rejects.toThrow(/holds no file of the data contract/)
})

it('an aborted import stops, and the same import again completes it', async () => {
  await store.load(baseRecords)
  const stop = new AbortController()
  async function* cut(): AsyncIterable<Uint8Array> {
    yield Buffer.from(`${lines(message)}\n`)
    stop.abort()
    yield Buffer.from(lines({ ...message, id: 2 }))
  }
  await expect(importRecords(facts, cut(), { entity: 'messages', signal: stop.signal })).rejects.toThrow()
  await take('messages', lines(message, { ...message, id: 2 }))
  expect(await count('messages')).toBe(2)
})
