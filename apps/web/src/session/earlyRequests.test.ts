import { describe, expect, it } from 'vitest'
import { EarlyResponses } from '../api/earlyResponses'
import { createGraphql } from '../api/graphql'
import { createClient } from '../api/request'
import { loadStartup } from '../state/startup'
import { SETUP } from '../state/startupRequests'
import { memoryStorage, personToken, tokenOf } from '../testing'
import { sendEarlyRequests } from './earlyRequests'
import { openPaths } from './openPaths'
import { storageKeys } from './storage'

const NOW = 1_000_000
const config = JSON.stringify({ now: new Date(NOW * 1000).toISOString() })
const manager = personToken(NOW + 3600)
const admin = tokenOf({
  exp: NOW + 3600,
  sub: { company_id: 1, user_id: 2, role: 'admin', group_ids: [] },
})
const signedIn = (accessToken: string) =>
  memoryStorage({ [storageKeys.accessToken]: accessToken, [storageKeys.refreshToken]: 'refresh-1' })

const DATA = {
  userData: { userId: 1, role: 'manager', propertyIds: [] },
  allAgents: [],
  company: null,
  allProperties: [],
  getGatedProperties: {},
  marketingSources: [],
  getCustomAttributes: [],
}
const SETUP_LEFT = { complete: false }

/** A server that notes its requests, and a page that sends some of them early. */
function pageOf(
  token: string,
  { address = 'https://app.example/insights', setup = { complete: true } as object, fails = 0 } = {},
) {
  const requests: string[] = []
  let failures = fails
  const responses = new EarlyResponses(async (url, { body }) => {
    requests.push(body ? (String(JSON.parse(String(body)).query).split(/[ ({]/)[1] ?? url) : url)
    if (failures-- > 0) throw new TypeError('Failed to fetch')
    return Response.json(url === SETUP ? setup : url === '/api/profile' ? { data: { profile: {} } } : { data: DATA })
  })
  const storage = signedIn(token)
  sendEarlyRequests({ address: new URL(address), storage, config }, responses)
  const client = createClient({
    fetch: (url, init) => responses.takeOrSend(url, init),
    tokenManager: { accessToken: async () => storage.getItem(storageKeys.accessToken) },
    isDemo: () => storage.getItem(storageKeys.demo) === 'true',
    onSessionRejected: () => undefined,
    onFailure: () => undefined,
  })
  const quiet = () => undefined
  const graphql = createGraphql({ client, timeoutSeconds: 30, log: quiet, alert: quiet })
  const start = () => loadStartup({ client, graphql, log: quiet }, new AbortController().signal)
  return { requests, responses, storage, client, start }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('the account', () => {
  it('is requested before the application has loaded, all of it and once', async () => {
    const { requests, start } = pageOf(manager)
    const early = [...requests]
    expect(early).toContain('/api/profile')
    expect((await start()).user.userId).toBe(1)
    expect(requests).toEqual(early)
    // A response is taken once: the next start sends its own requests.
    await start()
    expect([...requests].sort()).toEqual([...early, ...early].sort())
  })

  it('follows an administrator’s setup, without a profile', async () => {
    const { requests, client, start } = pageOf(admin)
    expect(requests).toEqual([SETUP])
    await settled()
    const early = [...requests]
    expect(early).toHaveLength(8)
    await client.json(SETUP)
    await start()
    expect(requests.filter((one) => one !== '/api/profile')).toEqual(early)
  })

  it('is not requested before the setup is complete', async () => {
    const { requests, client, start } = pageOf(admin, { setup: SETUP_LEFT })
    await settled()
    expect(await client.json(SETUP)).toEqual(SETUP_LEFT)
    expect(requests).toEqual([SETUP])
    await start()
    expect(requests.length).toBeGreaterThan(7)
  })

  it.each([
    ['a session that begins in the address', manager, 'https://app.example/insights?accessToken=new'],
    ...[...openPaths, '/guest/'].map((path): [string, string, string] => [
      `the page ${path}, which needs no session`,
      manager,
      `https://app.example${path}?next=%2Finsights`,
    ]),
    ['a token that is exchanged first', personToken(NOW + 299), 'https://app.example/insights'],
  ])('is left to the application: %s', (_case, token, address) => {
    expect(pageOf(token, { address }).requests).toEqual([])
  })

  it('of one user is never another’s who signed in meanwhile', async () => {
    const { requests, storage, start } = pageOf(manager)
    const early = requests.length
    storage.setItem(storageKeys.accessToken, personToken(NOW + 3600, 2))
    await start()
    expect(requests).toHaveLength(2 * early)
  })

  it('is requested again where the early request failed', async () => {
    const { start } = pageOf(manager, { fails: 3 })
    expect((await start()).unknown).toEqual([])
  })
})

it('an early request ends when the one that took it is aborted', async () => {
  const never = new EarlyResponses(() => new Promise(() => undefined))
  const sender = { token: manager, isDemo: false }
  void never.send(sender, { path: '/api/x' })
  const leaving = new AbortController()
  const taken = never.takeOrSend('/api/x', {
    method: 'GET',
    headers: { authorization: `Bearer ${manager}` },
    signal: leaving.signal,
  })
  leaving.abort(new Error('left'))
  await expect(taken).rejects.toThrow('left')
})
