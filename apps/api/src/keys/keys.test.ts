import { parsePdf } from '@leaselight/files/testing'
import { fixtureCompany } from '@leaselight/sample'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { requestHelpers } from '../testing/requests'
import { schemaErrors } from '../testing/responseSchemas'
import { bearer, NOW, type TestServer, testServer } from '../testing/server'

let now = NOW
let server: TestServer
beforeAll(async () => {
  server = await testServer({ KEY_LIMIT: '8', PUBLIC_URL: 'https://reports.example' }, { now: () => now })
})
afterEach(() => {
  now = NOW
})
afterAll(() => server.close())

const { ask, ok } = requestHelpers(
  () => server,
  () => now,
)
const admin = { user_id: 206, role: 'admin' }
const params = { preset: 'last_7_days', property_ids: '11,12' }
const week = '/api/reports/activity?preset=last_7_days&property_ids=11,12'
type Sent = { method?: 'POST'; payload?: object | string; headers?: Record<string, string> }
const use = (url: string, secret: string, { headers, ...more }: Sent = {}) =>
  server.app.inject({ url, headers: { authorization: `Bearer ${secret}`, ...headers }, ...more })
const makeKey = (body: object = {}, who: object = {}) =>
  ok('POST', '/api/keys', { name: 'Dashboard', expires_in_days: 30, ...body }, who)
const linkBody = { name: 'For owners', expires_in_days: 30, report: 'activity', params }
const makeLink = async (kind: 'sheet' | 'guest', body: object = {}) => {
  const made = await ok('POST', '/api/keys/links', { ...linkBody, kind, ...body })
  return {
    made,
    path: made.address.replace('https://reports.example', ''),
    secret: made.address.split('#')[1] ?? '',
  }
}
/** Runs with a user’s record changed. */
async function withUser(id: number, change: object, work: () => Promise<void>) {
  const record = fixtureCompany.users?.find((user) => user.id === id)
  if (!record) throw new Error(`There is no user ${id}.`)
  await server.store.load({ users: [{ ...record, ...change }] })
  await work()
  await server.store.load({ users: [record] })
}

