import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noRecords, type Rejection } from '@leaselight/facts'
import { type TempFacts, tempFacts } from '@leaselight/facts/testing'
import { fixtureCompany } from '@leaselight/sample'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { importSourceFile } from './importSourceFile'
import { type ConnectorJob, parseJob } from './job'
import { leadManagement, prospectXml, randomProspect } from './mits/testing'

let store: TempFacts
let folder: string
beforeAll(async () => {
  store = await tempFacts()
  const { now, ...records } = fixtureCompany
  await store.load(records, { now: Date.parse(now) })
  folder = await mkdtemp(join(tmpdir(), 'leaselight-intake-test-'))
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

const job: ConnectorJob = parseJob('mits', { properties: { maple: 11, oak: 12 } })
const tables = [
  'prospects',
  'touches',
  'messages',
  'calls',
  'appointments',
  'visits',
  'applications',
  'leases',
  'agents',
  'sources',
]

/** What stands in the warehouse, besides which import wrote it. */
async function storedRows(): Promise<string[]> {
  const rows: string[] = []
  for (const table of tables)
    for (const { version: _, ...row } of await store.facts.query<Record<string, unknown>>(
      `SELECT * FROM ${table} FINAL`,
    ))
      rows.push(`${table} ${JSON.stringify(row)}`)
  return rows.sort()
}

async function fileOf(text: string): Promise<string> {
  const path = join(folder, 'leads.xml')
  await writeFile(path, text)
  return path
}

const randomProspects =
  fc.sample(fc.array(randomProspect, { minLength: 120, maxLength: 120 }), { numRuns: 1, seed: 7 })[0] ?? []
const xml = leadManagement(...randomProspects.map(prospectXml))

test('imports what a dry run promises, and changes nothing when the same file comes again', async () => {
  const path = await fileOf(xml)
  const before = await storedRows()
  const rehearsed: Rejection[] = []
  const rehearsal = await importSourceFile(store.facts, path, job, {
    dryRun: true,
    onRejection: (rejection) => rehearsed.push(rejection),
  })
  expect(await storedRows()).toEqual(before)

  const rejections: Rejection[] = []
  const phases = new Set<string>()
  const first = await importSourceFile(store.facts, path, job, {
    onRejection: (rejection) => rejections.push(rejection),
    onProgress: ({ phase }) => phases.add(phase),
  })
  expect([...phases]).toEqual(['reading', 'importing', 'settling'])
  expect(rejections).toEqual(rehearsed)
  // Everything but the time it took.
  expect({ ...first, dryRun: true, seconds: 0 }).toEqual({ ...rehearsal, seconds: 0 })
  // The import takes whatever the translation makes.
  expect(first.records.map(({ rejected }) => rejected)).toEqual(first.records.map(() => 0))

  const after = await storedRows()
  expect(after.length).toBeGreaterThan(before.length + 50)
  const again = await importSourceFile(store.facts, path, job)
  expect(again.records).toEqual(
    again.records.map(({ entity, read }) => ({ ...noRecords(entity), read, unchanged: read })),
  )
  expect(await storedRows()).toEqual(after)
})

test('completes half a file with the whole one', async () => {
  await store.clear()
  const { now, ...records } = fixtureCompany
  await store.load(records, { now: Date.parse(now) })
  const half = await importSourceFile(store.facts, await fileOf(xml.slice(0, xml.length / 2)), job)
  expect(half.stopped).toContain('The file ends in the middle')
  expect(half.records.find(({ entity }) => entity === 'prospects')?.new).toBeGreaterThan(10)
  await importSourceFile(store.facts, await fileOf(xml), job)
  const pieced = await storedRows()
  await store.clear()
  await store.load(records, { now: Date.parse(now) })
  await importSourceFile(store.facts, await fileOf(xml), job)
  expect(pieced).toEqual(await storedRows())
})

const spend = parseJob('csv', {
  entity: 'ad_spend',
  fields: {
    id: { column: 'No', derive: true },
    property_id: { column: 'House' },
    source: { column: 'Site' },
    fee_type: { column: 'Kind' },
    amount: { column: 'Cost' },
    starts_on: { column: 'From' },
  },
})

test('reports the import’s rejections with the line of the source file', async () => {
  const csv =
    'No,House,Site,Kind,Cost,From\na,11,Zillow,monthly,100,3/1/2026\n\nb,11,Zillow,weekly,100,3/1/2026\nc,99,Zillow,free,0,3/1/2026\nd,11,Zillow,free,-3,3/1/2026\n'
  const rejections: Rejection[] = []
  const report = await importSourceFile(store.facts, bytes(csv), spend, {
    dryRun: true,
    onRejection: (rejection) => rejections.push(rejection),
  })
  expect(rejections.map(({ entity, line, field }) => [entity, line, field])).toEqual([
    ['row', 4, 'fee_type'],
    ['row', 5, 'property_id'],
    ['ad_spend', 6, 'amount'],
  ])
  expect(report.source).toEqual([{ item: 'rows', read: 4, records: 2, merged: 0, skipped: 0, rejected: 2 }])
  expect(report.records).toEqual([{ ...noRecords('ad_spend'), read: 2, new: 1, rejected: 1 }])
  expect(report.rejected).toBe(3)
})

test('rejects records for another company’s property', async () => {
  const rejections: Rejection[] = []
  const csv = 'No,House,Site,Kind,Cost,From\na,11,Zillow,monthly,100,3/1/2026\n'
  const account = await importSourceFile(store.facts, bytes(csv), spend, {
    companyId: 2,
    onRejection: (rejection) => rejections.push(rejection),
  })
  expect(account.records).toEqual([])
  expect(rejections.map(({ reason }) => reason)).toEqual(['property_id: the property 11 is not in the data.'])
})

test('leaves no temporary files, after success or failure', async () => {
  // A place of our own: another test may be at work in the common one.
  vi.stubEnv('TMPDIR', folder)
  // One whose process is no more, one that is as old as no import, and one that is at work. A dead process has no number for
  // certain but one that the system never gives.
  const [killed, old, working] = [`${2 ** 31 - 1}-a`, `${process.pid}-b`, `${process.pid}-c`].map((name) =>
    join(folder, `leaselight-records-${name}`),
  )
  for (const path of [killed, old, working]) if (path) await mkdir(path)
  await utimes(old ?? '', new Date(), new Date(Date.now() - 3 * 86_400_000))
  await importSourceFile(store.facts, await fileOf(xml), job, { dryRun: true })
  const stop = new AbortController()
  async function* stopping() {
    yield new TextEncoder().encode(xml.slice(0, 5_000))
    stop.abort()
    yield new TextEncoder().encode(xml.slice(5_000))
  }
  await expect(importSourceFile(store.facts, stopping(), job, { signal: stop.signal })).rejects.toThrow()
  expect((await readdir(folder)).sort()).toEqual(['leads.xml', `leaselight-records-${process.pid}-c`])
  vi.unstubAllEnvs()
})

async function* bytes(text: string): AsyncIterable<Uint8Array> {
  yield new TextEncoder().encode(text)
}

const unitTable = (derive: boolean | 'company', more: object = {}) =>
  parseJob('csv', {
    entity: 'units',
    fields: {
      id: { column: 'Name', derive },
      property_id: { column: 'House' },
      name: { column: 'Name' },
      floorplan: { value: 'A1' },
      bedrooms: { value: 1 },
      area_sqft: { value: 700 },
      ...more,
    },
  })

test('imports units of one name at two properties, also after ids without the property', async () => {
  await store.clear()
  const { now, ...records } = fixtureCompany
  await store.load(
    { companies: records.companies ?? [], properties: records.properties ?? [] },
    { now: Date.parse(now) },
  )
  const rows = 'House,Name\n11,101\n11,102\n12,101\n12,102\n'
  const units = () => store.facts.query('SELECT property_id, name FROM units FINAL ORDER BY property_id, name')
  const all = [11, 12].flatMap((property_id) => ['101', '102'].map((name) => ({ property_id, name })))

  const former = await importSourceFile(store.facts, bytes(rows), unitTable('company'))
  expect([former.records[0]?.new, former.rejected]).toEqual([2, 2])
  await expect(importSourceFile(store.facts, bytes(rows), unitTable(true))).rejects.toThrow(
    'An earlier import made ids of units without the property. Write "derive": "company" for id to keep using those records, or remove them first and import everything again.',
  )
  expect(await units()).toHaveLength(2)

  await importSourceFile(
    store.facts,
    bytes('House,Name\n11,101\n11,102\n'),
    unitTable('company', { deleted: { value: true } }),
  )
  const whole = await importSourceFile(store.facts, bytes(rows), unitTable(true))
  expect([whole.records[0]?.new, whole.rejected]).toEqual([4, 0])
  expect(await units()).toEqual(all)
  const again = await importSourceFile(store.facts, bytes(rows), unitTable(true))
  expect([again.records[0]?.new, again.records[0]?.unchanged]).toEqual([0, 4])
  expect(await units()).toEqual(all)
})

test('keeps a table’s records of a removed property until it is back', async () => {
  await store.clear()
  const { now, ...records } = fixtureCompany
  const options = { now: Date.parse(now) }
  await store.load({ companies: records.companies ?? [], properties: records.properties ?? [] }, options)
  await store.load({ properties: [{ id: 12, company_id: 1, deleted: true }] }, options)
  const csv = 'No,House,Site,Kind,Cost,From\na,11,Zillow,monthly,100,3/1/2026\nb,12,Zillow,monthly,50,3/1/2026\n'
  const { notes, rejected } = await importSourceFile(store.facts, bytes(csv), spend)
  expect(rejected).toBe(0)
  expect(notes).toEqual([
    {
      item: 'row',
      field: 'property_id',
      reason: 'Property 12 is removed. Its records are stored, and count once the property is back.',
      count: 1,
    },
  ])
  const counted = () =>
    store.facts.query<{ total: number }>(
      'SELECT sum(amount) AS total FROM ad_spend FINAL WHERE property_id IN (SELECT id FROM properties FINAL)',
    )
  expect(await counted()).toEqual([{ total: 100 }])
  await store.load({ properties: records.properties ?? [] }, options)
  expect(await counted()).toEqual([{ total: 150 }])
})

test('notes how many lost prospects of a table have no date', async () => {
  await store.clear()
  const { now, ...records } = fixtureCompany
  await store.load(
    { companies: records.companies ?? [], properties: records.properties ?? [] },
    { now: Date.parse(now) },
  )
  const leads = parseJob('csv', {
    entity: 'prospects',
    fields: {
      id: { column: 'No', derive: true },
      property_id: { value: 11 },
      source: { value: 'Zillow' },
      insert_method: { value: 'import' },
      first_contact_channel: { value: 'form' },
      created_at: { value: '2026-03-01T12:00:00Z' },
      status: { column: 'Stage' },
      lost_at: { column: 'Lost' },
    },
  })
  const csv = 'No,Stage,Lost\n1,Lost,\n2,LOST,3/4/2026\n3,lost,N/A\n4,Waiting,\n'
  for (const dryRun of [true, false]) {
    const { notes, rejected } = await importSourceFile(store.facts, bytes(csv), leads, { dryRun })
    expect([rejected, notes]).toEqual([
      0,
      [
        {
          item: 'prospects',
          field: 'lost_at',
          reason: 'Lost without a date, so Loss Reasons does not count it.',
          count: 2,
        },
      ],
    ])
  }
})
