import { ofRun } from '@leaselight/tests/ofRun'
import { CompactSign, exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditedOperations } from '../http/audit'
import { type ApiRoute, routesOf } from './routes'
import { ISSUER, NOW, SECRET, type TestServer, testServer, tokenFor } from './server'

/** The routes that need no session, each with its reason. Every other route requires one. */
const openRoutes: Readonly<Record<string, string>> = {
  'GET /api/config': 'what a browser needs to sign in',
  'GET /api/openapi.json': 'says nothing of anybody',
  'POST /api/auth/validate': 'signs in',
  'POST /api/auth/refresh': 'asks for a refresh token',
  'POST /api/auth/password/forgot': 'for those who can’t sign in',
  'GET /api/auth/sso/start': 'leads to the provider',
  'GET /api/auth/sso/callback': 'asks for the provider’s code and the browser’s cookie',
  'POST /api/auth/sso/session': 'asks for the browser’s cookie',
  'GET /api/setup': 'tells only whether the installation is new',
  'POST /api/setup/link': 'asks for the code of the setup link',
  'POST /api/setup/administrator': 'asks for the code of the setup link',
  'GET /api/downloads/:ticket': 'asks for a ticket',
  'GET /api/sheets/report.csv': 'asks for the secret of a link',
  'GET /api/guest/report': 'asks for the secret of a link',
  'GET /api/guest/report.pdf': 'asks for the secret of a link',
  'GET /api/unsubscribe/:token': 'asks for the token of the mail',
  'POST /api/unsubscribe/:token': 'asks for the token of the mail',
  'PUT /api/unsubscribe/:token': 'asks for the token of the mail',
}

let server: TestServer
let protectedRoutes: ApiRoute[]
beforeAll(async () => {
  server = await testServer({ KEY_LIMIT: '10000' }, { webDirectory: '/nowhere' })
  // The operator's routes require the operator's key and respond 404 without it.
  const isOpen = ({ method, path }: ApiRoute) => `${method} ${path}` in openRoutes || path.startsWith('/api/operator/')
  protectedRoutes = routesOf(server.app).filter((route) => !isOpen(route))
})
afterAll(() => server.close())

const seconds = NOW.getTime() / 1000
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const sub = { company_id: 1, user_id: 201, role: 'master', group_ids: [] }
const payload = { exp: seconds + 900, iat: seconds, iss: ISSUER, sub }

/** Invalid tokens of every kind. */
async function badTokens(): Promise<Record<string, string>> {
  const good = await tokenFor({ role: 'master' })
  const [head = '', body = '', signature = ''] = good.split('.')
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  const foreign = (header: object) =>
    new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
      .setProtectedHeader({ alg: 'ES256', ...header })
      .sign(privateKey)
  return {
    none: '',
    'no token at all': 'hello',
    expired: await tokenFor({ role: 'master' }, { claims: { exp: seconds - 61 } }),
    'of another issuer': await tokenFor({ role: 'master' }, { claims: { iss: 'somebody-else' } }),
    'of another secret': await tokenFor({ role: 'master' }, { secret: `${SECRET}!` }),
    'of the secret by another algorithm': await tokenFor({ role: 'master' }, { alg: 'HS512' }),
    'signed by nobody': `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`,
    'of a foreign key': await foreign({}),
    'of a foreign key that it brings along': await foreign({ jwk }),
    'of a foreign key that it points to': await foreign({ jku: 'http://localhost:1/keys', kid: 'mine' }),
    'cut short': `${head}.${body}.${signature.slice(0, -4)}`,
    'without signature': `${head}.${body}`,
    changed: `${head}.${encode({ ...payload, sub: { ...sub, company_id: 2 } })}.${signature}`,
  }
}

/** An address that matches a route's pattern. */
const sampleAddress = (path: string): string =>
  path
    .replace(':key', 'activity')
    .replace(':entity', 'prospects')
    .replace(':dimension', 'property')
    .replace(/:\w+/g, '1')

test('the list of open routes names existing routes', () => {
  const all = routesOf(server.app).map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(openRoutes).filter((route) => !all.includes(route))).toEqual([])
  expect(protectedRoutes.length).toBeGreaterThan(20)
})

test('a token that is expired, forged, foreign, unsigned or cut is rejected the same way on every route', async () => {
  const opened: string[] = []
  for (const [what, token] of Object.entries(await badTokens()))
    for (const { method, path } of protectedRoutes) {
      const headers = token === '' ? {} : { authorization: `Bearer ${token}` }
      const response = await server.app.inject({
        method,
        url: sampleAddress(path),
        headers,
        ...(method !== 'GET' && { payload: {} }),
      })
      const same =
        response.statusCode === 401 &&
        response.body === '{"error":{"message":"Your session has ended. Please sign in again.","code":"bad_session"}}'
      if (!same) opened.push(`${method} ${path}, ${what}: ${response.statusCode} ${response.body.slice(0, 100)}`)
    }
  expect(opened).toEqual([])
})