describe('a personal API key', () => {
  test('reads what its owner reads, is shown once, and ends when it is revoked', async () => {
    const made = await makeKey()
    expect(await schemaErrors(server.app, 'NewApiKey', made)).toBeNull()
    expect(made).toMatchObject({ name: 'Dashboard', kind: 'api', may_import: false, last_used_at: null, report: null })
    expect((await use(week, made.secret)).json()).toEqual(await ok('GET', week))
    const [listed] = await ok('GET', '/api/keys')
    expect(listed).toMatchObject({ id: made.id, ending: made.secret.slice(-4), last_used_at: NOW.toISOString() })
    expect(JSON.stringify(listed)).not.toContain(made.secret)
    const stored = await server.state.run((db) => db.execute('select * from access_keys'))
    expect(JSON.stringify(stored)).toContain(made.id)
    expect(JSON.stringify(stored)).not.toContain(made.secret)
    expect((await use(week, made.secret, { headers: { 'x-demo': 'true' } })).body).not.toContain('Harbor Point')
    expect((await ask('DELETE', `/api/keys/${made.id}`, undefined, { user_id: 202 })).status).toBe(404)
    await ok('DELETE', `/api/keys/${made.id}`)
    expect((await use(week, made.secret)).json().error.code).toBe('bad_key')
    expect(await ok('GET', '/api/keys')).toEqual([])
  })

  test('changes nothing, by REST and by GraphQL', async () => {
    const { secret } = await makeKey()
    const payload = { name: 'x', report: 'activity' }
    const saved = await use('/api/saved-reports', secret, { method: 'POST', payload })
    const sentence = 'An API key reads reports. It can’t change anything.'
    expect([saved.statusCode, saved.json().error.message]).toEqual([404, sentence])
    const graphql = async (query: string) =>
      (await use('/api/graphql', secret, { method: 'POST', payload: { query } })).json()
    expect(await graphql('{ company { name } }')).toMatchObject({ data: { company: { name: 'Harbor & Pine Homes' } } })
    const mutation = 'mutation { saveActivityReport(input: { name: "x" }) { savedReportId } }'
    expect((await graphql(mutation)).errors?.[0]?.message).toBe(sentence)
    expect(await ok('GET', '/api/saved-reports')).toEqual([])
  })

  test('loses what its owner loses, at once', async () => {
    const { secret } = await makeKey()
    const seen = async () =>
      (await use('/api/reports/occupancy', secret)).json().rows.map((row: { property_id: number }) => row.property_id)
    expect(await seen()).toEqual([11, 12])
    await withUser(201, { property_ids: [12] }, async () => expect(await seen()).toEqual([12]))
    await withUser(201, { is_deleted: true }, async () => {
      const answer = await use('/api/reports/occupancy', secret)
      expect([answer.statusCode, answer.json().error.code]).toEqual([401, 'account_deleted'])
    })
  })

  test('ends when it expires, and waits when it is used too often', async () => {
    const { id, secret } = await makeKey({ expires_in_days: 1 })
    const answers = await Promise.all(Array.from({ length: 9 }, () => use('/api/keys', secret)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(8).fill(200), 429])
    now = new Date(NOW.getTime() + 24 * 3_600_000)
    expect((await use('/api/keys', secret)).json().error.code).toBe('bad_key')
    expect(await ok('GET', '/api/keys')).toContainEqual(expect.objectContaining({ id, expired: true }))
  })

  test('imports only where it was made for that, by an administrator', async () => {
    const { body } = await ask('POST', '/api/keys', { name: 'x', expires_in_days: 1, may_import: true })
    expect(body.error.message).toBe('Only administrators can import.')
    const payload = '{"id":90001,"company_id":1,"name":"Radio"}\n'
    const headers = { 'content-type': 'application/x-ndjson' }
    const send = async (secret: string) =>
      (await use('/api/import/sources', secret, { method: 'POST', headers, payload })).statusCode
    expect(await send((await makeKey({}, admin)).secret)).toBe(404)
    const { secret } = await makeKey({ may_import: true }, admin)
    expect(await send(secret)).toBe(200)
    await withUser(206, { role: 'manager' }, async () => expect(await send(secret)).toBe(404))
  })

  test('is stored nowhere for a repeated request', async () => {
    const headers = { ...(await bearer()), 'idempotency-key': 'the-same-key' }
    const payload = { name: 'Twice', expires_in_days: 1 }
    const request = async () =>
      (await server.app.inject({ method: 'POST', url: '/api/keys', headers, payload })).json().secret
    expect(await request()).not.toBe(await request())
    const query = 'mutation { createApiKey(input: { name: "Twice", expiresInDays: 1 }) { secret } }'
    const byGraphql = async () =>
      (await server.app.inject({ method: 'POST', url: '/api/graphql', headers, payload: { query } })).json().data
    headers['idempotency-key'] = 'another-same-key'
    const first = await byGraphql()
    expect(await byGraphql()).not.toEqual(first)
    const stored = await server.state.run((db) => db.execute('select * from keyed_requests'))
    expect(JSON.stringify(stored)).not.toContain(first.createApiKey.secret)
  })

  test('is made, listed and revoked over GraphQL as over REST', async () => {
    const graphql = async (query: string, who: object = {}) => ok('POST', '/api/graphql', { query }, who)
    const fields = `id kind name ending mayImport masked expired createdAt expiresAt lastUsedAt
      report { key title params { name value } address inWords passedOver available }`
    const { data } = await graphql(
      `mutation { createApiKey(input: { name: "By GraphQL", expiresInDays: 30 }) { ${fields} secret } }`,
      admin,
    )
    const { secret, ...made } = data.createApiKey
    const rest = await ok('GET', '/api/keys', undefined, admin)
    const asGraphql = ({ may_import, created_at, expires_at, last_used_at, report, ...one }: Listed) => ({
      ...one,
      ...{ mayImport: may_import, createdAt: created_at, expiresAt: expires_at, lastUsedAt: last_used_at },
      report: report && {
        ...{ key: report.key, title: report.title, address: report.address, available: report.available },
        ...{ inWords: report.in_words, passedOver: report.passed_over },
        params: Object.entries(report.params).map(([name, value]) => ({ name, value })),
      },
    })
    expect(made).toEqual(asGraphql(rest.find(({ id }: { id: string }) => id === made.id)))
    expect((await use(week, secret)).statusCode).toBe(200)
    await makeLink('sheet', { name: 'Of Maria' })
    const mine = await ok('GET', '/api/keys')
    expect((await graphql(`{ accessKeys { ${fields} } }`)).data.accessKeys).toEqual(mine.map(asGraphql))
    expect(mine.map(({ report }: Listed) => report?.key)).toContain('activity')
    // Another user's key is none, and a key makes no key.
    const revoke = `mutation { revokeAccessKey(id: "${made.id}") }`
    expect((await graphql(revoke)).errors[0].message).toBe('You have no such key.')
    const byKey = await use('/api/graphql', secret, { method: 'POST', payload: { query: revoke } })
    expect(byKey.json().errors[0].message).toBe('An API key reads reports. It can’t change anything.')
    const importing = 'mutation { createApiKey(input: { name: "x", expiresInDays: 3, mayImport: true }) { id } }'
    expect((await graphql(importing)).errors[0].message).toBe('Only administrators can import.')
    const forever = 'mutation { createApiKey(input: { name: "x", expiresInDays: 4000 }) { id } }'
    expect((await graphql(forever)).errors[0].extensions.code).toBe('bad_request')
    expect((await graphql(revoke, admin)).data.revokeAccessKey).toBe(made.id)
    expect((await use(week, secret)).json().error.code).toBe('bad_key')
    const { events } = await ok('GET', '/api/audit?action=access', undefined, admin)
    const what = events.map((event: { what: string }) => event.what)
    expect(what).toEqual(
      expect.arrayContaining(['Makes an API key, which is shown once', 'Revokes an API key or a link']),
    )
  })
  interface Listed {
    may_import: boolean
    created_at: string
    expires_at: string
    last_used_at: string | null
    report: {
      key: string
      title: string
      address: string
      available: boolean
      in_words: string[]
      passed_over: string[]
      params: Record<string, string>
    } | null
  }
})

