import { request } from 'node:http'
import { EngineTimeout, EngineUnavailable, type Facts, QueryCancelled, type QueryOptions } from '@leaselight/facts'
import { StoreUnavailable } from '@leaselight/state'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildServer } from './server'
import { bearer, type TestServer, testServer, testSettings, tokenFor } from './testing'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/** A server whose scans of facts are answered by `answer`; people and places come from the store. */
async function serverWhere(answer: (options?: QueryOptions) => Promise<never>): Promise<FastifyInstance> {
  const { facts } = server.store
  const odd: Facts = {
    embedded: facts.embedded,
    query: <T>(sql: string, params?: Record<string, unknown>, options?: QueryOptions) =>
      /\bcountIf\b/.test(sql) ? answer(options) : facts.query<T>(sql, params, options),
    stream: (sql, params, options) => facts.stream(sql, params, options),
    native: (sql, options) => facts.native(sql, options),
    insertNative: (...given) => facts.insertNative(...given),
    insert: (table, rows, options) => facts.insert(table, rows, options),
    command: (sql) => facts.command(sql),
    close: async () => {},
  }
  return buildServer(testSettings(), { facts: odd, state: server.state })
}

test.each([
  [new EngineTimeout('That takes too long.'), 504, 'too_slow', 'That takes too long.'],
  [new EngineUnavailable('The store is away.'), 503, 'facts_unavailable', 'The store is away.'],
  [new StoreUnavailable('The database is away.'), 503, 'store_unavailable', 'The database is away.'],
  [
    new Error('secret detail'),
    500,
    'unexpected',
    'Something went wrong on our side. It has been noted; please try again.',
  ],
])('%s becomes a sentence on both doors', async (error, status, code, message) => {
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
        events.push('asked')
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
    await vi.waitUntil(() => events.includes('asked'), PATIENCE)
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
  await app.close()
})
