import { compareNames } from '@leaselight/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, type TestServer, testServer } from '../testing/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const LEADS = '/api/reports/activity/members?column=leads&start_date=2026-03-01&end_date=2026-03-14'

interface Listed {
  rows: Record<string, string>[]
  total: number
  length: number
  searched: number
  columns: { key: string }[]
}

async function list(query = '', headers: Record<string, string> = {}): Promise<Listed> {
  const response = await server.app.inject({ url: `${LEADS}${query}`, headers: { ...(await bearer()), ...headers } })
  expect(response.statusCode).toBe(200)
  return response.json()
}
const namesOf = ({ rows }: Listed) => rows.map(({ name }) => name)

test('a list is sorted by any of its columns as a whole, and not page by page', async () => {
  const all = await list('&page_size=500')
  expect([all.length, all.searched]).toEqual([all.total, all.total])
  for (const { key } of all.columns) {
    const [up, down] = [await list(`&sort=${key}`), await list(`&sort=-${key}`)]
    expect([key, up.rows.map(({ id }) => id).toSorted()]).toEqual([key, all.rows.map(({ id }) => id).toSorted()])
    // What is missing is last both ways.
    const there = (listed: Listed) => listed.rows.flatMap((row) => (row[key] ? [row[key]] : []))
    expect(up.rows.slice(0, there(up).length).every((row) => row[key])).toBe(true)
    expect(down.rows.slice(0, there(down).length).every((row) => row[key])).toBe(true)
    if (['when', 'last_contact', 'status'].includes(key)) continue
    expect(there(up)).toEqual(there(all).toSorted(compareNames))
    expect(there(down)).toEqual(there(all).toSorted((a, b) => compareNames(b, a)))
  }
  const times = (await list('&sort=when')).rows.map(({ at }) => at)
  expect(times).toEqual(times.toSorted())
  const pages = [await list('&sort=name&page_size=3&page=1'), await list('&sort=name&page_size=3&page=2')]
  expect(pages.flatMap(namesOf)).toEqual(namesOf(await list('&sort=name')).slice(0, 6))
})

test('who waits longest is first by status, and the latest contact by contact', async () => {
  const waiting = (await list('&sort=-status')).rows.flatMap(({ status }) =>
    status?.startsWith('Waiting') ? [status] : [],
  )
  expect(waiting).toEqual(['Waiting 7 days', 'Waiting 4 days'])
  const days = (await list('&sort=-last_contact')).rows.flatMap(({ last_contact: text }) =>
    text ? [Date.parse(text.replace(/,.*/, ', 2026'))] : [],
  )
  expect(days.length).toBeGreaterThan(2)
  expect(days).toEqual(days.toSorted((one, other) => other - one))
})

test('words are looked for in the whole list, all of them, in what it shows', async () => {
  const found = await list('&find=WAITING%20web&page_size=1')
  expect([namesOf(found), found.length, found.searched, found.total]).toEqual([['Dora Diaz'], 1, 12, 12])
  // A phone number as it was given, and as the list writes it.
  for (const phone of ['2125550104', '(212) 555-0104'])
    expect(namesOf(await list(`&find=${encodeURIComponent(phone)}`))).toEqual(['Dora Diaz'])
  expect(await list('&find=zzz')).toMatchObject({ rows: [], length: 0, total: 12 })
})

test('a sales demo is searched by its sample names alone', async () => {
  const demo = { 'x-demo': 'true' }
  expect((await list('&find=Dora', demo)).length).toBe(0)
  const [sample] = namesOf(await list('', demo))
  expect(namesOf(await list(`&find=${encodeURIComponent(sample ?? '')}`, demo))).toContain(sample)
})

test.each([
  [
    '&sort=height',
    'sort must be one of name, status, phone, email, what, when, property, agent, source, last_contact, details.',
  ],
  [`&find=${'x'.repeat(201)}`, 'find must have at most 200 characters.'],
])('%.14s is refused with a sentence', async (query, message) => {
  const refused = await server.app.inject({ url: `${LEADS}${query}`, headers: await bearer() })
  expect([refused.statusCode, refused.json().error.message]).toEqual([400, message])
})