describe('a link for a spreadsheet', () => {
  test('is the bare table of its report, which no cache may store', async () => {
    const { made, path } = await makeLink('sheet')
    expect(await schemaErrors(server.app, 'NewLink', made)).toBeNull()
    expect(path).toMatch(/^\/api\/sheets\/report\.csv\?token=lls_/)
    const { body, headers } = await server.app.inject({ url: path })
    const file = await server.app.inject({
      url: `${week}&format=csv&plain=1`.replace('?', '/export?'),
      headers: await bearer(),
    })
    expect(body).toBe(file.body)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    })
    await ok('DELETE', `/api/keys/${made.id}`)
    expect((await server.app.inject({ url: path })).json().error.code).toBe('not_found')
  })

  test('has no other kind’s secret', async () => {
    const { secret } = await makeLink('guest')
    expect((await server.app.inject({ url: `/api/sheets/report.csv?token=${secret}` })).statusCode).toBe(404)
    expect((await use(week, secret)).statusCode).toBe(401)
  })
})

describe('the activity log', () => {
  const log = async (query = '') => ok('GET', `/api/audit?${query}`, undefined, admin)
  const lines = ({ events }: { events: Record<string, string>[] }) =>
    events.map(({ person, action, what, report, means }) => [person, action, what, report, means])

  test('says who did what, with what, and is an administrator’s alone', async () => {
    const before = new Date(Date.UTC(2026, 2, 20, 12))
    now = before
    const { secret } = await makeKey()
    await use(week, secret)
    await ok('GET', week)
    // The same again is no new entry.
    await ok('GET', week)
    const { path } = await makeLink('sheet')
    await server.app.inject({ url: path })
    await ok('POST', '/api/saved-reports', { name: 'Mine', report: 'calls' })
    await ok('POST', '/api/graphql', { query: '{ occupancyReport { timeZone } }' })
    await ask('POST', '/api/saved-reports', { name: 'Refused', report: 'nowhere' })
    const shown = await log('from=2026-03-20&to=2026-03-20')
    expect(await schemaErrors(server.app, 'AuditLog', shown)).toBeNull()
    expect(lines(shown).sort()).toEqual(
      [
        ['Maria Moss', 'access', 'Makes an API key, which is shown once', null, 'session'],
        ['Maria Moss', 'seen', 'Opens a report', 'Activity', 'api'],
        ['Maria Moss', 'seen', 'Opens a report', 'Activity', 'session'],
        ['Maria Moss', 'access', 'Makes a link to a report, which is shown once', 'Activity', 'session'],
        ['Maria Moss', 'exported', 'Loads a report into a spreadsheet', 'Activity', 'sheet'],
        ['Maria Moss', 'changed', 'Saves a report under a name', 'Calls', 'session'],
        ['Maria Moss', 'seen', 'Opens a report', 'Occupancy', 'session'],
      ].sort(),
    )
    expect(JSON.stringify(shown)).not.toContain(secret)
    expect((await log('from=2026-03-20&action=exported')).total).toBe(1)
    expect((await log('from=2026-03-20&user_ids=206')).total).toBe(0)
    expect((await log('to=2026-03-01')).total).toBe(0)
    expect((await ask('GET', '/api/audit')).status).toBe(404)
    const headers = await bearer(admin)
    now = NOW
    const file = await server.app.inject({ url: '/api/audit/export?from=2026-03-20&action=changed', headers })
    expect(file.body.replace('\uFEFF', '').split('\r\n').slice(0, 2)).toEqual([
      'Time (UTC),Person,Kind,What,Report,With',
      `${before.toISOString()},Maria Moss,Changed,Saves a report under a name,Calls,`,
    ])
    // In a demo there is nothing of what was done outside it.
    const demo = await server.app.inject({ url: '/api/audit', headers: { ...headers, 'x-demo': 'true' } })
    expect(demo.json().events).toEqual([])
  })
})

