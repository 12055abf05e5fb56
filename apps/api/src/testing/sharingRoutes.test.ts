import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documented } from './idRoutes'
import { bearer, type TestServer, testServer } from './server'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ MAIL_LIMIT: '100000' })
  const groups = ['Saved reports', 'Scheduled reports', 'Sharing', 'Mail']
  const routes = documented(server.app)
    .filter(({ operation }) => operation.tags?.some((tag) => groups.includes(tag)))
    .map(({ method, path }): [Method, string] => [method as Method, path])
  openRoutes = routes.filter(([, path]) => path.startsWith('/api/unsubscribe'))
  protectedRoutes = routes.filter((route) => !openRoutes.includes(route))
})
afterAll(() => server.close())

type Method = 'GET' | 'POST' | 'PUT'
const ABSENT = '00000000-0000-4000-8000-000000000000'
let openRoutes: [Method, string][]
let protectedRoutes: [Method, string][]
const filled = (path: string, id = ABSENT) => path.replace(/\{(\w+)\}/g, () => encodeURIComponent(id))

test('these routes require a session', async () => {
  expect(protectedRoutes.length).toBeGreaterThan(35)
  for (const [method, path] of protectedRoutes) {
    const response = await server.app.inject({ method, url: filled(path), ...(method !== 'GET' && { payload: {} }) })
    expect([method, path, response.statusCode]).toEqual([method, path, 401])
  }
  for (const [method, path] of openRoutes)
    expect((await server.app.inject({ method, url: filled(path) })).statusCode).toBe(404)
})

test('a company that is not there opens none of them', async () => {
  const headers = await bearer({ company_id: 77, user_id: 5, role: 'admin' })
  for (const [method, path] of protectedRoutes) {
    const payload = method === 'GET' ? undefined : { name: 'x', report: 'activity', emails: ['a@x.example'] }
    const response = await server.app.inject({ method, url: filled(path), headers, ...(payload && { payload }) })
    expect([method, path, response.statusCode]).toEqual([method, path, 401])
  }
})

const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    'x',
    -1,
    0,
    11,
    21,
    1.5,
    1e300,
    true,
    [],
    {},
    'activity',
    '\u0000',
    'a\u0000@x.example',
    '\ud800',
    'a@x.example',
    ['a@x.example'],
    ['a@x.example', null],
    { preset: '\ud800' },
    { preset: 'last_7_days', property_ids: [11] },
    { __proto__: 1 },
    ['csv'],
    'WEEKLY',
    [1, 7],
    31,
    '07:30',
    'America/New_York',
    'x'.repeat(6000),
    ABSENT,
  ),
  fc.jsonValue({ maxDepth: 2 }),
)
const fields = [
  ...['name', 'report', 'params', 'saved_report_id', 'frequency', 'weekdays', 'day_of_month', 'time', 'time_zone'],
  ...[
    'formats',
    'note',
    'emails',
    'people',
    'to_me',
    'property_id',
    'body',
    'subject',
    'outside',
    'domains',
    'columns',
  ],
]
const validBody = {
  name: 'Mornings',
  report: 'activity',
  frequency: 'WEEKLY',
  weekdays: [1],
  time: '07:30',
  time_zone: 'UTC',
  emails: ['a@x.example'],
  property_id: 11,
  body: 'Hello',
  outside: 'anyone',
  domains: [],
}
const body = fc.oneof(
  { weight: 1, arbitrary: fc.jsonValue() },
  {
    weight: 4,
    arbitrary: fc
      .array(fc.tuple(fc.constantFrom(...fields), nasty), { maxLength: 3 })
      .map((pairs) => ({ ...validBody, ...Object.fromEntries(pairs) })),
  },
)

test('no body and no id makes them fail', { timeout: 300_000 }, async () => {
  const made = async (path: string) =>
    (await server.app.inject({ method: 'POST', url: path, payload: validBody, headers: await bearer() })).json().id
  const ids = [await made('/api/saved-reports'), await made('/api/scheduled-reports'), ABSENT, 'x', "'", '%00', '..']
  expect(ids[0]).toMatch(/^[\w-]{36}$/)
  const headers = await bearer({ user_id: 206, role: 'admin' })
  const own = await bearer()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...openRoutes, ...protectedRoutes),
      fc.constantFrom(...ids),
      body,
      fc.constantFrom('', '?page=x', '?limit=-1&kind=%00', '?property_id=1e5', '?page_size=0'),
      fc.boolean(),
      async ([method, path], id, payload, query, isAdmin) => {
        const json = method === 'GET' ? {} : { payload: JSON.stringify(payload) }
        const response = await server.app.inject({
          method,
          url: `${filled(path, id)}${query}`,
          headers: { ...(isAdmin ? headers : own), ...(method !== 'GET' && { 'content-type': 'application/json' }) },
          ...json,
        })
        expect([method, path, payload, response.statusCode, response.body]).not.toEqual([
          method,
          path,
          payload,
          500,
          expect.anything(),
        ])
        if (response.statusCode >= 400)
          expect(response.json()).toHaveProperty('error.message', expect.stringMatching(/[.?!]$/s))
      },
    ),
    { numRuns: 400 },
  )
})
