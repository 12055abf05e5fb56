import { fixtureCompany } from '@leaselight/sample'
import { reportsOfRun } from '@leaselight/tests/seed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, OTHER_MANAGER, type TestServer, testServer } from '../testing/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const get = async (url: string, subject = {}) => {
  const response = await server.app.inject({ url, headers: await bearer(subject) })
  return { status: response.statusCode, body: response.json() }
}
const namesOf = (body: { rows: { property: string }[] }) => body.rows.map((row) => row.property)

test('activity answers with rows, total and freshness in snake case', async () => {
  const { status, body } = await get('/api/reports/activity')
  expect(status).toBe(200)
  expect(namesOf(body)).toEqual(fixtureCompany.properties?.map((property) => property.name).sort())
  expect(body.period).toEqual({ start: '2026-03-08', end: '2026-03-14' })
  expect(body.total).toHaveProperty('bulk_email')
  expect(body.freshness.imported_at).not.toBeNull()
  expect(body.total.visits).toBe(body.rows.reduce((sum: number, row: { visits: number }) => sum + row.visits, 0))
})

test('a row opens at both of its addresses, and everything at once with depth=all', async () => {
  const byParent = await get('/api/reports/activity?parent=property:11')
  const byPath = await get('/api/reports/activity/property/11/agents')
  expect(byPath.body).toEqual(byParent.body)
  expect(byParent.body.rows[0].parent).toBe('property:11')
  const all = await get('/api/reports/activity?depth=all')
  const children = all.body.rows.filter((row: { parent: string | null }) => row.parent === 'property:11')
  expect(children).toEqual(byParent.body.rows)
})

test('a report that draws weeks answers with the last eight of them', async () => {
  const { body } = await get('/api/reports/response-time?points=weeks')
  expect(body).toMatchObject({ period: { start: '2026-01-18', end: '2026-03-14' }, point_days: 7, rows: [] })
  expect(body.series).toHaveLength(8)
  expect(body.series.at(-1)).toMatchObject({ day: '2026-03-14', contacts: 4, within30: 2, never: 2 })
  const days = await get('/api/reports/response-time?points=days')
  expect(days.body).toEqual((await get('/api/reports/response-time')).body)
})

test('the list behind a number is as long as the number', async () => {
  const { body } = await get('/api/reports/activity?start_date=2026-03-01&end_date=2026-03-14')
  for (const column of ['leads', 'followups', 'bulk_email', 'visits']) {
    const { body: page } = await get(
      `/api/reports/activity/members?start_date=2026-03-01&end_date=2026-03-14&column=${column}`,
    )
    expect([column, page.total]).toEqual([column, body.total[column]])
    expect(page.rows).toHaveLength(Math.min(page.total, 50))
  }
})

test('the register’s own name of a column does as well as that of REST', async () => {
  const [one, other] = await Promise.all([
    get('/api/reports/activity/members?column=bulkEmail'),
    get('/api/reports/activity/members?column=bulk_email'),
  ])
  expect(one.body).toEqual(other.body)
})

test('answers for another company’s data as for data that doesn’t exist', async () => {
  expect(namesOf((await get('/api/reports/activity', { user_id: 202 })).body)).toEqual(['Harbor Point'])
  const foreign = await get('/api/reports/activity?parent=property:21')
  const missing = await get('/api/reports/activity?parent=property:9999')
  expect([foreign.status, missing.status]).toEqual([404, 404])
  expect(foreign.body.error.message.replace('21', '9999')).toBe(missing.body.error.message)
  const other = await get('/api/reports/activity', OTHER_MANAGER)
  expect(other.body.rows.map((row: { property_id: number }) => row.property_id)).toEqual([21])
})

test('one company’s answers do not move when the other’s records do', async () => {
  const before = await get('/api/reports/activity?depth=all')
  await server.store.load(
    {
      prospects: [
        {
          id: 2999,
          property_id: 21,
          source: 'Website',
          insert_method: 'call',
          first_contact_channel: 'call',
          created_at: '2026-03-10T12:00:00Z',
          status: 'waiting',
        },
      ],
    },
    { now: Date.parse(fixtureCompany.now) },
  )
  const after = await get('/api/reports/activity?depth=all')
  expect({ ...after.body, freshness: null }).toEqual({ ...before.body, freshness: null })
})

