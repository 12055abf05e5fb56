import { parseXlsx } from '@leaselight/files/testing'
import { fixtureCompany, namesOf } from '@leaselight/sample'
import { addReconciliation, addTimelineNote, saveGoals } from '@leaselight/state'
import { reportsOfRun } from '@leaselight/tests/seed'
import { PDFParse } from 'pdf-parse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRequiredArgument } from '../graphql/library'
import { buildGraphqlSchema } from '../graphql/schema'
import { drillableColumns } from '../reports/requests'
import { selection } from './graphqlIdRoutes'
import { storedVisits } from './reconciliation'
import { bearer, NOW, type TestServer, testServer } from './server'

/** What people say in calls contains names that aren't in any list, addresses, and numbers. */
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
  const [first] = fixtureCompany.transcripts ?? []
  const [listing] = fixtureCompany.listings ?? []
  if (!first || !listing) throw new Error('The fixture company has lost its transcript or its listing.')
  // Attributes say who answers for a property, and goals are set for all with one value.
  const properties = fixtureCompany.properties.map((one) =>
    one.company_id === 1 ? { ...one, attributes: { ...one.attributes, 'Managed by': 'Alice Archer' } } : one,
  )
  const target = { month: '2026-03', target: 40 }
  await saveGoals(
    server.state,
    { companyId: 1, goal: 'leases', setBy: 201 },
    [
      { ...target, attribute: null, value: null },
      { ...target, attribute: 'Managed by', value: 'Alice Archer' },
      { ...target, propertyId: 11 },
    ],
    NOW,
  )
  await server.store.load({
    properties,
    transcripts: [{ ...first, utterances }],
    listings: [{ ...listing, title: 'Sunny loft at Harbor Point, ask for Alice Archer' }],
  })
  const note = { text: 'Zelda Zimmer at Harbor Point was sick', startOn: '2026-03-05', endOn: '2026-03-06' }
  const about = { propertyIds: [11], attribute: null, value: null }
  await addTimelineNote(server.state, { companyId: 1, authorId: 202 }, { ...note, ...about }, NOW)
  const ofGroup = { propertyIds: [], attribute: 'Managed by', value: 'Alice Archer' }
  await addTimelineNote(server.state, { companyId: 1, authorId: 202 }, { ...note, ...ofGroup }, NOW)
})
afterAll(() => server.close())

/** All real data: full names, last names of prospects and agents, addresses, numbers. */
const real = [
  'Harbor & Pine Homes',
  'harborpine',
  'Zelda',
  'Zimmer',
  'mail.example',
  '555 010 1002',
  ...namesOf(fixtureCompany),
].filter((name) => name !== 'Maria Moss')

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${real.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'giu')
/** The signed-in user's own data stays. */
const namesIn = (text: string): string[] => [
  ...new Set(text.replaceAll('maria@harborpine.example', '').match(pattern) ?? []),
]

const textOf = async ({ rawPayload }: { rawPayload: Buffer }): Promise<string> =>
  (await new PDFParse({ data: new Uint8Array(rawPayload) }).getText()).text
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
  for (const [key, report] of reportsOfRun()) {
    const dates = report.defaultFilters.includes('dateRange') ? WIDE : ''
    const path = `/api/reports/${key}`
    const ask = (suffix: string, query: string, requestHeaders: Record<string, string> = headers) =>
      get(`${path}${suffix}?${query}&${dates}`, requestHeaders)
    const columns = drillableColumns(report)
    // One function creates all lists; one list per report covers every kind of record.
    const some = [columns.at(-1)]
    const [shown, meant, csv, pdf, ...lists] = await Promise.all([
      ask('', 'depth=all'),
      ask('', 'depth=all', plain),
      ask('/export', 'format=csv'),
      ask('/export', 'format=pdf'),
      ...some.flatMap((column) =>
        column ? [ask('/members', `column=${column}&page_size=500`), ask('/members/export', `column=${column}`)] : [],
      ),
    ])
    expect([key, ...[shown, meant, csv, pdf, ...lists].map((one) => one.statusCode)]).toEqual([
      key,
      ...Array.from({ length: lists.length + 4 }, () => 200),
    ])
    look(key, shown.body)
    look(`${key}.csv`, csv.body)
    look(`${key}.pdf`, await textOf(pdf))
    for (const list of lists) look(`${key}, a list`, list.body)
    expect([key, shown.json().total, shown.json().rows.length]).toEqual([
      key,
      meant.json().total,
      meant.json().rows.length,
    ])
  }
  expect(found).toEqual({})
}, 180_000)