describe('a session whose account or company is gone', () => {
  beforeAll(async () => {
    // User 205 is removed altogether; user 207 stays on record as deleted.
    const removed = { id: 205, company_id: 1, deleted: true }
    await server.store.load({ users: [removed] }, { now: NOW.getTime() })
  })

  const deleted = 'This account has been deleted. Ask your administrator.'
  test.each([
    ['a deleted user', { user_id: 207 }, deleted],
    ['a removed user', { user_id: 205 }, deleted],
    [
      'a user of a company that is not there',
      { company_id: 99 },
      'There is no company for this account. Ask your administrator.',
    ],
  ])('%s is refused by every route, whatever role the token claims', async (_who, subject, message) => {
    const answered: string[] = []
    for (const role of ofRun(['master', 'admin', 'manager'])) {
      const authorization = `Bearer ${await tokenFor({ ...subject, role })}`
      for (const { method, path } of protectedRoutes) {
        // An administrator may create the company that her token names, where there never was one.
        if (path === '/api/setup/company' && role !== 'manager' && 'company_id' in subject) continue
        const request = { method, url: sampleAddress(path), headers: { authorization } }
        const response = await server.app.inject({ ...request, ...(method !== 'GET' && { payload: {} }) })
        if (response.statusCode !== 401 || response.json().error.message !== message)
          answered.push(`${role}: ${method} ${path}: ${response.statusCode} ${response.body.slice(0, 100)}`)
      }
    }
    expect(answered).toEqual([])
  })

  test('a user without a record works with the words of the token', async () => {
    const rowsOf = async (role: string) => {
      const authorization = `Bearer ${await tokenFor({ user_id: 999, role })}`
      const response = await server.app.inject({ url: '/api/reports/occupancy', headers: { authorization } })
      return [response.statusCode, response.json().rows.length]
    }
    expect(await rowsOf('admin')).toEqual([200, 2])
    expect(await rowsOf('master')).toEqual([200, 2])
    expect(await rowsOf('manager')).toEqual([200, 0])
  })
})

test('the activity log knows the operations that it treats in a way of their own', () => {
  const operations = Object.values(server.app.openApi().paths).flatMap((methods) => Object.values(methods))
  const names = new Set(operations.map(({ operationId }) => operationId))
  expect(auditedOperations.filter((name) => !names.has(name))).toEqual([])
})

describe('a personal API key', () => {
  const requestWith = async (secret: string, { method, path }: ApiRoute) => {
    const request = { method, url: sampleAddress(path), headers: { authorization: `Bearer ${secret}` } }
    const response = await server.app.inject({ ...request, ...(method !== 'GET' && { payload: {} }) })
    return { status: response.statusCode, code: response.statusCode < 400 ? undefined : response.json().error?.code }
  }
  const makeKey = async () => {
    const authorization = `Bearer ${await tokenFor({ role: 'master' })}`
    const payload = { name: 'Mine', expires_in_days: 30 }
    const made = await server.app.inject({ method: 'POST', url: '/api/keys', headers: { authorization }, payload })
    return { ...made.json(), authorization }
  }

  test('changes nothing on any route, and is handed to no other system', async () => {
    const { secret } = await makeKey()
    const reading = ['POST /api/graphql', 'POST /api/generate-pdf']
    const closed = protectedRoutes.filter(
      ({ method, path }) =>
        (method !== 'GET' && !reading.includes(`${method} ${path}`)) || ['/api/profile', '/api/feeds'].includes(path),
    )
    const opened: string[] = []
    for (const route of closed) {
      const { status } = await requestWith(secret, route)
      if (![401, 404].includes(status)) opened.push(`${route.method} ${route.path}: ${status}`)
    }
    expect(opened).toEqual([])
    expect((await requestWith(secret, { method: 'GET', path: '/api/keys' })).status).toBe(200)
  })

  test('that is revoked or made up opens no route', async () => {
    const { id, secret, authorization } = await makeKey()
    await server.app.inject({ method: 'DELETE', url: `/api/keys/${id}`, headers: { authorization } })
    const opened: string[] = []
    for (const bad of [secret, `${secret.slice(0, -1)}_`, 'llk_', secret.replace('llk', 'llg')])
      for (const route of protectedRoutes) {
        const { status, code } = await requestWith(bad, route)
        if (status !== 401 || !['bad_key', 'bad_session'].includes(code))
          opened.push(`${route.method} ${route.path}, ${bad.slice(0, 4)}: ${status}`)
      }
    expect(opened).toEqual([])
  })
})

test('the operator’s routes do not exist for other callers, with any session', async () => {
  const routes = routesOf(server.app).filter(({ path }) => path.startsWith('/api/operator/'))
  expect(routes.length).toBeGreaterThan(0)
  const authorization = `Bearer ${await tokenFor({ role: 'master' })}`
  for (const { method, path } of routes)
    for (const key of [undefined, '', 'guess']) {
      const headers = { authorization, ...(key !== undefined && { 'x-operator-key': key }) }
      const { statusCode } = await server.app.inject({ method, url: path, headers, payload: {} })
      expect([path, statusCode]).toEqual([path, 404])
    }
})

test('the same routes accept a good token, and none is closed by mistake', async () => {
  const authorization = `Bearer ${await tokenFor({ role: 'master' })}`
  for (const { method, path } of protectedRoutes) {
    const request = {
      method,
      url: sampleAddress(path),
      headers: { authorization },
      ...(method !== 'GET' && { payload: {} }),
    }
    const { statusCode } = await server.app.inject(request)
    expect([method, path, statusCode === 401 || statusCode >= 500]).toEqual([method, path, false])
  }
})

test('other sites have no access: no route answers a preflight or names an origin', async () => {
  const authorization = `Bearer ${await tokenFor({})}`
  const origin = 'https://evil.example'
  for (const { method, path } of routesOf(server.app)) {
    const url = sampleAddress(path)
    const preflight = await server.app.inject({
      method: 'OPTIONS',
      url,
      headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'authorization' },
    })
    expect([path, preflight.statusCode]).toEqual([path, 404])
    const { headers } = await server.app.inject({ url, headers: { origin, authorization } })
    expect(Object.keys({ ...preflight.headers, ...headers }).filter((name) => name.includes('allow-'))).toEqual([])
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(String(headers['content-security-policy'])).toContain("script-src 'self'")
  }
})
