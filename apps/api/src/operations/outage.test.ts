import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW } from '../testing/server'
import {
  type Instance,
  prospectRecord,
  type TestResponse,
  type TestServers,
  testServers,
} from '../testing/storeServers'

// Both stores are killed and restarted while two instances read, save, import, and send.

const HOUR = 3_600_000
const admin = { user_id: 205, role: 'admin' }

let servers: TestServers
let one: Instance
let two: Instance
/** Advances during the tests: unsent mails are retried minutes later. */
let clockOffset = 0
const now = () => new Date(NOW.getTime() + clockOffset)

beforeAll(async () => {
  servers = await testServers()
  // An instance that loses its store during a delivery keeps the delivery until the lease ends.
  one = await servers.instance({ MAIL_LEASE_SECONDS: '2' }, { now })
  two = await servers.instance({ MAIL_LEASE_SECONDS: '2' }, { now })
})
afterAll(() => servers?.close())

/** Every response, and what it acknowledged. */
const responses: { what: string; answer: TestResponse }[] = []
const acknowledged = { saved: new Set<string>(), imported: new Set<number>(), shared: new Set<string>() }
let number = 0

/** Sends one request after another until stopped; several run at once. */
async function load(instance: Instance, isOver: () => boolean): Promise<void> {
  const note = (what: string, answer: TestResponse) => {
    responses.push({ what, answer })
    return answer.status === 200
  }
  while (!isOver()) {
    number += 1
    const [id, name, email] = [20_000 + number, `Report ${number}`, `p${number}@x.example`]
    note('report', await instance.request('/api/reports/calls'))
    note('list', await instance.request('/api/saved-reports'))
    note('graphql', await instance.request('/api/graphql', { body: { query: '{ company { name } }' } }))
    if (note('save', await instance.request('/api/saved-reports', { body: { name, report: 'calls' } })))
      acknowledged.saved.add(name)
    const body = JSON.stringify(prospectRecord(id))
    if (note('import', await instance.request('/api/import/prospects', { body, subject: admin })))
      acknowledged.imported.add(id)
    // A mail costs more than all the rest.
    if (number % 3 > 0) continue
    const share = { report: 'calls', emails: [email] }
    if (note('share', await instance.request('/api/share-report', { body: share }))) acknowledged.shared.add(email)
  }
}

/** Runs work during a load of requests: each succeeds before, and again afterward. */
async function underLoad(work: () => Promise<void>): Promise<void> {
  let isOver = false
  const before = number
  const asking = [one, two, one, two].map((instance) => load(instance, () => isOver))
  await expect.poll(() => number, OUTAGE_POLL).toBeGreaterThan(before + asking.length)
  try {
    await work()
    const after = number
    await expect.poll(() => number, OUTAGE_POLL).toBeGreaterThan(after + asking.length)
  } finally {
    isOver = true
    await Promise.all(asking)
  }
}

const ready = async (instance: Instance) => {
  const { status, body } = await instance.request('/readyz')
  return { status, missing: body.missing }
}
const isReady = { status: 200, missing: [] }
const LONG = { timeout: 90_000 }
/** How soon it has to be noticed that something is away, or back. */
const OUTAGE_POLL = { timeout: 30_000, interval: 100 } as const

test('a store of facts that is killed gives sentences, and is used again as soon as it is back', LONG, async () => {
  await underLoad(async () => {
    await servers.clickhouse.kill()
    for (const instance of [one, two])
      await expect.poll(() => ready(instance), OUTAGE_POLL).toEqual({ status: 503, missing: ['facts'] })
    await sleep(500)
    await servers.clickhouse.start()
    for (const instance of [one, two]) await expect.poll(() => ready(instance), OUTAGE_POLL).toEqual(isReady)
  })
})

test('so does a PostgreSQL that is killed, while reports go on', LONG, async () => {
  await underLoad(async () => {
    await servers.postgres.kill()
    for (const instance of [one, two])
      await expect.poll(() => ready(instance), OUTAGE_POLL).toEqual({ status: 503, missing: ['state'] })
    const reports = await Promise.all([one, two].map((instance) => instance.request('/api/reports/calls')))
    expect(reports.map(({ status }) => status)).toEqual([200, 200])
    await servers.postgres.start()
    for (const instance of [one, two]) await expect.poll(() => ready(instance), OUTAGE_POLL).toEqual(isReady)
  })
})

test('every failed request names the unavailable part, and no other error occurs', () => {
  expect(responses.length).toBeGreaterThan(50)
  const kinds = new Set(responses.map(({ answer }) => answer.status))
  expect([...kinds].sort()).toEqual([200, 503])
  for (const { answer } of responses.filter(({ answer }) => answer.status === 503)) {
    expect(answer.body.error.code).toMatch(/^(facts|store)_unavailable$/)
    expect(answer.body.error.message).toMatch(/ Please try again in a moment\.$/)
    expect(answer.headers.get('retry-after')).toBe('5')
  }
  // A store that becomes unavailable after GraphQL has begun to respond is reported in its own errors.
  const graphql = responses.filter(({ what }) => what === 'graphql').flatMap(({ answer }) => answer.body.errors ?? [])
  expect(graphql.filter(({ extensions }) => extensions.status !== 503)).toEqual([])
  for (const what of ['report', 'save', 'import', 'graphql'])
    expect(responses.filter((one) => one.what === what && one.answer.status === 503).length).toBeGreaterThan(0)
})

