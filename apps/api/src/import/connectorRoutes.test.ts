import { answerKeyedRequest, recentImportRuns, recordImportRun } from '@leaselight/state'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schemaErrors } from '../testing/responseSchemas'
import { bearer, IMPORT_SECRET, NOW, type TestServer, testServer } from '../testing/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const event = (type: string, date: string) => `<Event EventType="${type}" EventDate="${date}"/>`
const prospect = (id: string, ...events: string[]) =>
  `<Prospect><Customers><Customer Type="prospect"><Identification IDType="ProspectID" IDValue="${id}"/><Name><FirstName>Wanda Marsh</FirstName></Name></Customer></Customers><Events>${events.join('')}</Events></Prospect>`
const xml = `<LeadManagement><Prospects>
${prospect('w1', event('Webservice', '2026-03-10T10:00:00'), event('EmailToProspect', '2026-03-10T10:20:00'))}
${prospect('w2', event('Webservice', '2026-03-10T10:00:00'), event('EmailToProspect', '2026-03-11T00:00:00'))}
${prospect('w3', event('Webservice', '2026-03-10T00:00:00'), event('CallToProspect', '2026-03-10T10:00:00'))}
${prospect('')}
</Prospects></LeadManagement>`
const map = JSON.stringify({ properties: { '*': 12 } })

const admin = { user_id: 205, role: 'admin' }

interface Sent {
  kind?: string
  query?: Record<string, string>
  body?: string
  headers?: Record<string, string>
}
const post = async ({ kind = 'mits', query = { mapping: map }, body = xml, headers }: Sent) =>
  server.app.inject({
    method: 'POST',
    url: `/api/intake/${kind}?${new URLSearchParams(query)}`,
    headers: { 'content-type': 'application/xml', ...(headers ?? (await bearer(admin))) },
    payload: body,
  })

const responses = async () => {
  const url = '/api/reports/response-time'
  const answer = await server.app.inject({ url, headers: await bearer(admin) })
  const { contacts, within30, within120, over120, never } = answer.json().total
  return { contacts, within30, within120, over120, never }
}

test('imports what a dry run promises, and measures no response time from days without hours', async () => {
  const before = await responses()
  const dry = await post({ query: { mapping: map, dry_run: '1' } })
  expect(dry.statusCode).toBe(200)
  expect(dry.json()).toMatchObject({
    kind: 'mits',
    dry_run: true,
    source: [
      { item: 'prospects', read: 4, records: 3, rejected: 1 },
      { item: 'events', read: 6, records: 3, merged: 3 },
    ],
    rejections: [{ entity: 'prospect', line: 5, field: 'Identification' }],
    rejected: 1,
    stopped: null,
  })
  expect(dry.json().first).toContainEqual(
    expect.objectContaining({
      entity: 'prospects',
      line: 2,
      record: expect.objectContaining({ first_name: 'Wanda', last_name: 'Marsh' }),
    }),
  )
  expect(await responses()).toEqual(before)
  expect(await recentImportRuns(server.state, {})).toEqual([])

  const done = await post({})
  expect(done.json().records).toContainEqual(expect.objectContaining({ entity: 'prospects', new: 3, rejected: 0 }))
  expect(await responses()).toEqual({
    ...before,
    contacts: before.contacts + 1,
    within30: before.within30 + 1,
  })
  // What the document promises of an answer is what is there.
  expect(await schemaErrors(server.app, 'ImportReport', done.json())).toBeNull()
  // The operator's imports may concern other companies, so no company lists them.
  const operators = { entity: 'all', source: '/srv/other-company', startedAt: NOW, finishedAt: NOW }
  await recordImportRun(server.state, { ...operators, status: 'done', account: {} })
  const listed = await server.app.inject({ url: '/api/imports', headers: await bearer(admin) })
  expect(listed.json().imports).toMatchObject([
    { entity: 'mits', source: 'api', status: 'done', report: { rejected: 1, first: [] }, progress: null, error: null },
  ])
  expect(listed.json().imports).toHaveLength(1)
  // The list of imports contains numbers and no names.
  expect(listed.body).not.toContain('Wanda')
})

