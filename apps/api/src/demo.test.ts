import { reports } from '@leaselight/reports'
import { littleWorld } from '@leaselight/sample'
import { PDFParse } from 'pdf-parse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openingColumns } from './routes/reports'
import { bearer, type TestServer, testServer } from './testing'

/** What people say in calls holds names that no list holds, addresses and numbers. */
const said = [
  'Thanks for calling Harbor Point, this is Alice Archer. How can I help?',
  'hi this is bob baker and dora diaz told me about you, my number is 555 010 1002, mail bob.baker@mail.example',
  'Hello Bob, how is Dora Diaz? Ms. Baker said Sunset Terrace is sold out.',
  'My name is Zelda Zimmer and I live in Harbor & Pine Homes.',
]

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  const utterances = said.map((transcript, index) => ({
    speaker: index % 2 ? 'caller' : 'agent',
    time: index * 4,
    transcript,
  }))
  const [first] = littleWorld.transcripts ?? []
  const [listing] = littleWorld.listings ?? []
  if (!first || !listing) throw new Error('The little world has lost its transcript or its listing.')
  await server.store.load({
    transcripts: [{ ...first, utterances }],
    listings: [{ ...listing, title: 'Sunny loft at Harbor Point, ask for Alice Archer' }],
  })
})
afterAll(() => server.close())

/** Everything real: whole names, last names of prospects and agents, addresses, numbers. */
const real = [
  'Harbor & Pine Homes',
  'harborpine',
  'Zelda',
  'Zimmer',
  'mail.example',
  '555 010 1002',
  ...(littleWorld.properties ?? []).map(({ name }) => name),
  ...(littleWorld.agents ?? []).flatMap(({ name }) => [name, name.split(' ').at(-1) ?? name]),
  ...(littleWorld.prospects ?? []).flatMap(({ first_name = '', last_name = '' }) => [
    `${first_name} ${last_name}`.trim(),
    last_name,
  ]),
  ...(littleWorld.users ?? []).map(({ first_name, last_name }) => `${first_name} ${last_name}`),
].filter((name) => name !== '' && name !== 'Maria Moss')

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${real.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'giu')
const namesIn = (text: string): string[] => [...new Set(text.match(pattern) ?? [])]

const demo = async () => ({ ...(await bearer()), 'x-demo': 'true' })
const WIDE = 'start_date=2026-02-01&end_date=2026-03-31'
const get = async (url: string, headers: Record<string, string>) => server.app.inject({ url, headers })

test('the search that this file trusts finds the names where they are', async () => {
  const { body } = await get(`/api/reports/call-log?${WIDE}`, await bearer())
  expect(namesIn(body)).toEqual(expect.arrayContaining(['Bob Baker', 'Harbor Point', '555 010 1002']))
})

test('no report, list, file or answer of a sales demo holds a real name, and every number stays', async () => {
  const [headers, plain] = [await demo(), await bearer()]
  const found: Record<string, string[]> = {}
  const look = (what: string, text: string) => {
    const names = namesIn(text)
    if (names.length > 0) found[what] = names
  }
  for (const report of reports) {
    const { key } = report
    const dates = report.defaultFilters.includes('dateRange') ? WIDE : ''
    const path = `/api/reports/${key}`
    const ask = (door: string, query: string, asked: Record<string, string> = headers) =>
      get(`${path}${door}?${query}&${dates}`, asked)
    const columns = openingColumns(report)
    // Lists are made by one function; one of each report shows every kind of record there is.
    const some = [columns.at(-1)]
    const [shown, meant, csv, ...lists] = await Promise.all([
      ask('', 'depth=all'),
      ask('', 'depth=all', plain),
      ask('/export', 'format=csv'),
      ...some.flatMap((column) => (column ? [ask('/members', `column=${column}&page_size=500`)] : [])),
    ])
    expect([key, ...[shown, meant, csv, ...lists].map((one) => one.statusCode)]).toEqual([
      key,
      ...Array.from({ length: lists.length + 3 }, () => 200),
    ])
    look(key, shown.body)
    look(`${key}.csv`, csv.body)
    for (const list of lists) look(`${key}, a list`, list.body)
    expect([key, shown.json().total, shown.json().rows.length]).toEqual([
      key,
      meant.json().total,
      meant.json().rows.length,
    ])
  }
  expect(found).toEqual({})
}, 60_000)

test('neither do transcripts, the excerpts of a search, addresses, start-up or a PDF', async () => {
  const headers = await demo()
  const query = `{
    company { name banners { message } }
    allProperties { name } allAgents { name }
    getGatedProperties { properties { name } callTranscriptGatedProperties { name } }
    addressBook { email firstName lastName propertyId userRole }
    callTranscript(threadId: "little-6001") { property agent caller recordingUrl utterances { speaker transcript } }
    callLogReport(input: {startDate: "2026-03-01", endDate: "2026-03-31"}) { rows { caller phone property agent recordingUrl } }
    activityReport(input: {startDate: "2026-03-01", endDate: "2026-03-31", depth: ALL}) { rows { property agent } }
  }`
  const answer = await server.app.inject({ method: 'POST', url: '/api/graphql', headers, payload: { query } })
  expect(answer.json().errors).toBeUndefined()
  expect(namesIn(answer.body)).toEqual([])
  const { data } = answer.json()
  expect(data.company.name).toBe('Sample Living')
  expect(data.callTranscript.recordingUrl).toBeNull()
  // The same person has the same name wherever she appears.
  const callers = data.callLogReport.rows.map((row: { caller: string }) => row.caller)
  expect(callers).toContain(data.callTranscript.caller)
  expect(data.callTranscript.utterances[1].transcript).toContain(data.callTranscript.caller)
  const agents = data.allAgents.map(({ name }: { name: string }) => name)
  expect(agents.some((name: string) => data.callTranscript.utterances[0].transcript.includes(name))).toBe(true)

  for (const search of ['number', 'sold out', 'live in']) {
    const found = await get(`/api/reports/call-transcripts?${WIDE}&search=${encodeURIComponent(search)}`, headers)
    expect(found.json().rows).toHaveLength(1)
    expect([search, namesIn(found.body)]).toEqual([search, []])
  }
  expect(namesIn((await get('/api/address-book', headers)).body)).toEqual([])

  const pdf = await get(`/api/reports/call-log/export?format=pdf&${WIDE}`, headers)
  expect(namesIn(String(pdf.headers['content-disposition']))).toEqual([])
  const { text } = await new PDFParse({ data: new Uint8Array(pdf.rawPayload) }).getText()
  expect(text).toContain('Sample Living')
  expect(namesIn(text)).toEqual([])
})
