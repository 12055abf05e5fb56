import { activity } from '@leaselight/reports/definitions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { bearer, TestServer } from '../testing/server'

const PERIOD = 'start_date=2026-03-01&end_date=2026-03-14'
const params = { start_date: '2026-03-01', end_date: '2026-03-14' }

let server: TestServer
let headersOf: typeof bearer
beforeAll(async () => {
  // As if `shows` had been called `homesShown` in an earlier version.
  Object.assign(activity.columns.shows, { formerNames: ['homesShown'] })
  // The GraphQL schema is made when the server's modules load.
  const testing = await import('../testing/server')
  headersOf = testing.bearer
  server = await testing.testServer()
})
afterAll(() => server.close())

const get = async (url: string) => server.app.inject({ url, headers: await headersOf({}) })
const post = async (url: string, payload: object) =>
  server.app.inject({ method: 'POST', url, payload, headers: await headersOf({}) })

test.each(['homesShown', 'homes_shown'])('an old link to the list behind a number opens: %s', async (name) => {
  const [former, present] = await Promise.all(
    [name, 'shows'].map((column) => get(`/api/reports/activity/members?${PERIOD}&column=${column}`)),
  )
  expect(former?.json().total).toBeGreaterThan(0)
  expect(former?.json()).toEqual(present?.json())
})

test('an unknown column is refused with the present names alone', async () => {
  const { body } = await get('/api/reports/activity/members?column=wings')
  expect(body).toMatch(/column must be one of .*shows/)
  expect(body).not.toContain('homes_shown')
})

test.each(['csv', 'pdf'])('an export of chosen columns knows them by former names: %s', async (format) => {
  const [former, present] = await Promise.all(
    ['leads,homes_shown', 'leads,shows'].map((columns) =>
      get(`/api/reports/activity/export?${PERIOD}&format=${format}&columns=${columns}`),
    ),
  )
  expect([former?.statusCode, former?.headers['x-total-rows']]).toEqual([200, present?.headers['x-total-rows']])
  if (format === 'csv') {
    expect(former?.body).toBe(present?.body)
    expect(former?.body).toContain('Property,Agent,Leads,Shows')
  }
})

test('generate-pdf knows columns by former names', async () => {
  const body = { report: 'activity', params, columns: ['leads', 'homesShown'] }
  expect((await post('/api/generate-pdf', body)).statusCode).toBe(200)
})

test('prospects behind a number go to the CRM by its former name', async () => {
  const [former, present] = await Promise.all(
    ['homes_shown', 'shows'].map(async (column) =>
      (await post('/api/prospect-batches', { report: 'activity', params, column })).json(),
    ),
  )
  const properties = (batches: { property_id: number }[]) => batches.map(({ property_id: id }) => id)
  expect(properties(former)).toEqual(properties(present))
  expect(former.length).toBeGreaterThan(0)
})

test('a GraphQL query written before the renaming still runs, and the schema says what to use now', async () => {
  const query = `{ activityReport(input: { startDate: "2026-03-01", endDate: "2026-03-14" }) {
    rows { shows homesShown } total { shows homesShown } } }`
  const { data, errors } = (await post('/api/graphql', { query })).json()
  expect(errors).toBeUndefined()
  const { rows, total } = data.activityReport
  expect(total.homesShown).toBeGreaterThan(0)
  for (const cells of [total, ...rows]) expect(cells.homesShown).toBe(cells.shows)
  const schema = await post('/api/graphql', {
    query:
      '{ __type(name: "ActivityReportRow") { fields(includeDeprecated: true) { name isDeprecated deprecationReason } } }',
  })
  expect(schema.json().data.__type.fields).toContainEqual({
    name: 'homesShown',
    isDeprecated: true,
    deprecationReason: 'Renamed to shows.',
  })
})
