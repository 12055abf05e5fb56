import { sql } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProvider, type TestProvider } from '../../../../../e2e/support/oidcProvider'
// The stand-in is a sibling and no library of ours: only this test puts the two together.
import { startCrm } from '../../../../crm/src/server'
import { parseSettings as parseCrmSettings } from '../../../../crm/src/settings'
import { buildServer } from '../../server'
import { answerErrors } from '../../testing/responseSchemas'
import { freePort, NOW, type TestServer, testServer, testSettings } from '../../testing/server'

let server: TestServer
let provider: TestProvider
let crm: { url: string; close: () => Promise<void> }
let home: string
beforeAll(async () => {
  const [providerPort, crmPort, ownPort] = [await freePort(), await freePort(), await freePort()]
  home = `http://localhost:${ownPort}`
  provider = await startProvider(providerPort, `${home}/api/auth/sso/callback`, {
    maria: { email: 'Maria@harborpine.example' },
    stranger: { email: 'stranger@elsewhere.example' },
    unverified: { email: 'maria@harborpine.example', email_verified: false },
    gone: { email: 'gone@harborpine.example' },
  })
  const oidc = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: provider.clientId }
  const person = (username: string, user_id: number) => ({
    username,
    user_id,
    company_id: 1,
    role: 'manager',
    password: 'a good password',
    email: `${username}@harborpine.example`,
  })
  crm = await startCrm(parseCrmSettings({ CRM_PORT: String(crmPort), NOW: NOW.toISOString(), ...oidc }), {
    users: [person('maria', 201), person('gone', 207)],
  })
  server = await testServer({
    ...oidc,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_NAME: 'Harbor ID',
    PORT: String(ownPort),
    CRM_PORT: String(crmPort),
    CRM_JWT_SECRET: '',
    SIGN_IN_LIMIT: '1000',
  })
})
afterAll(async () => {
  await server.close()
  await crm.close()
  await provider.close()
})

/** A browser as far as cookies and redirects go; our cookies and the provider's are stored separately, as in any browser. */
function browser() {
  const jar = new Map<string, Map<string, string>>()
  const at = (site: string) => jar.get(site) ?? jar.set(site, new Map()).get(site) ?? new Map()
  const cookies = (site: string) => [...at(site)].map(([name, value]) => `${name}=${value}`).join('; ')
  const keep = (site: string, lines: string[]) => {
    for (const line of lines) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) at(site).delete(name)
      else at(site).set(name, value)
    }
  }
  const ours = async (url: string, method: 'GET' | 'POST' = 'GET'): Promise<LightMyRequestResponse> => {
    const response = await server.app.inject({ url, method, headers: { cookie: cookies('ours') } })
    keep('ours', [response.headers['set-cookie'] ?? []].flat().map(String))
    return response
  }
  const visit = async (url: string): Promise<string> => {
    const response = await fetch(url, { redirect: 'manual', headers: { cookie: cookies('provider') } })
    keep('provider', response.headers.getSetCookie())
    return new URL(response.headers.get('location') ?? url, url).href
  }
  return {
    ours,
    cookie: (name: string) => at('ours').get(name),
    /** Sets out; answers with where the provider leads back to. */
    async signIn(who: string, next = '/calls?preset=today'): Promise<string> {
      let address = String((await ours(`/api/auth/sso/start?next=${encodeURIComponent(next)}`)).headers.location)
      for (let step = 0; step < 8 && !address.startsWith(home); step++) {
        const url = new URL(address)
        if (url.pathname.startsWith('/who/')) url.searchParams.set('who', who)
        address = await visit(url.href)
      }
      return address.slice(home.length)
    },
  }
}

const outcome = (response: LightMyRequestResponse) => String(response.headers.location)

test('signing in at the provider gives a CRM session and returns to the requested page', async () => {
  const one = browser()
  const config = await one.ours('/api/config')
  expect(config.json().single_sign_on).toBe('Harbor ID')
  const start = await one.ours('/api/auth/sso/start?next=/calls')
  const parameters = new URL(String(start.headers.location)).searchParams
  expect(start.statusCode).toBe(303)
  expect(parameters.get('scope')).toBe('openid profile email')
  expect([parameters.get('response_type'), parameters.get('code_challenge_method')]).toEqual(['code', 'S256'])
  const cookie = String(start.headers['set-cookie'])
  expect(cookie).toMatch(/HttpOnly/)
  expect(cookie).toMatch(/SameSite=Lax/)
  // The verifier is the browser's alone: the address contains neither it nor anything that reveals it.
  expect(String(start.headers.location)).not.toContain(one.cookie('leaselight_sso'))

  const back = await one.ours(await one.signIn('maria'))
  expect(outcome(back)).toBe('/login?sso=done&next=%2Fcalls%3Fpreset%3Dtoday')
  expect(String(back.headers['set-cookie'])).toMatch(/SameSite=Strict/)
  // A session that somebody else wrote into the cookie is none, whatever tokens it has.
  const [, forged = ''] = /leaselight_sso_session=([^;.]+)/.exec(String(back.headers['set-cookie'])) ?? []
  for (const mark of ['', '.', `.${'A'.repeat(43)}`]) {
    const headers = { cookie: `leaselight_sso_session=${forged}${mark}` }
    const refused = await server.app.inject({ url: '/api/auth/sso/session', method: 'POST', headers })
    expect(refused.statusCode).toBe(400)
  }
  const session = await one.ours('/api/auth/sso/session', 'POST')
  expect(session.headers['cache-control']).toBe('no-store')
  expect(await answerErrors(server.app, 'singleSignOnSession', session.json())).toBeNull()
  const { token, refresh_token } = session.json()
  const ask = async (bearer: string) =>
    (await server.app.inject({ url: '/api/reports/occupancy', headers: { authorization: `Bearer ${bearer}` } }))
      .statusCode
  expect(await ask(token)).toBe(200)
  const renewed = await server.app.inject({ method: 'POST', url: '/api/auth/refresh', payload: { refresh_token } })
  expect(await ask(renewed.json().access_token)).toBe(200)
  // Fetched once: the cookie is gone.
  expect((await one.ours('/api/auth/sso/session', 'POST')).statusCode).toBe(400)
})