test('imports an upload once for each key, whether it is sent twice at once, again, or after a failure', async () => {
  const headers = { ...(await bearer(admin)), 'idempotency-key': 'one-upload' }
  const listed = async () => {
    const runs = await recentImportRuns(server.state, { companyId: 1 })
    return runs.map(({ entity, status }) => `${entity} ${status}`).sort()
  }
  const before = await listed()
  const stream = { query: { mapping: map, stream: '1' }, headers }
  const [one, two] = await Promise.all([post(stream), post(stream)])
  const again = await post(stream)
  const reportOf = ({ body }: { body: string }) => JSON.parse(body.trim().split('\n').at(-1) ?? '')
  expect(reportOf(one).report).toMatchObject({ kind: 'mits', rejected: 1 })
  for (const answer of [two, again]) {
    expect(reportOf(answer)).toEqual(reportOf(one))
    expect(answer.body).toContain('"rejection":{"entity":"prospect","line":5')
  }
  expect(await listed()).toEqual([...before, 'mits done'])
  expect((await post({ ...stream, body: `${xml} ` })).body).toContain('was used for something else')

  // What failed made nothing: the same key tries again.
  const table = { kind: 'csv', query: { mapping: JSON.stringify(mapping) } }
  const sent = { ...table, headers: { ...headers, 'idempotency-key': 'second-upload' } }
  expect((await post({ ...sent, body: 'a\n1\n' })).statusCode).toBe(400)
  expect((await post({ ...sent, body: 'No,Site,Cost\n1,Zillow,100\n' })).json().records).toMatchObject([{ new: 1 }])
  expect(await listed()).toEqual(['ad_spend done', 'ad_spend failed', ...before, 'mits done'])

  // Of a run whose answer could not be stored, the list of imports knows the report; a run that was cut off counts as none.
  const own = { companyId: 1, userId: admin.user_id, key: 'second-upload' }
  const runs = await recentImportRuns(server.state, { companyId: 1 })
  const done = runs.find(({ entity, status }) => entity === 'ad_spend' && status === 'done')
  await answerKeyedRequest(server.state, own, { status: 102, body: done?.id ?? '' })
  const body = 'No,Site,Cost\n1,Zillow,100\n'
  expect((await post({ ...sent, body })).json()).toMatchObject({ records: [{ new: 1 }], rejections: [] })
  const cut = { companyId: 1, entity: 'ad_spend', source: 'api', startedAt: NOW, finishedAt: NOW }
  const lost = await recordImportRun(server.state, { ...cut, status: 'interrupted', account: {} })
  await answerKeyedRequest(server.state, own, { status: 102, body: lost })
  expect((await post({ ...sent, body })).json().records).toMatchObject([{ unchanged: 1 }])

  // A system with the company's import key may name keys, too.
  const machine = { ...sent, body, headers: { 'x-import-key': IMPORT_SECRET, 'idempotency-key': 'second-upload' } }
  const first = (await post(machine)).json()
  const count = (await listed()).length
  expect((await post(machine)).json()).toEqual(first)
  expect(await listed()).toHaveLength(count)
})

const mapping = {
  entity: 'ad_spend',
  fields: {
    id: { column: 'No' },
    property_id: { value: 11 },
    source: { column: 'Site' },
    fee_type: { value: 'monthly' },
    amount: { column: 'Cost' },
    starts_on: { value: '2026-03-01' },
  },
}

test('streams the progress of a table whose mapping is its first line, by import key', async () => {
  const { body, statusCode } = await post({
    kind: 'csv',
    query: { stream: '1', dry_run: '1' },
    body: `${JSON.stringify(mapping)}\nNo,Site,Cost\n1,Zillow,100\n2,Zillow,much\n`,
    headers: { 'x-import-key': IMPORT_SECRET },
  })
  expect(statusCode).toBe(200)
  const lines = body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.find((line) => line.rejection)?.rejection).toMatchObject({ line: 3, field: 'amount' })
  expect(lines.some((line) => line.progress?.phase === 'checking')).toBe(true)
  expect(lines.at(-1).report).toMatchObject({ source: [{ item: 'rows', read: 2, records: 1, rejected: 1 }] })
})

test.each<[string, Sent, number, string]>([
  ['a kind that is not there', { kind: 'fax' }, 404, 'mits or csv'],
  ['a mapping that is no JSON', { query: { mapping: '{' } }, 400, 'The property map is not JSON'],
  ['no mapping anywhere', { query: {}, body: 'x' }, 400, 'The first line of the body must be the mapping'],
  ['a wrong switch', { query: { mapping: map, dry_run: 'maybe' } }, 400, 'dry_run must be 1 or 0.'],
  [
    'a table without the column',
    { kind: 'csv', query: { mapping: JSON.stringify(mapping) }, body: 'a\n1\n' },
    400,
    'has no column “No”',
  ],
  ['a bad key', { headers: { 'x-import-key': 'no' } }, 401, ''],
])('%s gets a sentence', async (_, sent, status, sentence) => {
  const { statusCode, body } = await post(sent)
  expect([statusCode, body]).toEqual([status, expect.stringContaining(sentence)])
})

test('lets only administrators import and list imports, and reports a file that is not XML', async () => {
  expect((await post({ headers: await bearer({ role: 'manager' }) })).statusCode).toBe(404)
  const list = await server.app.inject({ url: '/api/imports', headers: await bearer({ role: 'manager' }) })
  expect(list.statusCode).toBe(404)
  const nonsense = await post({ body: 'Hello <<<' })
  expect([nonsense.statusCode, nonsense.json().records]).toEqual([200, []])
  expect(nonsense.json().stopped).toContain('not well-formed')
  const foreign = await post({ headers: await bearer({ company_id: 2, user_id: 301, role: 'admin' }) })
  expect(foreign.json()).toMatchObject({ source: [{ item: 'prospects', records: 0, rejected: 4 }, {}], records: [] })
})
