import { fixtureCompany } from '@leaselight/sample'
import { reportsOfRun } from '@leaselight/tests/seed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, NOW, type Subject, type TestServer, testServer } from '../testing/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const ask = async (url: string, { tag, subject }: { tag?: string; subject?: Partial<Subject> } = {}) =>
  server.app.inject({
    url,
    headers: {
      ...(await bearer(subject)),
      'accept-encoding': 'br',
      ...(tag !== undefined && { 'if-none-match': tag }),
    },
  })
const tagOf = (response: { headers: Record<string, unknown> }): string => String(response.headers.etag)

test.each(reportsOfRun().map(([key]) => key))('%s is 304 without a body for who has the same answer', async (key) => {
  const first = await ask(`/api/reports/${key}`)
  expect([first.statusCode, tagOf(first)]).toEqual([200, expect.stringMatching(/^W\/"/)])
  const again = await ask(`/api/reports/${key}`, { tag: tagOf(first) })
  expect([again.statusCode, again.rawPayload.length, tagOf(again)]).toEqual([304, 0, tagOf(first)])
  expect(again.headers['cache-control']).toBe('no-store')
})

test('another reader, other parameters and a bad request have answers of their own', async () => {
  const url = '/api/reports/activity?preset=last_7_days'
  const tag = tagOf(await ask(url))
  const others = [
    await ask(url, { tag, subject: { user_id: 202 } }),
    await ask(`${url}&property_ids=11`, { tag }),
    await ask('/api/reports/activity?preset=nonsense', { tag }),
    await ask(url, { tag: `"other", ${tag}` }),
  ]
  expect(others.map(({ statusCode }) => statusCode)).toEqual([200, 200, 400, 304])
  expect(others[2]?.headers).not.toHaveProperty('etag')
})

test('a correction ends the sameness', async () => {
  const url = '/api/reports/activity?start_date=2026-03-01&end_date=2026-03-14'
  const tag = tagOf(await ask(url))
  await server.store.load({ visits: [{ ...fixtureCompany.visits?.[0], deleted: true }] }, { now: NOW.getTime() })
  const after = await ask(url, { tag })
  expect([after.statusCode, tagOf(after) === tag]).toEqual([200, false])
})

test('what is made is no answer to keep', async () => {
  const made = await server.app.inject({
    method: 'POST',
    url: '/api/saved-reports',
    headers: await bearer(),
    payload: { report: 'activity', name: 'Mine', params: {} },
  })
  expect(made.statusCode).toBeLessThan(300)
  expect(made.headers).not.toHaveProperty('etag')
})
