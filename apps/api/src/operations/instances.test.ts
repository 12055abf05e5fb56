import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProvider, type TestProvider } from '../../../../e2e/support/oidcProvider'
// The sample CRM is a separate app, not a library: only tests combine the two.
import { startCrm } from '../../../crm/src/server'
import { parseSettings as parseCrmSettings } from '../../../crm/src/settings'
import { freePort, NOW } from '../testing/server'
import {
  type Instance,
  prospectRecord,
  type RequestOptions,
  type TestServers,
  testServers,
} from '../testing/storeServers'

// Two instances of the API, each with its own connections, over one PostgreSQL and one server of facts.

const PASSWORD = 'a good password'
const person = (username: string, user_id: number, role: string) => ({
  ...{ username, user_id, role, company_id: 1, password: PASSWORD, email: `${username}@harborpine.example` },
})

let servers: TestServers
let one: Instance
let two: Instance
let home: string
let crm: { url: string; close: () => Promise<void> }
let provider: TestProvider
/** Signed in at the first instance. */
let maria: { token: string; refresh_token: string }
let admin: { token: string }

beforeAll(async () => {
  const [port, crmPort, providerPort] = [await freePort(), await freePort(), await freePort()]
  // Both instances have one address, as behind a load balancer.
  home = `http://localhost:${port}`
  const known = { maria: { email: 'maria@harborpine.example' } }
  provider = await startProvider(providerPort, `${home}/api/auth/sso/callback`, known)
  const oidc = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: provider.clientId }
  crm = await startCrm(parseCrmSettings({ CRM_PORT: String(crmPort), NOW: NOW.toISOString(), ...oidc }), {
    users: [person('maria', 201, 'manager'), person('admin', 205, 'admin')],
  })
  servers = await testServers()
  const env = { CRM_URL: crm.url, CRM_JWT_SECRET: '', PUBLIC_URL: home, ...oidc }
  const secret = { OIDC_CLIENT_SECRET: provider.clientSecret }
  one = await servers.instance({ ...env, ...secret })
  two = await servers.instance({ ...env, ...secret })
  const signIn = (username: string) => one.request('/api/auth/validate', { body: { username, password: PASSWORD } })
  maria = (await signIn('maria')).body
  admin = (await signIn('admin')).body
})
afterAll(async () => {
  await servers?.close()
  await crm?.close()
  await provider?.close()
})

const as =
  (who: () => { token: string }) =>
  (instance: Instance, path: string, { headers = {}, ...options }: RequestOptions = {}) =>
    instance.request(path, { ...options, headers: { authorization: `Bearer ${who().token}`, ...headers } })
const asMaria = as(() => maria)
const asAdmin = as(() => admin)

test('who signs in at one is known to the other, also when both refresh the same session at once', async () => {
  const [first, second] = [await asMaria(one, '/api/reports/calls'), await asMaria(two, '/api/reports/calls')]
  expect(first.status).toBe(200)
  expect(second.body).toEqual(first.body)
  const body = { refresh_token: maria.refresh_token }
  const next = await Promise.all([one, two].map((instance) => instance.request('/api/auth/refresh', { body })))
  expect(next.map(({ status }) => status)).toEqual([200, 200])
  // Each token pair works at the other instance.
  for (const [instance, { body: pair }] of [
    [two, next[0]],
    [one, next[1]],
  ] as [Instance, { body: { access_token: string; refresh_token: string } }][]) {
    const headers = { authorization: `Bearer ${pair.access_token}` }
    expect((await instance.request('/api/profile', { headers })).status).toBe(200)
    const again = await instance.request('/api/auth/refresh', { body: { refresh_token: pair.refresh_token } })
    expect(again.status).toBe(200)
  }
})

test('who sets out for the provider at one comes back at the other, once', async () => {
  const out = await one.request('/api/auth/sso/start?next=/calls')
  const cookie = String(out.headers.getSetCookie()[0]).split(';')[0] ?? ''
  let address = String(out.headers.get('location'))
  const jar = new Map<string, string>()
  for (let step = 0; step < 8 && !address.startsWith(home); step++) {
    const url = new URL(address)
    if (url.pathname.startsWith('/who/')) url.searchParams.set('who', 'maria')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie: [...jar.values()].join('; ') } })
    for (const line of answer.headers.getSetCookie())
      jar.set(line.slice(0, line.indexOf('=')), line.split(';')[0] ?? '')
    address = new URL(answer.headers.get('location') ?? '', url).href
  }
  const back = address.slice(home.length)
  const [second, first] = [
    await two.request(back, { headers: { cookie } }),
    await one.request(back, { headers: { cookie } }),
  ]
  expect(second.headers.get('location')).toBe('/login?sso=done&next=%2Fcalls')
  expect(first.headers.get('location')).toBe('/login?sso=expired')
  const session = second.headers.getSetCookie().find((line) => line.startsWith('leaselight_sso_session='))
  const fetched = await one.request('/api/auth/sso/session', {
    method: 'POST',
    headers: { cookie: session?.split(';')[0] ?? '' },
  })
  expect(fetched.body.token).toMatch(/^ey/)
})