test('neither do transcripts, the excerpts of a search, addresses, start-up or a PDF', async () => {
  const headers = await demo()
  const query = `{
    company { name banners { message } }
    allProperties { name address } allAgents { name }
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
  // An address would tell which property it is.
  expect(data.allProperties.map(({ address }: { address: string }) => address)).toEqual(['', ''])
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
  expect(await textOf(pdf)).toContain('Sample Living')
})

test('every field of every query that asks for nothing in particular holds none either', async () => {
  const queries = Object.values(buildGraphqlSchema().getQueryType()?.getFields() ?? {}).filter(
    ({ name, args }) => !/Report$|Batch/.test(name) && args.every((arg) => !isRequiredArgument(arg)),
  )
  expect(queries.length).toBeGreaterThan(8)
  for (const field of queries) {
    const query = `{ ${field.name}${selection(field.type, 3, 99)} }`
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/graphql',
      headers: await demo(),
      payload: { query },
    })
    expect([field.name, answer.json().errors]).toEqual([field.name, undefined])
    expect([field.name, namesIn(answer.body)]).toEqual([field.name, []])
  }
})

test('the goals of properties, of a group and of the company name neither in any answer, file or mail', async () => {
  const headers = await demo()
  const body = async (url: string) => {
    const { statusCode, body: text } = await get(url, headers)
    expect([url, statusCode]).toEqual([url, 200])
    return text
  }
  const pace = JSON.parse(await body('/api/goals/pace?month=2026-03&goal=leases'))
  const [{ own, groups }] = pace.goals
  expect([own, groups.map(({ attribute }: { attribute: string }) => attribute)]).toEqual([
    'All properties',
    ['Managed by'],
  ])
  // The group is asked for by the name that the demo has for it.
  const [{ attribute, value }] = groups
  const group = new URLSearchParams({ attribute, value })
  const report = '/api/reports/activity/export?preset=month_to_date'
  const texts: Record<string, string> = {
    pace: JSON.stringify(pace),
    ofGroup: await body(`/api/goals/pace?month=2026-03&${group}`),
    grid: await body('/api/goals?goal=leases&year=2026'),
    sheet: await body('/api/goals/export?goal=leases&year=2026'),
    csv: await body(`${report}&format=csv`),
    insights: await body('/api/reports/snapshot/export?preset=last_7_days&format=csv'),
    pdf: await textOf(await get(`${report}&format=pdf`, headers)),
    xlsx: JSON.stringify(parseXlsx((await get(`${report}&format=xlsx`, headers)).rawPayload)),
  }
  expect(JSON.parse(texts.ofGroup ?? '').goals[0].own).toBe(`${attribute}: ${value}`)
  const query = `{ goalPace { goal own total { text } groups { attribute value group } properties { property text } }
    goals(goal: "leases", year: 2026) { groups { attribute value group targets } properties { property targets } } }`
  const post = async (url: string, payload: object) => {
    const { statusCode, body: text } = await server.app.inject({ method: 'POST', url, headers, payload })
    expect([url, statusCode]).toEqual([url, 200])
    return text
  }
  texts.graphql = await post('/api/graphql', { query })
  const month = { report: 'activity', params: { preset: 'month_to_date' } }
  await post('/api/share-report', { ...month, emails: ['maria@harborpine.example'], formats: ['pdf', 'xlsx'] })
  await post('/api/watches', { ...month, column: 'leases', condition: 'behind', time_zone: 'America/New_York' })
  await server.app.deliverNow()
  const admin = await bearer({ user_id: 206, role: 'admin' })
  const { rows } = JSON.parse((await get('/api/outbox', admin)).body)
  expect(rows.length).toBeGreaterThan(0)
  for (const { id, subject } of rows) texts[`mail ${subject}`] = (await get(`/api/outbox/${id}`, admin)).body
  for (const [what, text] of Object.entries(texts)) expect([what, namesIn(text)]).toEqual([what, []])
  for (const what of ['csv', 'insights', 'pdf', 'xlsx'])
    expect([what, texts[what]]).toEqual([what, expect.stringMatching(/Goal for leases in Mar[\s\S]*3 of 40/)])
})

test('what was saved, scheduled, written and sent before the demo shows none in it', async () => {
  const send = async (url: string, payload: object, headers: Record<string, string>) => {
    const response = await server.app.inject({ method: 'POST', url, headers, payload })
    expect([url, response.statusCode, response.body.slice(0, 200)]).toEqual([url, 200, expect.anything()])
    return response.json()
  }
  const plain = await bearer()
  const what = { report: 'activity', params: { property_ids: '11' } }
  const named = { ...what, name: 'Harbor Point for Alice Archer' }
  const timing = { frequency: 'DAILY', weekdays: [], time: '07:00', time_zone: 'America/New_York', formats: ['csv'] }
  const emails = ['alice@harborpine.example']
  const saved = await send('/api/saved-reports/create', named, plain)
  const schedule = await send('/api/scheduled-reports/create', { ...named, ...timing, emails }, plain)
  await send(`/api/scheduled-reports/${schedule.id}/send-now`, {}, plain)
  const shared = await send('/api/share-report', { ...named, emails, note: 'For Alice Archer' }, plain)
  await send('/api/messages', { property_id: 11, subject: 'Harbor Point', body: 'Ask Bob Baker' }, plain)
  const number = { report: 'activity', params: { preset: 'last_7_days', property_ids: '11' }, column: 'leads' }
  const when = { condition: 'unusual', time_zone: 'America/New_York' }
  const watch = await send('/api/watches', { ...number, ...when }, plain)
  const link = { ...named, kind: 'sheet', expires_in_days: 7 }
  const key = await send('/api/keys/links', link, plain)
  const channel = { name: named.name, kind: 'slack', address: 'https://hooks.example/x', events: ['finding'] }
  const hook = await send('/api/webhooks', channel, plain)
  const compared = await addReconciliation(server.state, storedVisits({ user_id: 201 }, 'Bob Baker', 11), NOW)
  await server.app.deliverNow()
  const admin = { ...(await bearer({ user_id: 206, role: 'admin' })), 'x-demo': 'true' }
  const { rows: mails } = (await get('/api/outbox', { authorization: admin.authorization })).json()
  expect(mails.length).toBeGreaterThan(2)
  // What is created in the demo exists there, with sample names.
  const mine = await send('/api/scheduled-reports/create', { ...what, ...timing, name: 'In the demo' }, await demo())
  await send(`/api/scheduled-reports/${mine.id}/send-now`, {}, await demo())
  const watched = await send('/api/watches', { ...number, ...when }, await demo())
  await send('/api/messages', { property_id: 11, subject: 'Hello', body: 'From the demo' }, await demo())
  await server.app.deliverNow()
  const shown = async (url: string) => (await get(url, await demo())).json()
  expect((await shown('/api/scheduled-reports')).map(({ id }: { id: string }) => id)).toEqual([mine.id])
  expect((await shown('/api/deliveries')).map(({ kind }: { kind: string }) => kind).sort()).toEqual([
    'message',
    'now',
    'share',
  ])
  expect((await shown('/api/watches')).map(({ id }: { id: string }) => id)).toContain(watched.id)
  // Nor is what was made outside it revoked or deleted in a demo.
  for (const url of [`/api/keys/${key.id}`, `/api/webhooks/${hook.id}`])
    expect((await server.app.inject({ method: 'DELETE', url, headers: await demo() })).statusCode).toBe(404)
  // A link that was made in a demo, or with masked names, is one.
  const masked = await send('/api/keys/links', { ...link, kind: 'guest', masked: true }, plain)
  const guest = { authorization: `Bearer ${masked.address.split('#')[1]}` }
  const found: Record<string, string[]> = {}
  expect(namesIn((await get('/api/guest/report', guest)).body)).toEqual([])
  expect(namesIn(await textOf(await get('/api/guest/report.pdf', guest)))).toEqual([])
  const workbook = await get(`/api/saved-reports/workbook?saved_report_ids=${saved.saved_report_id}`, await demo())
  expect(namesIn(JSON.stringify(parseXlsx(workbook.rawPayload)))).toEqual([])
  for (const url of [
    '/api/keys',
    '/api/webhooks',
    '/api/reconciliations',
    `/api/reconciliations/${compared.id}`,
    `/api/reconciliations/${compared.id}/export`,
    '/api/audit',
    '/api/watches',
    `/api/watches/${watch.id}`,
    '/api/saved-reports',
    `/api/saved-reports/${saved.id}`,
    '/api/scheduled-reports',
    `/api/scheduled-reports/${schedule.id}`,
    '/api/deliveries',
    `/api/deliveries/${shared.delivery_id}`,
    '/api/messages?property_id=11',
    '/api/reports/subscribers',
    '/api/profile',
    '/api/timeline-notes',
    '/api/insights/what-changed',
    '/api/outbox',
    ...mails.map(({ id }: { id: string }) => `/api/outbox/${id}`),
    ...mails.map(({ id }: { id: string }) => `/api/outbox/${id}/attachments/0`),
    '/api/imports',
    '/api/mail-rules',
  ]) {
    const answer = await get(url, /outbox|imports|rules|audit/.test(url) ? admin : await demo())
    const names = namesIn(answer.body)
    if (names.length > 0) found[url] = names
  }
  expect(found).toEqual({})
})
