import { createServer } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { factsWith } from '@leaselight/facts/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildServer } from '../server'
import { bearer, freePort, type TestServer, testServer, testSettings, tokenFor } from '../testing/server'

let server: TestServer
const received: string[] = []
const inbox = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks)
    received.push((request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString())
    response.setHeader('content-type', 'application/json').end('{}')
  })
})
let dsn: string
beforeAll(async () => {
  const port = await freePort()
  await new Promise<void>((resolve) => inbox.listen(port, '127.0.0.1', resolve))
  dsn = `http://public@127.0.0.1:${port}/7`
  server = await testServer()
})
afterAll(async () => {
  await server.close()
  inbox.closeAllConnections()
  inbox.close()
})

test('what nobody foresaw is reported and logged under the browser’s request id, without tokens and personal data', async () => {
  const token = await tokenFor({})
  const secrets = `for maria.moss@pine.example, +1 555 010 1002, with Bearer ${token}`
  const { facts } = server.store
  const odd = factsWith(facts, {
    query: <T>(sql: string, params?: Record<string, unknown>) =>
      /\bcountIf\b/.test(sql)
        ? Promise.reject(new Error(`The unforeseen ${secrets}`, { cause: new Error(`Deeper ${secrets}`) }))
        : facts.query<T>(sql, params),
  })
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const settings = testSettings({ SENTRY_DSN: dsn, LOG_LEVEL: 'info' })
  const app = await buildServer(settings, { facts: odd, state: server.state, logTo })
  const headers = { ...(await bearer()), 'x-request-id': 'from-the-browser-1', 'x-demo': 'true' }
  const rest = await app.inject({ url: '/api/reports/calls?sources=Maria', headers })
  expect([rest.statusCode, rest.headers['x-request-id']]).toEqual([500, 'from-the-browser-1'])
  const query = '{ activityReport { report } }'
  await app.inject({ method: 'POST', url: '/api/graphql', headers, payload: { query } })
  // Expected errors are not reported.
  await app.inject({ url: '/api/reports/activity?preset=never', headers })
  await app.inject('/api/reports/activity')
  await app.close()
  await vi.waitUntil(() => received.filter((text) => text.includes('The unforeseen')).length === 2)

  const events = received.filter((text) => text.includes('"exception"'))
  expect(events).toHaveLength(2)
  expect(events.join('')).toContain('from-the-browser-1')
  expect(events.join('')).toContain('Deeper for [email], [phone], with Bearer [removed]')
  const log = lines.join('')
  const failed = lines.filter((line) => /request failed/.test(line))
  expect(failed).toHaveLength(2)
  for (const line of failed)
    expect(JSON.parse(line)).toMatchObject({ reqId: 'from-the-browser-1', err: { type: 'Error' } })
  for (const secret of [token, 'maria', 'Maria', '010 1002']) {
    expect(received.join(''), secret).not.toContain(secret)
    expect(log, secret).not.toContain(secret)
  }
})

test('without an address nothing is reported, and the page may connect to nowhere else', async () => {
  const policy = async (env: Record<string, string>) => {
    const app = await buildServer(testSettings(env), { facts: server.store.facts, state: server.state })
    const { headers } = await app.inject('/api/config')
    await app.close()
    return String(headers['content-security-policy'])
  }
  expect(await policy({})).toContain("connect-src 'self';")
  expect(await policy({ SENTRY_DSN: 'https://public@errors.example/7' })).toContain(
    "connect-src 'self' https://errors.example;",
  )
})
