import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderSource } from '../operations/copy/folderSource'
import { bearer, IMPORT_SECRET, OTHER_MANAGER, type TestServer, testServer } from './server'

const OPERATOR = 'the operator’s key of the tests'.replace('’', '')

let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { operatorKey: OPERATOR })
})
afterAll(() => server.close())

const post = async (url: string, payload: object | string, headers?: Record<string, string>) =>
  server.app.inject({ method: 'POST', url, payload, headers: headers ?? (await bearer()) })

describe('tickets', () => {
  const ticketFor = async (path: string) => post('/api/tickets', { path })

  test('a ticket opens once, without a session, and returns the requested file', async () => {
    const { url } = (await ticketFor('/api/reports/activity/export?format=csv&preset=last_7_days')).json()
    const [first, second] = await Promise.all([server.app.inject({ url }), server.app.inject({ url })])
    expect([first.statusCode, second.statusCode].sort()).toEqual([200, 404])
    const file = first.statusCode === 200 ? first : second
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(file.body).toContain('Harbor Point')
    expect((await server.app.inject({ url })).json().error.message).toMatch(/opens once/)
  })

  test('it keeps to what its owner may see', async () => {
    const path = '/api/reports/activity/export?format=csv'
    const { url } = (await post('/api/tickets', { path }, await bearer({ user_id: 202 }))).json()
    const { body } = await server.app.inject({ url })
    expect(body).toContain('Harbor Point')
    expect(body).not.toContain('Sunset Terrace')
  })

  test.each([
    ['/api/reports/activity', 400],
    ['https://elsewhere.example/api/reports/activity/export?format=csv', 400],
    ['//elsewhere.example/api/reports/activity/export?format=csv', 400],
    ['/api/reports/activity/export?format=exe', 400],
    ['/api/reports/activity/export?format=csv&format=pdf', 400],
    ['/api/reports/nothing/export?format=csv', 404],
  ])('%s gets none', async (path, status) => {
    expect((await ticketFor(path)).statusCode).toBe(status)
  })
})

describe('prospect batches', () => {
  const number = { report: 'activity', params: { start_date: '2026-03-01', end_date: '2026-03-14' }, column: 'leads' }

  test('the people behind a number go to the CRM, a batch for each property', async () => {
    const made = (await post('/api/prospect-batches', number)).json()
    expect(made.map((batch: { property_id: number }) => batch.property_id).sort()).toEqual([11, 12])
    const [batch] = made
    expect(batch.leasing_team_id).toBe(51)
    const url = `/api/get-prospect-batch-tokens-by-id?batch_id=${batch.batch_id}`
    const withToken = await server.app.inject({ url: `${url}&access_token=${batch.access_token}` })
    expect(withToken.json()).toMatchObject({ batch_id: batch.batch_id, property_id: batch.property_id })
    expect(withToken.json().prospect_ids).toHaveLength(batch.prospect_count)
    const asColleague = await server.app.inject({ url, headers: await bearer() })
    expect(asColleague.json()).toEqual(withToken.json())
    const statuses = await Promise.all(
      [
        { url: `${url}&access_token=wrong` },
        { url, headers: await bearer(OTHER_MANAGER) },
        { url, headers: await bearer({ user_id: 204 }) },
        { url: url.replace(batch.batch_id, 'x'), headers: await bearer() },
      ].map(async (request) => (await server.app.inject(request)).statusCode),
    )
    expect(statuses).toEqual([404, 404, 404, 404])
  })

  test.each([
    [{}, /report/],
    [{ ...number, column: 'show_per_visit' }, /column must be one of/],
    [{ ...number, params: { preset: ['today', 'yesterday'] } }, /preset must be one of/],
    [{ ...number, params: { preset: { a: 1 } } }, /preset can.t be read/],
    [{ ...number, params: [] }, /params/],
    [{ ...number, row: 7 }, /row/],
  ])('%j is refused with a sentence', async (body, sentence) => {
    const response = await post('/api/prospect-batches', body)
    expect(response.statusCode).toBe(400)
    expect(response.json().error.message).toMatch(sentence)
  })
})