test('the log says what was sent, imported and erased', async () => {
  now = new Date(Date.UTC(2026, 2, 21, 12))
  const { secret } = await makeKey({ may_import: true }, admin)
  const headers = { 'content-type': 'application/x-ndjson' }
  const payload = '{"id":90002,"company_id":1,"name":"Bus stop"}\n'
  await ok('POST', '/api/share-report', { report: 'my-page', emails: ['owner@example.com'], formats: [] })
  await use('/api/import/sources', secret, { method: 'POST', headers, payload })
  await ok('POST', '/api/admin/erase', { prospect_ids: [424_242] }, admin)
  const shown = await ok('GET', '/api/audit?from=2026-03-21&to=2026-03-21', undefined, admin)
  const seen = shown.events.map((one: Record<string, unknown>) => [one.person, one.action, one.report])
  expect(seen.sort()).toEqual([
    ['Adam Admin', 'access', null],
    ['Adam Admin', 'erased', null],
    ['Adam Admin', 'imported', null],
    ['Maria Moss', 'sent', 'My page'],
  ])
})

describe('a guest link', () => {
  const read = async (secret: string) => (await use('/api/guest/report', secret)).json()

  test('shows one report as its maker sees it, and its PDF', async () => {
    const { secret } = await makeLink('guest')
    const answer = await use('/api/guest/report', secret)
    const seen = answer.json()
    expect(await schemaErrors(server.app, 'GuestReport', seen)).toBeNull()
    expect(answer.headers).toMatchObject({ 'x-robots-tag': 'noindex, nofollow, noarchive' })
    expect(seen).toMatchObject({ name: 'For owners', company: 'Harbor & Pine Homes', report: 'activity', notes: [] })
    const { total, rows } = await ok('GET', week)
    expect([seen.result.total, seen.result.rows]).toEqual([total, rows])
    const pdf = await use('/api/guest/report.pdf', secret)
    expect(parsePdf(pdf.rawPayload).pages.length).toBeGreaterThan(0)
  })

  test('shows sample names where it is masked', async () => {
    const { secret } = await makeLink('guest', { masked: true })
    const { body } = await use('/api/guest/report', secret)
    expect(body).not.toMatch(/Harbor|Sunset/)
    expect(JSON.parse(body).company).toBe('Sample Living')
  })

  test('shows nothing of a property that its maker lost, and nothing at all of a lost report', async () => {
    const { secret } = await makeLink('guest')
    await withUser(201, { property_ids: [12] }, async () => {
      const seen = await read(secret)
      expect(JSON.stringify(seen)).not.toContain('Harbor Point')
      expect(seen.notes).toEqual([
        '1 of the chosen properties is no longer open to the person who sent this link and left out.',
      ])
      expect(seen.result.total).toEqual((await ok('GET', week.replace('11,', ''))).total)
    })
    const closed = 'This link doesn’t work any more. Ask the person who sent it for a new one.'
    for (const change of [{ property_ids: [31] }, { is_deleted: true }])
      await withUser(201, { role: 'agent', ...change }, async () =>
        expect((await read(secret)).error.message).toBe(closed),
      )
    now = new Date(NOW.getTime() + 31 * 24 * 3_600_000)
    expect((await read(secret)).error.message).toBe(closed)
  })

  test('lists no people', async () => {
    const { status, body } = await ask('POST', '/api/keys/links', { ...linkBody, kind: 'guest', report: 'call-log' })
    expect([status, body.error.message]).toEqual([
      400,
      'This report lists people. Guests can open reports with totals only.',
    ])
  })
})
