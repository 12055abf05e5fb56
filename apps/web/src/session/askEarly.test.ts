import { describe, expect, it } from 'vitest'
import { EarlyAnswers } from '../api/earlyAnswers'
import { createGraphql } from '../api/graphql'
import { createClient } from '../api/request'
import { SETUP } from '../setup/paths'
import { loadStartup } from '../state/startup'
import { memoryStorage, personToken, tokenOf } from '../testing'
import { askEarly } from './askEarly'
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

/** A server that notes what it is asked for, and a page that asks it early. */
function pageOf(
  token: string,
  { address = 'https://app.example/insights', setup = { complete: true } as object, fails = 0 } = {},
) {
  const asked: string[] = []
  let failures = fails
  const answers = new EarlyAnswers(async (url, { body }) => {
    asked.push(body ? (String(JSON.parse(String(body)).query).split(/[ ({]/)[1] ?? url) : url)
    if (failures-- > 0) throw new TypeError('Failed to fetch')
    return Response.json(url === SETUP ? setup : url === '/api/profile' ? { data: { profile: {} } } : { data: DATA })
  })
  const storage = signedIn(token)
  askEarly({ address: new URL(address), storage, config }, answers)
  const client = createClient({
    fetch: (url, init) => answers.takeOrSend(url, init),
    tokenManager: { accessToken: async () => storage.getItem(storageKeys.accessToken) },
    isDemo: () => storage.getItem(storageKeys.demo) === 'true',
    onSessionRejected: () => undefined,
    onFailure: () => undefined,
  })
  const quiet = () => undefined
  const graphql = createGraphql({ client, timeoutSeconds: 30, log: quiet, alert: quiet })
  const start = () => loadStartup({ client, graphql, log: quiet }, new AbortController().signal)
  return { asked, answers, storage, client, start }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('the account', () => {
  it('is asked for before the application is there, all of it and once', async () => {
    const { asked, start } = pageOf(manager)
    const early = [...asked]
    expect(early).toContain('/api/profile')
    expect((await start()).user.userId).toBe(1)
    expect(asked).toEqual(early)
    // What was taken is gone: the next start asks anew.
    await start()
    expect([...asked].sort()).toEqual([...early, ...early].sort())
  })

  it('follows the setup of an administrator, who has no profile', async () => {
    const { asked, client, start } = pageOf(admin)
    expect(asked).toEqual([SETUP])
    await settled()
    const early = [...asked]
    expect(early).toHaveLength(8)
    await client.json(SETUP)
    await start()
    expect(asked.filter((one) => one !== '/api/profile')).toEqual(early)
  })

  it('is not asked for while something of the setup is left to do', async () => {
    const { asked, client, start } = pageOf(admin, { setup: SETUP_LEFT })
    await settled()
    expect(await client.json(SETUP)).toEqual(SETUP_LEFT)
    expect(asked).toEqual([SETUP])
    await start()
    expect(asked.length).toBeGreaterThan(7)
  })

  it.each([
    ['a session that begins in the address', manager, 'https://app.example/insights?accessToken=new'],
    ['a page that needs no session', manager, 'https://app.example/login?next=%2Finsights'],
    ['a guest', manager, 'https://app.example/guest?link=1'],
    ['a token that is exchanged first', personToken(NOW + 299), 'https://app.example/insights'],
  ])('is left to the application: %s', (_case, token, address) => {
    expect(pageOf(token, { address }).asked).toEqual([])
  })

  it('is nobody’s who signed in meanwhile', async () => {
    const { asked, storage, start } = pageOf(manager)
    const early = asked.length
    storage.setItem(storageKeys.accessToken, personToken(NOW + 3600, 2))
    await start()
    expect(asked).toHaveLength(2 * early)
  })

  it('is asked for again where the early request failed', async () => {
    const { start } = pageOf(manager, { fails: 3 })
    expect((await start()).unknown).toEqual([])
  })
})

it('an early request ends when the one that took it is aborted', async () => {
  const never = new EarlyAnswers(() => new Promise(() => undefined))
  const asker = { token: manager, isDemo: false }
  void never.ask(asker, { path: '/api/x' })
  const leaving = new AbortController()
  const taken = never.takeOrSend('/api/x', {
    method: 'GET',
    headers: { authorization: `Bearer ${manager}` },
    signal: leaving.signal,
  })
  leaving.abort(new Error('left'))
  await expect(taken).rejects.toThrow('left')
})
