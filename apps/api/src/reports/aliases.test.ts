import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, type TestServer, testServer } from '../testing/server'
import { aliases } from './aliases'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const PERIOD = 'start_date=2026-03-01&end_date=2026-03-14'

const get = async (url: string, subject: object = {}) => {
  const response = await server.app.inject({ url, headers: await bearer(subject) })
  return { status: response.statusCode, body: response.json() }
}
const post = async (url: string, payload: object, subject: object = {}) => {
  const response = await server.app.inject({ method: 'POST', url, payload, headers: await bearer(subject) })
  return { status: response.statusCode, body: response.json() }
}
const inAddress = (row: string) => Buffer.from(row).toString('base64url')

test.each([
  ['/api/reports/appointments/past', 'appointments', PERIOD, ''],
  ['/api/reports/appointments/upcoming', 'upcoming-appointments', 'group_by=tour-type', ''],
  // The specification's own words.
  ['/api/reports/appointments/PAST', 'appointments', PERIOD, ''],
  ['/api/reports/appointments/SCHEDULED', 'upcoming-appointments', 'group_by=tour-type', ''],
  ['/api/reports/mta/LEASE_CONVERSION', 'multi-touch-attribution', PERIOD, 'view_by=lease-conversion'],
  ['/api/reports/engagement/daily', 'engagement-daily', 'depth=all', ''],
  ['/api/reports/mta', 'multi-touch-attribution', `${PERIOD}&view_by=visit-conversion`, ''],
  ['/api/reports/mta/all', 'multi-touch-attribution', PERIOD, 'view_by=all'],
  ['/api/reports/mta/lease-conversion', 'multi-touch-attribution', PERIOD, 'view_by=lease-conversion'],
  ['/api/reports/mta/visit-conversion', 'multi-touch-attribution', PERIOD, 'view_by=visit-conversion'],
  ['/api/boxscore-report', 'boxscore', `${PERIOD}&property=11`, ''],
])('%s answers as %s does', async (path, key, query, decided) => {
  for (const subject of [{}, { user_id: 202 }, { user_id: 205, role: 'agent' }]) {
    const own = await get(`${path}?${query}`, subject)
    expect(own).toEqual(await get(`/api/reports/${key}?${query}&${decided}`, subject))
  }
  expect((await get(`${path}?${query}`)).status).toBe(200)
  expect((await get(`${path}?preset=soon`)).status).toBe(400)
})

test('the call log accepts its parameters as a body', async () => {
  const own = await post('/api/call-log', { start_date: '2026-03-01', end_date: '2026-03-14', property_ids: [11] })
  expect(own.status).toBe(200)
  expect(own).toEqual(await get(`/api/reports/call-log?${PERIOD}&property_ids=11`))
  expect(own.body.rows.length).toBeGreaterThan(0)
  expect((await post('/api/call-log', { property_ids: { a: 1 } })).status).toBe(400)
})

test('what the address decides is not a parameter too', async () => {
  const { status, body } = await get('/api/reports/mta/all?view_by=visit-conversion')
  expect([status, body.error.message]).toEqual([400, 'view_by is given by the address.'])
  expect((await get('/api/reports/mta/else')).status).toBe(404)
})

test('the reports named as the specification names them need no other address', async () => {
  for (const key of ['boxscore-resident', 'sessions', 'snapshot', 'tour-type', 'loss-reasons', 'id-verification'])
    expect([key, (await get(`/api/reports/${key}`)).status]).toEqual([key, 200])
})

