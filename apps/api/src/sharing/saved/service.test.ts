import { parseXlsx } from '@leaselight/files/testing'
import { saveReport } from '@leaselight/state'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestHelpers } from '../../testing/requests'
import { schemaErrors } from '../../testing/responseSchemas'
import { bearer, NOW, OTHER_MANAGER, type TestServer, testServer } from '../../testing/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const { ask } = requestHelpers(
  () => server,
  () => NOW,
)
const graphql = async (query: string, variables: object) =>
  (await ask('POST', '/api/graphql', { query, variables })).body

const activity = {
  name: ' Mornings ',
  report: 'activity',
  params: { preset: 'last_30_days', property_ids: [11], include_non_prospects: true },
}
const ABSENT = '00000000-0000-4000-8000-000000000000'

describe('saved reports', () => {
  test('are saved, opened, renamed, changed, copied, deleted and brought back', async () => {
    const made = await ask('POST', '/api/saved-reports/create', activity)
    expect(await schemaErrors(server.app, 'CreatedSavedReport', made.body)).toBeNull()
    const { saved_report_id: id, ...saved } = made.body
    expect(saved).toMatchObject({
      id,
      name: 'Mornings',
      title: 'Activity',
      params: { preset: 'last_30_days', property_ids: '11', include_non_prospects: 'true' },
      passed_over: [],
      available: true,
    })
    expect(saved.address).toBe('/activity?preset=last_30_days&property_ids=11&include_non_prospects=true')
    expect(saved.in_words.slice(0, 2)).toEqual(['Dates: Last 30 days', 'Properties: Harbor Point'])
    expect((await ask('GET', `/api/saved-reports/${id}`)).body).toEqual(saved)
    const changed = await ask('PUT', `/api/saved-reports/${id}`, {
      name: 'Evenings',
      params: { start_date: '2026-03-01', end_date: '2026-03-07' },
    })
    expect(changed.body).toMatchObject({ name: 'Evenings', address: expect.stringContaining('start_date=2026-03-01') })
    const copy = await ask('POST', `/api/saved-reports/${id}/duplicate`)
    expect(copy.body).toMatchObject({ name: 'Evenings (copy)', params: changed.body.params })
    expect((await ask('PUT', `/api/saved-reports/delete/${id}`)).body).toEqual({ deleted: true })
    expect((await ask('GET', `/api/saved-reports/${id}`)).status).toBe(404)
    expect((await ask('PUT', `/api/saved-reports/restore/${id}`)).body).toEqual(changed.body)
    const list = await ask('GET', '/api/saved-reports')
    expect(list.body.map(({ name }: { name: string }) => name)).toEqual(['Evenings', 'Evenings (copy)'])
    for (const one of list.body) expect(await schemaErrors(server.app, 'SavedReport', one)).toBeNull()
  })

  test('are made at the root and by GraphQL too, for every report alike', async () => {
    for (const path of ['/api', '/api/saved-reports'])
      expect((await ask('POST', path, { name: path, report: 'calls' })).body.address).toMatch(/^\/calls\?/)
    const { data, errors } = await graphql(
      'mutation($input: SaveOccupancyReportInput!) { saveOccupancyReport(input: $input) { savedReportId } }',
      { input: { name: 'Homes', propertyIds: [11] } },
    )
    expect(errors).toBeUndefined()
    const { savedReportId } = data.saveOccupancyReport
    expect((await ask('GET', `/api/saved-reports/${savedReportId}`)).body).toMatchObject({
      name: 'Homes',
      params: { property_ids: '11' },
    })
  })

  test('are theirs alone who saved them: another’s is answered like none', async () => {
    const { id } = (await ask('POST', '/api/saved-reports', activity)).body
    for (const subject of [{ user_id: 206, role: 'admin' }, OTHER_MANAGER])
      for (const [method, path, body] of [
        ['GET', '/api/saved-reports/:id', undefined],
        ['PUT', '/api/saved-reports/:id', { name: 'Mine now' }],
        ['POST', '/api/saved-reports/:id/duplicate', {}],
        ['PUT', '/api/saved-reports/delete/:id', {}],
        ['PUT', '/api/saved-reports/restore/:id', {}],
      ] as const) {
        const foreign = await ask(method, path.replace(':id', id), body, subject)
        expect([path, foreign]).toEqual([path, await ask(method, path.replace(':id', ABSENT), body, subject)])
        expect([foreign.status, (await ask(method, path.replace(':id', 'x'), body, subject)).status]).toEqual([
          404, 404,
        ])
      }
    expect((await ask('GET', '/api/saved-reports', undefined, OTHER_MANAGER)).body).toEqual([])
    expect((await ask('GET', `/api/saved-reports/${id}`)).status).toBe(200)
  })

  test('of an older version open with what is still known, and a report that went says so', async () => {
    const owner = { companyId: 1, userId: 201 }
    const keep = (report: string, params: Record<string, string>) =>
      saveReport(server.state, owner, { name: 'Old', report, params }, NOW)
    const old = await keep('activity', { preset: 'last_week_of_may', wings: '2', property_ids: '12' })
    expect((await ask('GET', `/api/saved-reports/${old?.id}`)).body).toMatchObject({
      available: true,
      passed_over: ['wings', 'preset'],
      params: { preset: 'last_7_days', property_ids: '12' },
    })
    const gone = await keep('horoscopes', {})
    expect((await ask('GET', `/api/saved-reports/${gone?.id}`)).body).toMatchObject({
      available: false,
      title: 'horoscopes',
    })
  })

  test.each([
    [{ ...activity, name: '' }, 400, /name/],
    [{ ...activity, name: 'a\nb' }, 400, /name/],
    [{ ...activity, name: 'x'.repeat(121) }, 400, /name/],
    [{ ...activity, report: 'nothing' }, 404, /no such report/],
    [{ ...activity, params: { wings: 2 } }, 400, /wings is not a parameter/],
    [{ ...activity, params: { preset: 'someday' } }, 400, /preset must be one of/],
    [{ ...activity, params: 'preset=today' }, 400, /params/],
    [[], 400, /./],
  ])('%#: what can’t be saved is refused with a sentence', async (body, status, sentence) => {
    const refused = await ask('POST', '/api/saved-reports', body)
    expect([refused.status, refused.body.error.message]).toEqual([status, expect.stringMatching(sentence)])
  })

  test('keep halves of letters and signs of other scripts as well as may be', async () => {
    const made = await ask('POST', '/api/saved-reports', {
      name: 'Größe 中 \ud83d',
      report: 'conversions',
      params: { sources: ['a,b\ud800', '中'] },
    })
    expect(made.body).toMatchObject({ name: 'Größe 中 \ufffd', params: { sources: 'a\\,b\ufffd,中' } })
  })
})

