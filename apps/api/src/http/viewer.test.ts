import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildServer } from '../server'
import { bearer, ISSUER, NOW, SECRET, type TestServer, testServer, testSettings, tokenFor } from '../testing/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const ask = async (authorization: string | undefined, url = '/api/reports/occupancy') => {
  const response = await server.app.inject({ url, headers: authorization === undefined ? {} : { authorization } })
  return { status: response.statusCode, error: response.json().error, headers: response.headers }
}

const seconds = NOW.getTime() / 1000
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const payload = {
  exp: seconds + 900,
  iat: seconds,
  iss: ISSUER,
  sub: { company_id: 1, user_id: 201, role: 'manager', group_ids: [] },
}

const good = await tokenFor({})
const [head = '', body = '', signature = ''] = good.split('.')
const bad: Record<string, string> = {
  'an empty one': '',
  'no token at all': 'hello',
  'one of another secret': await tokenFor({}, { secret: `${SECRET}!` }),
  'one of another issuer': await tokenFor({}, { claims: { iss: 'somebody-else' } }),
  'one without issuer': await tokenFor({}, { claims: { iss: undefined } }),
  'an expired one': await tokenFor({}, { claims: { exp: seconds - 61 } }),
  'one that expires in years': await tokenFor({}, { claims: { exp: seconds + 1001 * 3600 } }),
  'one issued in the future': await tokenFor({}, { claims: { iat: seconds + 120 } }),
  'one that never expires': await tokenFor({}, { claims: { exp: undefined } }),
  'one not valid yet': await tokenFor({}, { claims: { nbf: seconds + 120 } }),
  'one of another algorithm': await tokenFor({}, { alg: 'HS512' }),
  'one that is not signed': `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`,
  'one with a changed body': `${head}.${encode({ ...payload, sub: { ...payload.sub, role: 'master' } })}.${signature}`,
  'one cut short': `${head}.${body}.${signature.slice(0, -4)}`,
  'one without signature': `${head}.${body}.`,
  'one that speaks for nobody': await tokenFor({}, { claims: { sub: 'user-201' } }),
  'one with an id that is no number': await tokenFor({}, { claims: { sub: { ...payload.sub, company_id: '1' } } }),
  'one with an id beyond 2^53': await tokenFor({}, { claims: { sub: { ...payload.sub, company_id: 2 ** 60 } } }),
}

test.each(Object.entries(bad))('%s is refused', async (_name, token) => {
  const { status, error, headers } = await ask(`Bearer ${token}`)
  expect(status).toBe(401)
  expect(error).toEqual({ message: 'Your session has ended. Please sign in again.', code: 'bad_session' })
  expect(headers['www-authenticate']).toBe('Bearer')
})

test.each([undefined, 'Basic bWFyaWE6bGVhc2VsaWdodA==', `Token ${good}`])('so is %s', async (authorization) => {
  expect((await ask(authorization)).status).toBe(401)
})

test('a good token is taken, also a minute after its end by a clock that is behind', async () => {
  expect((await ask(`Bearer ${good}`)).status).toBe(200)
  expect((await ask(`Bearer ${await tokenFor({}, { claims: { exp: seconds - 59 } })}`)).status).toBe(200)
})

test('where the CRM names whom a token is for, one for somebody else is refused', async () => {
  const app = await buildServer(testSettings({ CRM_AUDIENCE: 'analytics' }), {
    facts: server.store.facts,
    state: server.state,
  })
  const status = async (aud?: string | string[]) => {
    const authorization = `Bearer ${await tokenFor({}, { claims: aud === undefined ? {} : { aud } })}`
    return (await app.inject({ url: '/api/reports/occupancy', headers: { authorization } })).statusCode
  }
  expect([await status('analytics'), await status(['crm', 'analytics'])]).toEqual([200, 200])
  expect([await status('crm'), await status([]), await status()]).toEqual([401, 401, 401])
  await app.close()
})

test('a deleted user and one of a company that is not there are refused, a user without a record sees nothing', async () => {
  const status = async (subject: object) =>
    (await server.app.inject({ url: '/api/reports/occupancy', headers: await bearer(subject) })).statusCode
  expect(await status({ user_id: 207 })).toBe(401)
  expect(await status({ company_id: 99 })).toBe(401)
  const stranger = await server.app.inject({ url: '/api/reports/occupancy', headers: await bearer({ user_id: 999 }) })
  expect([stranger.statusCode, stranger.json().rows]).toEqual([200, []])
})

test('a token that the library itself makes with a text as subject speaks for nobody', async () => {
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('201')
    .setIssuer(ISSUER)
    .setExpirationTime(seconds + 60)
    .sign(new TextEncoder().encode(SECRET))
  expect((await ask(`Bearer ${token}`)).status).toBe(401)
})

test.each(['true', 'True', '1', 'yes', ''])(
  'real names are hidden when X-Demo is “%s”, and shown when it is absent or false',
  async (value) => {
    const nameWith = async (headers: object) =>
      (await server.app.inject({ url: '/api/address-book', headers: { ...(await bearer()), ...headers } })).json()
    const real = await nameWith({})
    expect(await nameWith({ 'x-demo': 'false' })).toEqual(real)
    expect(await nameWith({ 'x-demo': value })).not.toEqual(real)
  },
)

test('a HEAD request has no route but those that only say that we live', async () => {
  const head = async (url: string) =>
    (await server.app.inject({ method: 'HEAD', url, headers: await bearer() })).statusCode
  expect([await head('/api/reports/activity'), await head('/api/downloads/x'), await head('/healthz')]).toEqual([
    404, 404, 200,
  ])
})
