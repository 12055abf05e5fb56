import { request } from 'node:http'
import { EngineTimeout, EngineUnavailable, QueryCancelled, type QueryOptions } from '@leaselight/facts'
import { factsWith } from '@leaselight/facts/testing'
import { StoreUnavailable } from '@leaselight/state'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildServer } from './server'
import { bearer, type TestServer, testServer, testSettings, tokenFor } from './testing/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/** A server whose scans of facts are answered by `answer`; people and places come from the store. */
async function serverWhere(answer: (options?: QueryOptions) => Promise<never>): Promise<FastifyInstance> {
  const { facts } = server.store
  const odd = factsWith(facts, {
    query: <T>(sql: string, params?: Record<string, unknown>, options?: QueryOptions) =>
      /\bcountIf\b/.test(sql) ? answer(options) : facts.query<T>(sql, params, options),
  })
  return buildServer(testSettings(), { facts: odd, state: server.state })
}

test.each([
  [new EngineTimeout('That takes too long.'), 504, 'too_slow', 'That takes too long.'],
  [new EngineUnavailable('The store is away.'), 503, 'facts_unavailable', 'The store is away.'],
  [new StoreUnavailable('The database is away.'), 503, 'store_unavailable', 'The database is away.'],
  [new Error('secret detail'), 500, 'unexpected', 'Something went wrong on our side. Try again.'],
])('%s becomes a message on both routes', async (error, status, code, message) => {
  const app = await serverWhere(() => Promise.reject(error))
  const headers = await bearer()
  const rest = await app.inject({ url: '/api/reports/activity', headers })
  expect([rest.statusCode, rest.json()]).toEqual([status, { error: { message, code } }])
  const query = '{ activityReport { report } }'
  const graphql = await app.inject({ method: 'POST', url: '/api/graphql', headers, payload: { query } })
  expect(graphql.json().errors[0]).toMatchObject({ message, extensions: { code, status } })
  await app.close()
})

// Others may need the machine too.
const PATIENCE = { timeout: 20_000 }

test('nothing is computed for somebody who has gone', async () => {
  const events: string[] = []
  const app = await serverWhere(
    (options) =>
      new Promise((_resolve, reject) => {
        events.push('requested')
        options?.signal?.addEventListener('abort', () => {
          events.push('stopped')
          reject(new QueryCancelled('The question was cancelled.'))
        })
      }),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  for (const path of ['/api/reports/activity', '/api/reports/activity/export?format=csv']) {
    events.length = 0
    const leaving = request({ port, host: '127.0.0.1', path, headers: await bearer() })
    leaving.on('error', () => {})
    leaving.end()
    await vi.waitUntil(() => events.includes('requested'), PATIENCE)
    leaving.destroy()
    await vi.waitUntil(() => events.includes('stopped'), PATIENCE)
  }
  await app.close()
})

test('what is said in confidence is not written into the log', async () => {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const app = await buildServer(testSettings({ LOG_LEVEL: 'trace' }), {
    facts: server.store.facts,
    state: server.state,
    logTo,
  })
  const token = await tokenFor({})
  const headers = { authorization: `Bearer ${token}` }
  const ticket = await app.inject({
    method: 'POST',
    url: '/api/tickets',
    headers,
    payload: { path: '/api/reports/activity/export?format=csv' },
  })
  const { url } = ticket.json()
  await app.inject(url)
  await app.inject({ url: '/api/get-prospect-batch-tokens-by-id?batch_id=x&access_token=batch-secret' })
  await app.inject({ url: '/?accessToken=hand-over-secret' })
  await app.inject({
    method: 'POST',
    url: '/api/auth/validate',
    payload: { username: 'maria@pine.example', password: 'open sesame' },
  })
  await app.close()
  const log = lines.join('')
  expect(log).toContain('/api/downloads/:ticket')
  for (const secret of [token, url.split('/').at(-1), 'batch-secret', 'hand-over-secret', 'maria', 'open sesame'])
    expect(log).not.toContain(secret)
})

test('a body that is too large, of the wrong kind or no JSON is refused with a sentence', async () => {
  const headers = await bearer()
  const post = async (payload: string, type: string) => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/tickets',
      payload,
      headers: { ...headers, 'content-type': type },
    })
    return [response.statusCode, response.json().error.message]
  }
  expect(await post(`"${'a'.repeat(1_100_000)}"`, 'application/json')).toEqual([
    413,
    'That is more than this server takes at once.',
  ])
  expect(await post('a=b', 'application/x-www-form-urlencoded')).toEqual([415, 'Send the body as application/json.'])
  expect(await post('{"path":', 'application/json')).toEqual([400, 'The request can’t be read.'])
  expect(await post('', 'application/json')).toEqual([400, 'The request can’t be read.'])
})