test('every endpoint starts with the report’s own defaults, and names those that applied', async () => {
  const { body: all } = await get('/api/reports/calls?caller_type=ALL')
  const { body } = await get('/api/reports/calls')
  expect([all.total.total_calls, body.total.total_calls]).toEqual([9, 5])
  const callers = (answer: typeof body) =>
    answer.applied_defaults.filter((one: object) => JSON.stringify(one).includes('caller'))
  expect(callers(body)).toEqual([{ parameter: 'caller_type', value: 'FIRST_TIME' }])
  expect(callers(all)).toEqual([])
  const { body: list } = await get('/api/reports/calls/members?column=total_calls')
  expect(list.total).toBe(5)
  const headers = await bearer()
  const post = (url: string, payload: object) => server.app.inject({ method: 'POST', url, headers, payload })
  const query = '{ callsReport { total { totalCalls } appliedDefaults { parameter value } } }'
  const { callsReport } = (await post('/api/graphql', { query })).json().data
  expect(callsReport.total).toEqual({ totalCalls: 5 })
  expect(callsReport.appliedDefaults).toContainEqual({ parameter: 'callerType', value: 'FIRST_TIME' })
  const file = await server.app.inject({ url: '/api/reports/calls/export?format=csv', headers })
  expect(file.body).toContain('Caller types: First Call')
  const created = await post('/api/saved-reports/create', { name: 'Calls', report: 'calls' })
  const saved = (await get(`/api/saved-reports/${created.json().id}`)).body
  expect(saved.params).toMatchObject({ preset: 'last_7_days', caller_type: 'FIRST_TIME', group_by: 'property' })
})

test.each([
  ['/api/reports/activity?preset=last_8_days', /preset must be one of/],
  ['/api/reports/activity?preset=today&preset=yesterday', /preset was given more than once/],
  ['/api/reports/activity?start_date=2026-02-30&end_date=2026-03-01', /start_date must be a date/],
  ['/api/reports/activity?property_ids=99999999999999999999', /property_ids must hold whole positive ids/],
  ['/api/reports/activity?colour=red', /colour is not a parameter of Activity/],
  ['/api/reports/activity?caller_type=ALL', /Activity can.t be filtered by caller_type/],
  ['/api/reports/activity?depth=deep', /depth must be top or all/],
  ['/api/reports/activity?points=weeks', /Activity isn.t counted by week/],
  ['/api/reports/response-time?points=hours', /points must be days or weeks/],
  ['/api/reports/calls?sources=a%00b', /sources holds characters/],
  ['/api/reports/activity/members', /column must be one of/],
  ['/api/reports/activity/members?column=show_per_visit', /column must be one of/],
  ['/api/reports/activity/members?column=leads&page=0', /page must be a whole number/],
  ['/api/reports/activity/members?column=leads&page_size=501', /page_size must be a whole number/],
  ['/api/reports/activity/members?column=leads&period=next', /period must be current or prior/],
  ['/api/reports/activity/export', /format must be pdf, xlsx, or csv/],
  ['/api/reports/activity/export?format=csv&columns=leads,wings', /no column wings/],
  ['/api/reports/activity/export?format=csv&plain=yes', /plain must be 1 or 0/],
  ['/api/reports/activity/export?format=pdf&plain=1', /Only a CSV file can be plain/],
])('%s is refused with a sentence', async (url, sentence) => {
  const { status, body } = await get(url)
  expect(status).toBe(400)
  expect(body.error.code).toBe('bad_request')
  expect(body.error.message).toMatch(sentence)
  expect(body.error.message).toMatch(/\.$/)
})

test.each([
  '/api/reports/nothing',
  '/api/reports/activity/unit/1/agents',
  '/api/reports/activity/property/11/floorplans',
  '/api/nothing',
])('%s is not there', async (url) => {
  expect((await get(url)).status).toBe(404)
})

test.each(reportsOfRun())('%s leaves as CSV and PDF', async (key) => {
  for (const format of ['csv', 'pdf'] as const) {
    const response = await server.app.inject({
      url: `/api/reports/${key}/export?format=${format}`,
      headers: await bearer(),
    })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-disposition']).toMatch(new RegExp(`^attachment; filename="[\\w-]+\\.${format}"`))
    const start = format === 'pdf' ? '%PDF' : '\ufeff'
    expect(response.body.startsWith(start)).toBe(true)
  }
})