test.each(['stranger', 'unverified', 'gone', 'nobody'])(
  '%s is refused, and nothing waits to be fetched',
  async (who) => {
    const one = browser()
    expect(outcome(await one.ours(await one.signIn(who)))).toBe('/login?sso=refused&next=%2Fcalls%3Fpreset%3Dtoday')
    expect((await one.ours('/api/auth/sso/session', 'POST')).statusCode).toBe(400)
  },
)

describe('the way back', () => {
  test('is open once, to the browser that set out', async () => {
    const [one, thief] = [browser(), browser()]
    const address = await one.signIn('maria')
    expect(outcome(await thief.ours(address))).toBe('/login?sso=expired')
    // Not even with a way of its own: the states differ.
    await thief.ours('/api/auth/sso/start')
    expect(outcome(await thief.ours(address))).toBe('/login?sso=expired')
    const saved = one.cookie('leaselight_sso')
    expect(outcome(await one.ours(address))).toMatch(/sso=done/)
    const again = await server.app.inject({ url: address, headers: { cookie: `leaselight_sso=${saved}` } })
    expect(outcome(again)).toBe('/login?sso=expired')
  })

  test.each([
    ['another state', (address: string) => address.replace(/state=[^&]+/, 'state=guessed'), 'expired'],
    ['another code', (address: string) => address.replace(/code=[^&]+/, 'code=guessed'), 'refused'],
    ['another issuer', (address: string) => address.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example'), 'refused'],
    ['no code', (address: string) => address.replace(/code=[^&]+&?/, ''), 'refused'],
  ])('with %s leads nowhere', async (_name, change, expected) => {
    const one = browser()
    const address = await one.signIn('maria')
    expect(change(address)).not.toBe(address)
    expect(outcome(await one.ours(change(address)))).toContain(`sso=${expected}`)
    expect((await one.ours('/api/auth/sso/session', 'POST')).statusCode).toBe(400)
  })

  test('with a nonce that is not ours leads nowhere', async () => {
    const one = browser()
    const address = await one.signIn('maria')
    await server.state.db.execute(sql`update sign_on_attempts set nonce = 'another'`)
    expect(outcome(await one.ours(address))).toContain('sso=refused')
  })

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example', 'javascript:alert(1)'])(
    'never leads to %j',
    async (next) => {
      const one = browser()
      const { searchParams } = new URL(outcome(await one.ours(await one.signIn('maria', next))), home)
      expect([searchParams.get('sso'), searchParams.get('next')]).toEqual(['done', null])
    },
  )
})

test('an ID token of anybody else opens nothing at the CRM', async () => {
  const forged = await new SignJWT({ email: 'maria@harborpine.example', email_verified: true, nonce: 'x' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(provider.issuer)
    .setAudience(provider.clientId)
    .setSubject('maria')
    .setIssuedAt()
    .setExpirationTime('10 minutes')
    .sign(new TextEncoder().encode(provider.clientSecret))
  for (const id_token of [forged, 'hello', '', 'e30.e30.', 7]) {
    const answer = await fetch(`${crm.url}/auth/single-sign-on`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id_token }),
    })
    expect([id_token, answer.status, await answer.json()]).toEqual([id_token, 400, { message: 'Bad Request' }])
  }
})

test('an unavailable provider redirects back with a reason; without a provider the routes do not exist', async () => {
  const stores = { facts: server.store.facts, state: server.state }
  const nowhere = { OIDC_ISSUER: `http://localhost:${await freePort()}`, OIDC_CLIENT_ID: 'x' }
  const away = await buildServer(testSettings(nowhere), stores)
  expect(outcome(await away.inject('/api/auth/sso/start?next=/calls'))).toBe('/login?sso=away&next=%2Fcalls')
  await away.close()
  const off = await buildServer(testSettings(), stores)
  expect((await off.inject('/api/auth/sso/start')).statusCode).toBe(404)
  expect((await off.inject('/api/auth/sso/callback?code=a&state=b')).statusCode).toBe(404)
  expect((await off.inject('/api/config')).json().single_sign_on).toBeNull()
  await off.close()
})