test('what is saved, shared and handed on at one is there at the other', async () => {
  const saved = await asMaria(one, '/api/saved-reports', { body: { name: 'Mornings', report: 'calls' } })
  expect(saved.status).toBe(200)
  expect((await asMaria(two, `/api/saved-reports/${saved.body.id}`)).body.name).toBe('Mornings')
  const renamed = { method: 'PUT', body: { name: 'Evenings' } }
  expect((await asMaria(two, `/api/saved-reports/${saved.body.id}`, renamed)).status).toBe(200)
  expect((await asMaria(one, '/api/saved-reports')).body).toMatchObject([{ name: 'Evenings' }])

  const path = '/api/reports/calls/export?format=csv'
  const ticket = await asMaria(one, '/api/tickets', { body: { path } })
  const [file, again] = [await two.request(ticket.body.url), await one.request(ticket.body.url)]
  expect([file.status, again.status]).toEqual([200, 404])
  expect(file.body).toContain('Harbor Point')

  const number = { report: 'activity', params: {}, column: 'prospects' }
  const batches = await asMaria(two, '/api/prospect-batches', { body: number })
  const [batch] = batches.body.batches ?? batches.body
  const query = new URLSearchParams({ batch_id: batch.batch_id, access_token: batch.access_token })
  const read = await one.request(`/api/get-prospect-batch-tokens-by-id?${query}`)
  expect(read.body.prospect_ids).toHaveLength(batch.prospect_count)
})

test('both look for what is to be sent, and each delivery is made once', async () => {
  const shares = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      asMaria(index % 2 ? one : two, '/api/share-report', {
        body: { report: 'calls', emails: [`p${index}@x.example`] },
      }),
    ),
  )
  expect(shares.map(({ status }) => status)).toEqual(shares.map(() => 200))
  await Promise.all([one.app.deliverNow(), two.app.deliverNow()])
  const { body } = await asAdmin(two, '/api/outbox')
  expect(body.rows.map(({ to }: { to: string }) => to).sort()).toEqual(shares.map((_, index) => `p${index}@x.example`))
})

test('what comes in at one changes the answers that the other keeps', async () => {
  const counted = async () => (await asMaria(two, '/api/reports/activity')).body.total.leads
  const before = await counted()
  const added = prospectRecord(9001)
  const imported = await asAdmin(one, '/api/import/prospects', { body: JSON.stringify(added) })
  expect([imported.status, imported.body.records]).toMatchObject([200, [{ new: 1 }]])
  expect(await counted()).toBe(before + 1)
})

test('an import that goes on at one is seen from the other, and so is its end', async () => {
  const address = new URL(`${one.localUrl}/api/import/prospects`)
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/x-ndjson' }
  const upload = request(address, { method: 'POST', headers })
  const answered = new Promise<number | undefined>((resolve) =>
    upload.on('response', (answer) => resolve(answer.resume().statusCode)),
  )
  upload.write(`${JSON.stringify(prospectRecord(9002))}\n`)
  const statuses = async () =>
    (await asAdmin(two, '/api/imports')).body.imports.map(({ status }: { status: string }) => status)
  await expect.poll(statuses).toContain('running')
  upload.end()
  expect(await answered).toBe(200)
  expect(await statuses()).toEqual(['done', 'done'])
})

test('a flag that is set at one holds there at once, and at the other within seconds', async () => {
  const isOn = async (instance: Instance) =>
    (await asAdmin(instance, '/api/flags')).body.flags.find(({ flag }: { flag: string }) => flag === 'omnibar').value
  const before = await isOn(two)
  await asAdmin(one, '/api/flags', { method: 'PUT', body: { flag: 'omnibar', value: !before } })
  expect(await isOn(one)).toBe(!before)
  await expect.poll(() => isOn(two), { timeout: 7_000, interval: 250 }).toBe(!before)
})

test('each instance counts rate limits by itself', async () => {
  const limited = await servers.instance({ SIGN_IN_LIMIT: '1', CRM_URL: crm.url, CRM_JWT_SECRET: '' })
  const other = await servers.instance({ SIGN_IN_LIMIT: '1', CRM_URL: crm.url, CRM_JWT_SECRET: '' })
  const tries = [limited, limited, other]
  const statuses: number[] = []
  for (const instance of tries)
    statuses.push((await instance.request('/api/auth/validate', { body: { username: 'x', password: 'y' } })).status)
  expect(statuses).toEqual([400, 429, 400])
})
