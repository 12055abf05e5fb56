import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bearer, type TestServer, testServer } from '../../testing/server'
import { openFlags } from './service'

const company = { id: 1, flags: { omnibar: true, ai_sms: false } }

test('a flag is what is set, else what the company’s record says, else off; old- is the opposite', async () => {
  const log = vi.fn()
  const flags = await openFlags(async (id): Promise<Record<string, boolean>> => (id === 1 ? { ai_sms: true } : {}), log)
  const names = ['omnibar', 'ai_sms', 'ai_chat', 'old-omnibar', 'old-ai_chat', 'old_ai_sms']
  expect(await Promise.all(names.map((flag) => flags.isOn(flag, company)))).toEqual([
    true,
    true,
    false,
    false,
    true,
    false,
  ])
  expect(await flags.isOn('ai_sms', { ...company, id: 2 })).toBe(false)
  expect(await flags.all(company)).toMatchObject({
    omnibar: true,
    ai_sms: true,
    ai_chat: false,
    activity_report: false,
  })
  expect(log).not.toHaveBeenCalled()
})

test('without a company there is no answer, and what can’t be had is off and written down', async () => {
  const log = vi.fn()
  let away = true
  const flags = await openFlags(async () => (away ? Promise.reject(new Error('The store is away.')) : {}), log)
  await expect(flags.isOn('omnibar', null)).rejects.toThrow('Error: companyId required')
  expect(await flags.isOn('omnibar', company)).toBe(false)
  expect(log).toHaveBeenCalledWith('Error: failed to fetch omnibar feature flag', 'The store is away.')
  expect(Object.values(await flags.all(company))).not.toContain(true)
  expect(await flags.isOn('wings', company)).toBe(false)
  expect(log).toHaveBeenLastCalledWith('Error: failed to fetch wings feature flag', expect.any(String))
  // The next request asks again.
  away = false
  expect(await flags.isOn('omnibar', company)).toBe(true)
})

test('what was read is read again after a change, and by other instances within seconds', async () => {
  const read = vi.fn(async () => ({ ai_sms: true }))
  const flags = await openFlags(read, vi.fn())
  const first = await flags.all(company)
  expect(await flags.all(company)).toBe(first)
  expect(read).toHaveBeenCalledTimes(1)
  flags.changed(1)
  await flags.all(company)
  expect(read).toHaveBeenCalledTimes(2)
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5_001)
  await flags.all(company)
  expect(read).toHaveBeenCalledTimes(3)
  // While the store is away, what was read last holds.
  read.mockRejectedValueOnce(new Error('The store is away.'))
  later.mockReturnValue(performance.now() + 20_000)
  expect(await flags.all(company)).toMatchObject({ ai_sms: true })
  expect(read).toHaveBeenCalledTimes(4)
  later.mockRestore()
})

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const ask = async (method: 'GET' | 'PUT', subject: object, payload?: object) => {
  const headers = await bearer(subject)
  const response = await server.app.inject({ method, url: '/api/flags', headers, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.json() }
}
const admin = { user_id: 206, role: 'admin' }

test('an administrator sees and sets the company’s flags, at once and for that company alone', async () => {
  const report = async (company_id: number) =>
    (
      await server.app.inject({
        url: '/api/reports/activity',
        headers: await bearer({ company_id, role: 'master' }),
      })
    ).statusCode
  expect([await report(1), await report(2)]).toEqual([200, 200])
  const off = await ask('PUT', admin, { flag: 'activity_report', value: false })
  expect(off.status).toBe(200)
  const named = (body: { flags: { flag: string }[] }) => body.flags.find(({ flag }) => flag === 'activity_report')
  expect(named(off.body)).toEqual({
    flag: 'activity_report',
    value: false,
    imported: true,
    set: false,
    set_at: expect.stringMatching(/^2026-03/),
  })
  expect([await report(1), await report(2)]).toEqual([404, 200])
  const shown = await server.app.inject({
    method: 'POST',
    url: '/api/graphql',
    headers: await bearer(),
    payload: { query: '{ company { featureFlags { key value } } }' },
  })
  expect(shown.json().data.company.featureFlags).toContainEqual({ key: 'activity_report', value: false })
  const back = await ask('PUT', { ...admin, role: 'master' }, { flag: 'activity_report', value: null })
  expect(named(back.body)).toMatchObject({ value: true, imported: true, set: null, set_at: null })
  expect(await report(1)).toBe(200)
  expect((await ask('GET', admin)).body).toEqual(back.body)
})

test('a company whose record names no flag has them all, until an administrator switches one off', async () => {
  const company_id = 3
  await server.store.load({ companies: [{ id: company_id, name: 'New Homes', time_zone: 'America/New_York' }] })
  const subject = { company_id, user_id: 1, role: 'admin' }
  const { body } = await ask('GET', subject)
  expect(body.flags.every((flag: { value: boolean; imported: boolean }) => flag.value && flag.imported)).toBe(true)
  const changed = await ask('PUT', subject, { flag: 'omnibar', value: false })
  const off = changed.body.flags.filter((flag: { value: boolean }) => !flag.value)
  expect(off.map(({ flag }: { flag: string }) => flag)).toEqual(['omnibar'])
})

test('nobody else does, and what can’t be read is refused with a sentence', async () => {
  for (const role of ['manager', 'agent', 'analytics_user']) {
    expect((await ask('GET', { role })).status).toBe(404)
    expect((await ask('PUT', { role }, { flag: 'omnibar', value: false })).status).toBe(404)
  }
  for (const body of [{}, { flag: 'wings', value: true }, { flag: 'omnibar', value: 'yes' }, { flag: 'omnibar' }]) {
    const { status, body: answer } = await ask('PUT', admin, body)
    expect([status, answer.error.message]).toEqual([400, expect.stringMatching(/\.$/)])
  }
})
