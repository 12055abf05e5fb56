import { createHash } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEngine } from '@leaselight/engine'
import { EngineTimeout, EngineUnavailable, type Facts, QueryCancelled, type QueryOptions } from '@leaselight/facts'
import { factsWith } from '@leaselight/facts/testing'
import { reportCsv } from '@leaselight/files'
import { parseState, type Row } from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import { loadQuery } from '@leaselight/reports/server'
import { StoreUnavailable } from '@leaselight/state'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildDocument, readBytes, renderFile } from './reports/export'
import { buildServer } from './server'
import { bearer, NOW, type TestServer, testServer, testSettings, tokenFor } from './testing/server'

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

describe('the file of a list that is longer than anybody would hold', () => {
  /** As many calls as make several slices, of which each is a statement of its own. */
  const MANY = 35_000

  beforeAll(async () => {
    const { facts } = server.store
    const columns = await facts.query<{ name: string }>(
      "SELECT name FROM system.columns WHERE table = 'calls' AND database = currentDatabase()",
    )
    // The same call again and again, within one busy day.
    const replaced: Record<string, string> = {
      id: '900000 + number',
      started_at: 'started_at + INTERVAL number % 20000 SECOND',
    }
    const values = columns.map(({ name }) => replaced[name] ?? name)
    await facts.command(
      `INSERT INTO calls (${columns.map(({ name }) => name).join(', ')}) SELECT ${values.join(', ')} FROM (SELECT * FROM calls FINAL WHERE company_id = 1 AND id = 6003) AS one CROSS JOIN numbers(${MANY}) AS many`,
    )
  })

  /** The store, and how many records each read requested; `change` may alter the request of a slice. */
  function watchedFacts(change: (sql: string, slice: number) => string = (sql) => sql): {
    facts: Facts
    slices: number[]
  } {
    const { facts } = server.store
    const slices: number[] = []
    const watching: Facts = factsWith(facts, {
      query: async <T>(...[sql, params, options]: Parameters<Facts['query']>): Promise<T[]> => {
        const isSlice = sql.includes('AS record_id') && options?.priority === 'background'
        const rows = await facts.query<T>(isSlice ? change(sql, slices.length) : sql, params, options)
        if (isSlice) slices.push(rows.length)
        return rows
      },
    })
    return { facts: watching, slices }
  }

  test('the file of a list holds every record as it would from memory, and is read no faster than it is taken', async () => {
    const { facts, slices } = watchedFacts()
    const engine = createEngine({ facts, loadQuery, now: () => NOW })
    const report = reportByKey('call-log')
    if (!report) throw new Error('There is a call log.')
    const download = { report, state: parseState(report, { preset: 'last_7_days' }, 'api') }
    const viewer = { companyId: 1, userId: 201, role: 'manager', groupIds: [] }
    const document = await buildDocument({ engine, state: server.state, now: () => NOW }, viewer, download, {
      withCharts: false,
    })
    const { content, rows: total } = await renderFile(document, 'csv')
    expect(total).toBe(MANY + 8)
    const hash = createHash('sha256')
    let lines = 0
    let ahead = 0
    for await (const part of content) {
      hash.update(part)
      lines += String(part).split('\r\n').length - 1
      // Whoever takes it slowly.
      if (lines % 7 === 0) await sleep(1)
      ahead = Math.max(ahead, slices.reduce((sum, rows) => sum + rows, 0) - lines)
    }
    expect(ahead).toBeLessThan(20_000)
    const { records, ...rest } = document
    const rows: Row[] = []
    for await (const row of records?.rows() ?? []) rows.push(row)
    expect(new Set(rows.map(({ key }) => key)).size).toBe(MANY + 8)
    const whole = await buffer(reportCsv({ ...rest, result: { ...rest.result, rows } }))
    expect(hash.digest('hex')).toBe(createHash('sha256').update(whole).digest('hex'))
  })

  test('a store that is away before the first record is answered with a sentence, not with half a file', async () => {
    const { facts } = watchedFacts(() => {
      throw new EngineUnavailable('The store is away.')
    })
    const app = await buildServer(testSettings(), { facts, state: server.state })
    const url = '/api/reports/call-log/export?format=csv&preset=last_7_days'
    const answer = await app.inject({ url, headers: await bearer() })
    expect([answer.statusCode, answer.json().error.message]).toEqual([503, 'The store is away.'])
    await app.close()
  })

  test('a file that has to fit into memory is not made further than that', async () => {
    let made = 0
    function* parts() {
      for (; ; made++) yield Buffer.alloc(1_000)
    }
    const file = { filename: 'a.csv', rows: 1, content: Readable.from(parts(), { objectMode: false }) }
    expect(await readBytes(file, 50_000)).toBeNull()
    expect(made).toBeLessThan(200)
    expect(file.content.destroyed).toBe(true)
    expect(await readBytes({ ...file, content: Readable.from([Buffer.from('ab'), Buffer.from('c')]) }, 3)).toEqual(
      Buffer.from('abc'),
    )
    expect(await readBytes({ ...file, content: Buffer.from('abcd') }, 3)).toBeNull()
  })

  test('who calls a download off stops it in the store', async () => {
    // Its second slice that holds anything would take longer than anybody waits.
    const { facts, slices } = watchedFacts((sql) =>
      slices.some((rows) => rows > 0) ? `SELECT * FROM (${sql}) WHERE record_property NOT IN (${SLOW})` : sql,
    )
    const app = await buildServer(testSettings(), { facts, state: server.state })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const address = app.server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    // As a browser does: first for a ticket, then for what it opens.
    const payload = { path: '/api/reports/call-log/export?format=csv&preset=last_7_days' }
    const ticket = await app.inject({ method: 'POST', url: '/api/tickets', headers: await bearer(), payload })
    const download = request({ port, host: '127.0.0.1', path: ticket.json().url })
    download.on('error', () => {})
    download.on('response', (answer: IncomingMessage) => answer.on('error', () => {}).resume())
    download.end()
    await vi.waitUntil(async () => (await running()) === 1, PATIENCE)
    download.destroy()
    await vi.waitUntil(async () => (await running()) === 0, PATIENCE)
    const read = slices.length
    await sleep(200)
    expect(slices).toHaveLength(read)
    await app.close()
  })

  const SLOW = 'SELECT number FROM numbers(100000000000) WHERE sipHash64(number) % 1000000007 = 1'
  const running = async (): Promise<number> => {
    const [found] = await server.store.facts.query<{ n: number }>(
      "SELECT count() AS n FROM system.processes WHERE query LIKE '%sipHash64%' AND query NOT LIKE '%processes%'",
    )
    return found?.n ?? 0
  }
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
