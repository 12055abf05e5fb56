import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildServer } from '../server'
import { bearer, freePort, type TestServer, testServer, testSettings } from '../testing/server'

let server: TestServer
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'leaselight-web-'))
  await mkdir(join(directory, 'assets'))
  await writeFile(join(directory, 'index.html'), '<meta property="csp-nonce" nonce="" /><title>Leaselight</title>')
  await writeFile(join(directory, 'icon.svg'), '<svg/>')
  await writeFile(join(directory, 'assets/app-1a2b.js'), '0')
  server = await testServer({ CRM_JWT_SECRET: '', CRM_PORT: String(await freePort()) }, { webDirectory: directory })
})
afterAll(async () => {
  await server.close()
  await rm(directory, { recursive: true })
})

test.each(['/', '/index.html', '/activity?preset=today', '/appointments', '/login'])(
  '%s is the newest page',
  async (url) => {
    const response = await server.app.inject(url)
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(response.body).toContain('Leaselight')
    const policy = String(response.headers['content-security-policy'])
    expect(policy).toMatch(/default-src 'none';script-src 'self';/)
    const [, nonce = ''] = /style-src 'self' 'nonce-([\w+/=]{24})';/.exec(policy) ?? []
    expect(policy).not.toContain('unsafe')
    expect(response.body).toContain(`nonce="${nonce}"`)
    expect((await server.app.inject(url)).body).not.toContain(nonce)
  },
)

test('the page of guest links is for no search engine, and no other page is kept from them', async () => {
  const { headers } = await server.app.inject('/guest')
  expect([headers['x-robots-tag'], headers['cache-control']]).toEqual(['noindex, nofollow, noarchive', 'no-store'])
  expect((await server.app.inject('/guests')).headers['x-robots-tag']).toBeUndefined()
})

test('assets stay with the browser for good, and are never a page', async () => {
  const asset = await server.app.inject('/assets/app-1a2b.js')
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(asset.headers.vary).toBe('accept-encoding')
  expect((await server.app.inject('/assets/gone.js')).statusCode).toBe(404)
  expect((await server.app.inject('/icon.svg')).headers['cache-control']).toBe('public, max-age=3600')
  expect((await server.app.inject({ method: 'HEAD', url: '/activity' })).statusCode).toBe(200)
  expect((await server.app.inject({ method: 'POST', url: '/activity' })).statusCode).toBe(404)
})

test('an asset carries what protects an asset, and leaves what protects a page to pages', async () => {
  const asset = await server.app.inject('/assets/app-1a2b.js')
  expect(asset.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  })
  const ofPages = [
    'content-security-policy',
    'cross-origin-opener-policy',
    'origin-agent-cluster',
    'permissions-policy',
    'x-frame-options',
  ]
  expect(ofPages.filter((name) => name in asset.headers)).toEqual([])
  // A drawing can be opened as a page, and what isn't there is answered like a page.
  for (const url of ['/icon.svg', '/assets/gone.js', '/activity', '/api/config']) {
    const { headers } = await server.app.inject(url)
    expect([url, ofPages.filter((name) => !(name in headers))]).toEqual([url, []])
  }
})

test('it says that it lives, whether it is ready, and what it measures', async () => {
  expect((await server.app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  // Nobody publishes keys here: then nobody new can sign in, which is no reason to take the instance away.
  expect((await server.app.inject('/readyz')).json()).toEqual({ status: 'ready', missing: [], impaired: ['crm'] })
  const end = { table: 'home_spans', companyId: 1, seconds: 1, outcome: 'failed' } as const
  server.store.facts.activity?.derivation(end)
  const { body } = await server.app.inject('/metrics')
  expect(body).toContain('leaselight_derivation_duration_seconds_count{table="home_spans",outcome="failed"} 1')
  expect(body).toContain('http_request_duration_seconds_bucket')
  expect(body).toContain('route="/healthz"')
})

test('metrics and the names of parts are for the holder of the token, and for nobody in production without one', async () => {
  const stores = { facts: server.store.facts, state: server.state }
  const ask = async (env: Record<string, string>, authorization?: string) => {
    const app = await buildServer(testSettings(env), stores)
    const headers = authorization === undefined ? {} : { authorization }
    const [metrics, ready] = [
      await app.inject({ url: '/metrics', headers }),
      await app.inject({ url: '/readyz', headers }),
    ]
    await app.close()
    return [metrics.statusCode, ready.statusCode, Object.keys(ready.json()).join()]
  }
  const METRICS_TOKEN = 'a token of the tests'
  expect(await ask({ METRICS_TOKEN })).toEqual([404, 200, 'status'])
  expect(await ask({ METRICS_TOKEN }, 'Bearer something else')).toEqual([404, 200, 'status'])
  expect(await ask({ METRICS_TOKEN }, `Bearer ${METRICS_TOKEN}`)).toEqual([200, 200, 'status,missing,impaired'])
  const production = { NODE_ENV: 'production', CRM_URL: 'https://crm.example' }
  expect(await ask(production)).toEqual([404, 200, 'status'])
})

test('the browser learns where the CRM is', async () => {
  expect((await server.app.inject('/api/config')).json()).toMatchObject({
    crm_web_url: expect.stringMatching(/^http:\/\/localhost:\d+$/),
    logout_url: expect.stringMatching(/\/logout$/),
    now: '2026-03-15T16:00:00.000Z',
  })
})

test('while nobody can say whether a session is good, it is not called bad', async () => {
  const response = await server.app.inject({ url: '/api/reports/activity', headers: await bearer() })
  // The token is one of a shared secret: with published keys expected it is rejected before any key is fetched.
  expect(response.statusCode).toBe(401)
  const head = Buffer.from(JSON.stringify({ alg: 'ES256', kid: 'x' })).toString('base64url')
  const token = `${head}.${Buffer.from('{}').toString('base64url')}.${Buffer.alloc(64).toString('base64url')}`
  const unknown = await server.app.inject({
    url: '/api/reports/activity',
    headers: { authorization: `Bearer ${token}` },
  })
  expect([unknown.statusCode, unknown.json().error.code]).toEqual([503, 'crm_unavailable'])
})

test('a request keeps the id it came with', async () => {
  const id = async (given: string) =>
    (await server.app.inject({ url: '/healthz', headers: { 'x-request-id': given } })).headers['x-request-id']
  expect(await id('abc-123')).toBe('abc-123')
  expect(await id('not\tan id')).toMatch(/^[\da-f-]{36}$/)
})

test('a store that is away is named', async () => {
  await server.store.close()
  // What was found before holds for a moment.
  const readiness = async () => {
    const response = await server.app.inject('/readyz')
    return [response.statusCode, response.json()]
  }
  const away = { status: 'not ready', missing: ['facts'], impaired: ['crm'] }
  await expect.poll(readiness, { timeout: 5_000 }).toEqual([503, away])
})