test('exports over and over are slowed down, for the one who asks alone', async () => {
  const app = await buildServer(testSettings({ EXPORT_LIMIT: '2' }), { facts: server.store.facts, state: server.state })
  const url = '/api/reports/occupancy/export?format=csv'
  const status = async (user_id: number) => (await app.inject({ url, headers: await bearer({ user_id }) })).statusCode
  expect([await status(201), await status(201), await status(201), await status(203)]).toEqual([200, 200, 429, 200])
  // GraphQL makes the same files, and counts with them.
  const query = 'mutation { exportOccupancyReport(input: {format: CSV}) { filename } }'
  const graphql = await app.inject({
    method: 'POST',
    url: '/api/graphql',
    headers: await bearer({}),
    payload: { query },
  })
  expect(graphql.json().errors).toMatchObject([{ extensions: { code: 'too_many_requests', status: 429 } }])
  await app.close()
})

test('questions beyond what the server bears are refused at once, and told when to come back', async () => {
  const env = { QUESTIONS_AT_ONCE: '1', QUESTIONS_WAITING: '1', QUESTIONS_PER_USER: '2', CELLS_KEPT: '0' }
  const app = await buildServer(testSettings(env), { facts: server.store.facts, state: server.state })
  const asks = (user_id: number, times: number) =>
    Array.from({ length: times }, async () => {
      const { statusCode, headers, body } = await app.inject({
        url: '/api/reports/activity?preset=last_7_days',
        headers: await bearer({ user_id }),
      })
      return [statusCode, headers['retry-after'], statusCode === 200 ? '' : JSON.parse(body).error.code].join(' ')
    })
  // Each user may have two at once; of all, one is worked on and one waits.
  expect((await Promise.all(asks(201, 3))).sort()).toEqual(['200  ', '200  ', '429 1 too_many_requests'])
  const crowd = (await Promise.all([201, 202, 203].flatMap((id) => asks(id, 1)))).sort()
  expect(crowd).toEqual(['200  ', '200  ', '503 5 busy'])
  expect(await Promise.all(asks(201, 1))).toEqual(['200  '])
  await app.close()
})

test('what the API answers is stored nowhere, unless its route says otherwise', async () => {
  const headers = await bearer()
  for (const url of [
    '/api/profile',
    '/api/flags',
    '/api/reports/activity',
    '/api/graphql?query={__typename}',
    '/api/none',
  ])
    expect([url, (await server.app.inject({ url, headers })).headers['cache-control']]).toEqual([url, 'no-store'])
  expect((await server.app.inject({ url: '/api/profile' })).headers['permissions-policy']).toContain('camera=()')
})

test.each(['1', '10.0.0.0/8, 192.0.2.7'])(
  'limits by address count what TRUST_PROXY=%s lets a client say',
  async (trust) => {
    const app = await buildServer(
      testSettings({ TRUST_PROXY: trust, SIGN_IN_LIMIT: '1', CRM_URL: 'http://localhost:1' }),
      {
        facts: server.store.facts,
        state: server.state,
      },
    )
    const attempt = async (forwarded: string) => {
      const payload = { username: 'maria', password: 'x', type: 'manager' }
      const headers = { 'x-forwarded-for': forwarded }
      const url = '/api/auth/validate'
      return (await app.inject({ method: 'POST', url, payload, headers, remoteAddress: '10.0.0.1' })).statusCode
    }
    // The client's own words come first in the list; the nearest proxy adds the address that it saw.
    expect(await attempt('1.1.1.1, 203.0.113.9')).toBe(503)
    expect(await attempt('2.2.2.2, 203.0.113.9')).toBe(429)
    expect(await attempt('2.2.2.2, 203.0.113.10')).toBe(503)
    await app.close()
  },
)
