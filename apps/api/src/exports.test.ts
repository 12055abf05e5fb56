import { createHash } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEngine } from '@leaselight/engine'
import type { Facts } from '@leaselight/facts'
import { reportCsv } from '@leaselight/files'
import { type Row, readState } from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import { queryOf } from '@leaselight/reports/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { documentOf, fileOf } from './export'
import { buildServer } from './server'
import { bearer, NOW, type TestServer, testServer, testSettings } from './testing'

/** As many calls as make several slices, of which each is a statement of its own. */
const MANY = 35_000
// Others may need the machine too.
const PATIENCE = { timeout: 20_000 }

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  const { facts } = server.store
  const columns = await facts.query<{ name: string }>(
    "SELECT name FROM system.columns WHERE table = 'calls' AND database = currentDatabase()",
  )
  // The same call again and again, within one busy day.
  const replaced: Record<string, string> = {
    id: '900000 + number',
    started_at: 'started_at + INTERVAL number % 20000 SECOND',
  }
  const values = columns.map(({ name }) => replaced[name] ?? name)
  await facts.command(
    `INSERT INTO calls (${columns.map(({ name }) => name).join(', ')}) SELECT ${values.join(', ')} FROM (SELECT * FROM calls FINAL WHERE company_id = 1 AND id = 6003) AS one CROSS JOIN numbers(${MANY}) AS many`,
  )
})
afterAll(() => server.close())

/** The store, and how many records it was asked for, slice by slice; `change` may make a slice another question. */
function watchedFacts(change: (sql: string, slice: number) => string = (sql) => sql): {
  facts: Facts
  slices: number[]
} {
  const { facts } = server.store
  const slices: number[] = []
  const watching: Facts = Object.assign(Object.create(facts), {
    embedded: facts.embedded,
    query: async <T>(...[sql, params, options]: Parameters<Facts['query']>): Promise<T[]> => {
      const isSlice = sql.includes('AS record_id') && options?.priority === 'background'
      const rows = await facts.query<T>(isSlice ? change(sql, slices.length) : sql, params, options)
      if (isSlice) slices.push(rows.length)
      return rows
    },
  })
  return { facts: watching, slices }
}

test('the file of a list holds every record as it would from memory, and is read no faster than it is taken', async () => {
  const { facts, slices } = watchedFacts()
  const engine = createEngine({ facts, queryOf, now: () => NOW })
  const report = reportByKey('call-log')
  if (!report) throw new Error('There is a call log.')
  const asked = { report, state: readState(report, { preset: 'last_7_days' }, 'api') }
  const viewer = { companyId: 1, userId: 201, role: 'manager', groupIds: [] }
  const document = await documentOf({ engine, now: () => NOW }, viewer, asked, { withCharts: false })
  const { content, rows: total } = await fileOf(document, 'csv')
  expect(total).toBe(MANY + 8)
  const hash = createHash('sha256')
  let lines = 0
  let ahead = 0
  for await (const part of content) {
    hash.update(part)
    lines += String(part).split('\r\n').length - 1
    // Whoever takes it slowly.
    if (lines % 7 === 0) await sleep(1)
    ahead = Math.max(ahead, slices.reduce((sum, rows) => sum + rows, 0) - lines)
  }
  expect(ahead).toBeLessThan(20_000)
  const { records, ...rest } = document
  const rows: Row[] = []
  for await (const row of records?.rows() ?? []) rows.push(row)
  expect(new Set(rows.map(({ key }) => key)).size).toBe(MANY + 8)
  const whole = await buffer(reportCsv({ ...rest, result: { ...rest.result, rows } }))
  expect(hash.digest('hex')).toBe(createHash('sha256').update(whole).digest('hex'))
})

test('who calls a download off stops it in the store', async () => {
  // Its second slice that holds anything would take longer than anybody waits.
  const { facts, slices } = watchedFacts((sql) =>
    slices.some((rows) => rows > 0) ? `SELECT *, (${SLOW}) AS slow FROM (${sql})` : sql,
  )
  const app = await buildServer(testSettings(), { facts, state: server.state })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  // As a browser does: first for a ticket, then for what it opens.
  const payload = { path: '/api/reports/call-log/export?format=csv&preset=last_7_days' }
  const ticket = await app.inject({ method: 'POST', url: '/api/tickets', headers: await bearer(), payload })
  const asked = request({ port, host: '127.0.0.1', path: ticket.json().url })
  asked.on('error', () => {})
  asked.on('response', (answer: IncomingMessage) => answer.on('error', () => {}).resume())
  asked.end()
  await vi.waitUntil(async () => (await running()) === 1, PATIENCE)
  asked.destroy()
  await vi.waitUntil(async () => (await running()) === 0, PATIENCE)
  const read = slices.length
  await sleep(200)
  expect(slices).toHaveLength(read)
  await app.close()
})

const SLOW = 'SELECT count() FROM numbers(100000000000) WHERE sipHash64(number) % 7 = 1'
const running = async (): Promise<number> => {
  const [found] = await server.store.facts.query<{ n: number }>(
    "SELECT count() AS n FROM system.processes WHERE query LIKE '%sipHash64%' AND query NOT LIKE '%processes%'",
  )
  return found?.n ?? 0
}