test('nothing that was promised is lost, and nothing is sent twice', LONG, async () => {
  const saved = (await one.request('/api/saved-reports')).body.map(({ name }: { name: string }) => name)
  expect(saved).toEqual(expect.arrayContaining([...acknowledged.saved]))
  expect(new Set(saved).size).toBe(saved.length)
  // The same records again: acknowledged ones are known, and each is stored once.
  const again = await two.request('/api/import/prospects', {
    body: [...acknowledged.imported].map((id) => JSON.stringify(prospectRecord(id))).join('\n'),
    subject: admin,
  })
  expect(again.body).toMatchObject({
    rejected: 0,
    records: [{ entity: 'prospects', new: 0, changed: 0, unchanged: acknowledged.imported.size }],
  })
  const rows = (await one.request('/api/reports/activity', { subject: admin })).body.total.leads
  expect(rows).toBeGreaterThanOrEqual(acknowledged.imported.size)
  // An end that could not be noted while PostgreSQL was away is noted afterwards.
  const going = async () => {
    const { imports } = (await one.request('/api/imports', { subject: admin })).body
    return imports.filter(({ status }: { status: string }) => status === 'running').length
  }
  await expect.poll(going, OUTAGE_POLL).toBe(0)
  // An hour later, everything that waited is retried.
  const sent = async () => {
    clockOffset += HOUR
    await Promise.all([one.app.deliverNow(), two.app.deliverNow()])
    const { rows: mails } = (await one.request('/api/outbox?page_size=100', { subject: admin })).body
    return mails.map(({ to }: { to: string }) => to)
  }
  expect(acknowledged.shared.size).toBeGreaterThan(0)
  await expect.poll(sent, { timeout: 30_000, interval: 500 }).toEqual(expect.arrayContaining([...acknowledged.shared]))
  const all = await sent()
  expect(new Set(all).size).toBe(all.length)
})

test('the numbers for Prometheus tell of all this, each under a name that the operator can look up', async () => {
  const { body, headers } = await one.request('/metrics')
  expect(headers.get('content-type')).toContain('text/plain')
  const found = numbersIn(body)
  const number = (name: string) => found.get(name) ?? 0
  const statement = 'leaselight_facts_statement_duration_seconds_count'
  expect(number(`${statement}{kind="query",outcome="ok"}`)).toBeGreaterThan(50)
  expect(number(`${statement}{kind="query",outcome="unavailable"}`)).toBeGreaterThan(0)
  expect(number('leaselight_import_records_total{entity="prospects"}')).toBeGreaterThan(0)
  expect(number('leaselight_import_duration_seconds_count{entity="prospects",outcome="done"}')).toBeGreaterThan(0)
  expect(number('leaselight_import_duration_seconds_count{entity="prospects",outcome="failed"}')).toBeGreaterThan(0)
  // Whichever of the two took it.
  const keptMetric = 'leaselight_mails_total{channel="outbox",outcome="kept"}'
  const others = numbersIn((await two.request('/metrics')).body)
  expect(number(keptMetric) + (others.get(keptMetric) ?? 0)).toBeGreaterThanOrEqual(acknowledged.shared.size)
  expect(number('leaselight_part_up{part="facts"}')).toBe(1)
  expect(number('leaselight_part_up{part="state"}')).toBe(1)
  expect(number('leaselight_http_requests_in_progress')).toBe(1)
  expect(found.get('leaselight_facts_statements_waiting{priority="interactive"}')).toBe(0)
  expect(found.get('leaselight_import_batches_waiting')).toBe(0)
  const answers = [...found].filter(([name]) => name.startsWith('http_request_duration_seconds_count'))
  const status = (wanted: string) =>
    answers.filter(([name]) => name.includes(`status="${wanted}"`)).reduce((sum, [, count]) => sum + count, 0)
  expect(status('200')).toBeGreaterThan(20)
  expect(status('503')).toBeGreaterThan(0)
  expect(status('500')).toBe(0)

  const page = await readFile(new URL('../../../../docs/monitoring.md', import.meta.url), 'utf8')
  const named = [...String(body).matchAll(/^# TYPE ((?:leaselight|http)_\w+)/gm)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(12)
  expect(named.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

function numbersIn(page: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const line of page.split('\n')) {
    const [, name = '', value] = /^(\w+(?:\{.*\})?) (\S+)$/.exec(line) ?? []
    if (name) found.set(name, Number(value))
  }
  return found
}