describe('imports', () => {
  const agent = (id: number, property: number) => ({
    id,
    company_id: property === 21 ? 2 : 1,
    property_id: property,
    name: `Agent ${id}`,
  })
  const line = (record: object) => `${JSON.stringify(record)}\n`
  const ndjson = { 'content-type': 'application/x-ndjson' }
  const asAdmin = async () => ({ ...(await bearer({ user_id: 206, role: 'admin' })), ...ndjson })

  test('an admin brings in records of the own company, and of no other', async () => {
    const response = await post('/api/import/agents', line(agent(901, 11)) + line(agent(902, 21)), await asAdmin())
    expect(response.statusCode).toBe(200)
    const { rejections, ...report } = response.json()
    expect(report).toMatchObject({
      ...{ kind: 'contract', dry_run: false, too_many_rejected: false, rejected: 1 },
      records: [{ entity: 'agents', read: 2, new: 1, changed: 0, unchanged: 0, removed: 0, rejected: 1 }],
    })
    expect(rejections).toMatchObject([{ entity: 'agents', line: 2, id: 902 }])
    expect(rejections[0].reason).toMatch(/\.$/)
    const tried = await post(
      '/api/import/agents?dry_run=1',
      line(agent(901, 11)) + line(agent(990, 11)),
      await asAdmin(),
    )
    expect(tried.json()).toMatchObject({ dry_run: true, records: [{ read: 2, new: 1, unchanged: 1 }] })
  })

  test('an import key does the same for its company', async () => {
    const headers = { ...ndjson, 'x-import-key': IMPORT_SECRET }
    expect((await post('/api/import/agents', line(agent(903, 11)), headers)).json().records).toMatchObject([{ new: 1 }])
    expect((await post('/api/import/agents', line(agent(904, 21)), headers)).json()).toMatchObject({
      records: [{ new: 0 }],
      rejected: 1,
    })
    const wrong = await post('/api/import/agents', line(agent(905, 11)), { ...ndjson, 'x-import-key': 'guess' })
    expect(wrong.statusCode).toBe(401)
  })

  test('CSV comes in too, and strict takes all or nothing', async () => {
    const csv = 'id,company_id,property_id,name\n910,1,11,Ada\n911,1,21,Eve\n'
    const headers = { ...(await asAdmin()), 'content-type': 'text/csv; charset=utf-8' }
    expect((await post('/api/import/agents?strict=true', csv, headers)).json()).toMatchObject({
      too_many_rejected: true,
      rejected: 1,
    })
    expect((await post('/api/import/agents?max_rejected=40%25', csv, headers)).json().too_many_rejected).toBe(true)
    expect((await post('/api/import/agents?max_rejected=some', csv, headers)).statusCode).toBe(400)
    expect((await post('/api/import/agents', csv, headers)).json()).toMatchObject({
      records: [{ new: 1 }],
      rejected: 1,
    })
  })

  test('rejects imports by other users', async () => {
    for (const role of ['manager', 'agent', 'analytics_user']) {
      const headers = { ...(await bearer({ role })), ...ndjson }
      expect((await post('/api/import/agents', line(agent(920, 11)), headers)).statusCode).toBe(404)
    }
  })

  test.each([
    ['/api/import/wings', ndjson, 404],
    ['/api/import/agents', { 'content-type': 'image/png' }, 415],
    ['/api/import/agents?strict=perhaps', ndjson, 400],
  ])('%s with %j is refused', async (url, type, status) => {
    const response = await post(url, '{}', { ...(await asAdmin()), ...type })
    expect(response.statusCode).toBe(status)
    expect(response.json().error.message).toMatch(/\.$/)
  })

  test('the operator backs a running installation up into a new folder', async () => {
    const headers = { 'content-type': 'application/json', 'x-operator-key': OPERATOR }
    const directory = join(await mkdtemp(join(tmpdir(), 'leaselight-doors-')), 'backup')
    expect((await post('/api/operator/backup', { directory: 'backup' }, headers)).statusCode).toBe(400)
    const lines = async () => {
      const response = await post('/api/operator/backup', { directory }, headers)
      return response.body
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    }
    const { copied } = (await lines()).at(-1)
    expect(copied.find(({ name }: { name: string }) => name === 'companies')).toMatchObject({ rows: 2, how: 'copied' })
    const source = await folderSource(directory)
    expect(source.facts.length).toBeGreaterThan(30)
    expect((await lines()).at(-1)).toEqual({ error: `${directory} is not empty. Name a new folder for the backup.` })
    await rm(dirname(directory), { recursive: true })
  })

  test('the operator’s route accepts only the operator’s key', async () => {
    const request = { kind: 'folder', directory: '/nowhere/at/all', strict: false }
    const json = { 'content-type': 'application/json' }
    for (const headers of [
      json,
      { ...json, 'x-operator-key': 'guess' },
      { ...json, ...(await bearer({ role: 'master' })) },
    ])
      expect((await post('/api/operator/import', request, headers)).statusCode).toBe(404)
    const response = await post('/api/operator/import', request, { ...json, 'x-operator-key': OPERATOR })
    expect(JSON.parse(response.body)).toMatchObject({ error: expect.stringContaining('/nowhere/at/all') })
  })
})