test('the same request with its own key does its work once', async () => {
  const headers = await bearer({})
  const send = async (url: string, payload: object, key: string, subject?: object) => {
    const answer = await server.app.inject({
      ...{ method: 'POST' as const, url, payload },
      headers: { ...(subject ? await bearer(subject) : headers), 'idempotency-key': key },
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  const count = async (list: string) =>
    (await server.app.inject({ url: list, headers })).json().filter(({ name }: { name: string }) => name === 'Once')
      .length
  const saved = { name: 'Once', report: 'activity', params: {} }
  // Two clicks at once, and a third press after the answer got lost.
  const [one, two] = await Promise.all([1, 2].map(() => send('/api/saved-reports', saved, 'press-0001')))
  expect([one?.status, two, await send('/api/saved-reports', saved, 'press-0001')]).toEqual([200, one, one])
  expect(await count('/api/saved-reports')).toBe(1)
  const share = { report: 'activity', emails: ['noah@harborpine.example'], name: 'Once' }
  const shares = await Promise.all([1, 2].map(() => send('/api/share-report', share, 'press-0002')))
  expect(shares[0]?.body.delivery.id).toBe(shares[1]?.body.delivery.id)
  expect(await count('/api/deliveries')).toBe(1)
  // A key is its user's, and for one thing.
  expect((await send('/api/saved-reports', saved, 'press-0001', { user_id: 203 })).body.id).not.toBe(one?.body.id)
  expect((await send('/api/saved-reports', { ...saved, name: 'Other' }, 'press-0001')).status).toBe(400)
  expect((await send('/api/saved-reports', saved, 'short')).status).toBe(400)
  // What was refused may be corrected and sent with the same key.
  expect((await send('/api/saved-reports', { ...saved, name: '' }, 'press-0003')).status).toBe(400)
  expect((await send('/api/saved-reports', saved, 'press-0003')).status).toBe(200)
  expect(await count('/api/saved-reports')).toBe(2)
})

test('the PDF’s own route gives the export’s file', async () => {
  const payload = { report: 'activity', params: { preset: 'last_7_days' } }
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/generate-pdf',
    payload,
    headers: await bearer(),
  })
  expect(response.headers['content-type']).toBe('application/pdf')
  // Both properties; their agents are in the CSV file.
  expect(response.headers['x-total-rows']).toBe('2')
  expect(response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await ask('POST', '/api/generate-pdf', { ...payload, report: 'nothing' })).status).toBe(404)
  expect((await ask('POST', '/api/generate-pdf', { ...payload, columns: ['wings'] })).status).toBe(400)
})