describe('the prospects of a row of appointments', () => {
  test.each([
    ['past', 'appointments', 'total'],
    ['upcoming', 'upcoming-appointments', 'scheduled'],
  ])('%s', async (which, key, column) => {
    const { body } = await get(`/api/reports/${key}`)
    expect(body.rows.length).toBeGreaterThan(0)
    for (const row of body.rows) {
      const own = await get(`/api/reports/appointments/${which}/${inAddress(row.key)}/prospects`)
      expect(own).toEqual(await get(`/api/reports/${key}/members?column=${column}&row=${encodeURIComponent(row.key)}`))
      expect([own.status, own.body.total]).toEqual([200, row[column]])
    }
  })

  test('another column and page', async () => {
    const query = `${PERIOD}&column=completed&page=2&page_size=1`
    const own = await get(`/api/reports/appointments/past/${inAddress('property:11')}/prospects?${query}`)
    expect(own).toEqual(await get(`/api/reports/appointments/members?row=property:11&${query}`))
    expect(own.status).toBe(200)
  })

  test('a key that holds characters nobody can use is refused with a sentence', async () => {
    expect((await get(`/api/reports/appointments/past/${inAddress('property:1\u0000')}/prospects`)).status).toBe(400)
  })

  test('the longest name of a row fits', async () => {
    const row = `source:${encodeURIComponent('Ä'.repeat(200))}`
    const own = await get(`/api/reports/appointments/past/${inAddress(row)}/prospects?group_by=source`)
    const same = `/api/reports/appointments/members?group_by=source&column=total&row=${encodeURIComponent(row)}`
    expect(own).toEqual(await get(same))
    expect(own.status).toBe(200)
  })

  test.each([
    [inAddress('property:21'), {}],
    [inAddress('property:12'), { user_id: 202 }],
    ['property:11', {}],
    ['====', {}],
  ])('%s as %j is not there', async (encoded, subject) => {
    expect((await get(`/api/reports/appointments/past/${encoded}/prospects`, subject)).status).toBe(404)
  })
})

describe('the batches behind a response time', () => {
  const path = '/api/reports/response-time/prospect-batch-tokens'
  const withoutTokens = (list: Record<string, unknown>[]) =>
    list.map(({ batch_id: _, access_token: __, ...batch }) => batch)

  test('are those of the number', async () => {
    const own = await get(`${path}?column=never`)
    const same = await post('/api/prospect-batches', { report: 'response-time', column: 'never' })
    expect(own.status).toBe(200)
    expect(withoutTokens(own.body)).toEqual(withoutTokens(same.body))
    const all = await get(path)
    const contacts = await post('/api/prospect-batches', { report: 'response-time', column: 'contacts' })
    expect(withoutTokens(all.body)).toEqual(withoutTokens(contacts.body))
    expect(all.body.length).toBeGreaterThan(0)
  })

  test('and of nobody else’s property', async () => {
    expect((await get(`${path}?row=property:21`)).status).toBe(404)
    expect((await get(`${path}?row=property:12`, { user_id: 202 })).status).toBe(404)
    expect((await get(`${path}?column=median`)).status).toBe(400)
    const { statusCode } = await server.app.inject({ method: 'HEAD', url: path, headers: await bearer() })
    expect(statusCode).toBe(404)
  })
})

describe('the address book', () => {
  const entries = async (query = '', subject: object = {}) =>
    (await get(`/api/address-book${query}`, subject)).body.map(
      (entry: Record<string, unknown>) => `${entry.first_name} ${entry.property_id}`,
    )

  test('holds everybody at every property one sees, but nobody who has left', async () => {
    // Maria, Ana and Adam see both properties, Noah the first, Carla the second, Emil none; Gina is gone.
    const all = ['Adam 11', 'Adam 12', 'Ana 11', 'Ana 12', 'Carla 12', 'Maria 11', 'Maria 12', 'Noah 11']
    expect((await entries()).sort()).toEqual(all)
    expect((await get('/api/address-book?property_id=11&role=admin')).body).toEqual([
      {
        email: 'adam@harborpine.example',
        first_name: 'Adam',
        last_name: 'Admin',
        property_id: 11,
        user_role: 'admin',
      },
    ])
  })

  test('narrows by property and role, and never reaches beyond one’s own', async () => {
    expect((await entries('?property_id=12')).sort()).toEqual(['Adam 12', 'Ana 12', 'Carla 12', 'Maria 12'])
    expect((await entries('?role=agent')).sort()).toEqual(['Carla 12'])
    expect((await entries('', { user_id: 202 })).sort()).toEqual(['Adam 11', 'Ana 11', 'Maria 11', 'Noah 11'])
    expect(await entries('?property_id=12', { user_id: 202 })).toEqual([])
    expect(await entries('?property_id=21')).toEqual([])
    expect((await get('/api/address-book?property_id=x')).status).toBe(400)
  })
})

test('nobody subscribes yet', async () => {
  expect((await get('/api/reports/subscribers')).body).toEqual([])
  expect((await server.app.inject('/api/reports/subscribers')).statusCode).toBe(401)
})

test('every address is in the document', () => {
  const { paths } = server.app.openApi()
  for (const { path, method = 'get' } of aliases)
    expect([path, paths[path]?.[method]]).toEqual([path, expect.anything()])
  for (const path of ['/api/address-book', '/api/reports/subscribers']) expect(paths[path]?.get).toBeTruthy()
})