test('sharing and messages have their mutations', async () => {
  const shared = await graphql(
    'mutation($input: ShareActivityReportInput!) { shareActivityReport(input: $input) { response deliveryId } }',
    { input: { emails: ['a@x.example'], formats: ['CSV'], people: [{ propertyId: 11, role: 'manager' }] } },
  )
  expect(shared.errors).toBeUndefined()
  expect(shared.data.shareActivityReport.response).toMatch(/^Activity is on its way to \d people\.$/)
  const { deliveryId } = shared.data.shareActivityReport
  const delivery = (await ask('GET', `/api/deliveries/${deliveryId}`)).body
  expect(await schemaErrors(server.app, 'Delivery', delivery)).toBeNull()
  const sent = await graphql('mutation($input: SendMessageInput!) { sendMessage(input: $input) { message } }', {
    input: { propertyId: 11, body: 'Hello', report: 'calls', params: [{ name: 'preset', value: 'today' }] },
  })
  expect(sent.data.sendMessage.message).toMatch(/leasing team of Harbor Point/)
  const foreign = await graphql('mutation($input: SendMessageInput!) { sendMessage(input: $input) { message } }', {
    input: { propertyId: 21, body: 'Hello' },
  })
  expect(foreign.errors[0]).toMatchObject({ message: 'There is no such property.', extensions: { status: 404 } })
})

test('several saved reports are one workbook, without those that are no longer open', async () => {
  const make = async (name: string, report: string, params: object) =>
    (await ask('POST', '/api/saved-reports', { name, report, params })).body.id
  const one = await make('Both', 'activity', { preset: 'last_7_days' })
  const two = await make('Calls by source', 'calls', { preset: 'last_7_days', group_by: 'source' })
  const owner = { companyId: 1, userId: 201 }
  const old = await saveReport(server.state, owner, { name: 'Old', report: 'gone', params: {} }, NOW)
  const workbook = async (ids: string, subject = {}) =>
    server.app.inject({ url: `/api/saved-reports/workbook?saved_report_ids=${ids}`, headers: await bearer(subject) })
  const file = await workbook([two, one, old?.id].join(','))
  expect(file.headers['content-disposition']).toContain('harbor-pine-homes-reports-2026-03-15.xlsx')
  const sheets = parseXlsx(file.rawPayload)
  expect(sheets.map(({ name }) => name)).toEqual(['About', 'Calls by source', 'Both'])
  const cover = sheets[0]?.rows.flatMap((row) => row.map((cell) => cell?.value))
  expect(cover).toContain('1 report is left out: you don’t have access any more.')
  const alone = await server.app.inject({
    url: '/api/reports/activity/export?format=xlsx&preset=last_7_days',
    headers: await bearer(),
  })
  expect(sheets[2]?.rows).toEqual(parseXlsx(alone.rawPayload)[1]?.rows)
  // A colleague’s, an absent and no report at all.
  expect((await workbook(one, { user_id: 203, role: 'analytics_user' })).statusCode).toBe(404)
  expect((await workbook(`${one},${ABSENT}`)).statusCode).toBe(404)
  expect((await workbook(old?.id ?? '')).statusCode).toBe(404)
  expect((await workbook('')).statusCode).toBe(400)
})
