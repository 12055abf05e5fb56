import { createHash } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEngine } from '@leaselight/engine'
import { EngineUnavailable, type Facts } from '@leaselight/facts'
import { factsWith } from '@leaselight/facts/testing'
import { reportCsv } from '@leaselight/files'
import { parseState, type Row } from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import { loadQuery } from '@leaselight/reports/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildServer } from '../server'
import { bearer, NOW, type TestServer, testServer, testSettings } from '../testing/server'
import { buildDocument, readBytes, renderFile } from './export'

/** As many calls as make several slices of a file, of which each is a statement of its own. */
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

/** The store, and how many records each read requested; `change` may alter the request of a slice. */
function watchedFacts(change: (sql: string, slice: number) => string = (sql) => sql): {
  facts: Facts
  slices: number[]
} {
  const { facts } = server.store
  const slices: number[] = []
  const watching: Facts = factsWith(facts, {
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
  const engine = createEngine({ facts, loadQuery, now: () => NOW })
  const report = reportByKey('call-log')
  if (!report) throw new Error('There is a call log.')
  const download = { report, state: parseState(report, { preset: 'last_7_days' }, 'api') }
  const viewer = { companyId: 1, userId: 201, role: 'manager', groupIds: [] }
  const document = await buildDocument({ engine, state: server.state, now: () => NOW }, viewer, download, {
    withCharts: false,
  })
  const { content, rows: total } = await renderFile(document, 'csv')
  expect(total).toBe(MANY + 8)
  const hash = createHash('sha256')
  let lines = 0
  let ahead = 0
  for await (const part of content) {
    hash.update(part)
    lines += String(part).split('\r\n').length - 1
    // The reader is slow.
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

test('a store that is away before the first record is answered with a sentence, not with half a file', async () => {
  const { facts } = watchedFacts(() => {
    throw new EngineUnavailable('The store is away.')
  })
  const app = await buildServer(testSettings(), { facts, state: server.state })
  const url = '/api/reports/call-log/export?format=csv&preset=last_7_days'
  const answer = await app.inject({ url, headers: await bearer() })
  expect([answer.statusCode, answer.json().error.message]).toEqual([503, 'The store is away.'])
  await app.close()
})

test('a file that has to fit into memory is not made further than that', async () => {
  let made = 0
  function* parts() {
    for (; ; made++) yield Buffer.alloc(1_000)
  }
  const file = { filename: 'a.csv', rows: 1, content: Readable.from(parts(), { objectMode: false }) }
  expect(await readBytes(file, 50_000)).toBeNull()
  expect(made).toBeLessThan(200)
  expect(file.content.destroyed).toBe(true)
  expect(await readBytes({ ...file, content: Readable.from([Buffer.from('ab'), Buffer.from('c')]) }, 3)).toEqual(
    Buffer.from('abc'),
  )
  expect(await readBytes({ ...file, content: Buffer.from('abcd') }, 3)).toBeNull()
})

test('who calls a download off stops it in the store', async () => {
  // Its second slice that holds anything would take longer than anybody waits.
  const { facts, slices } = watchedFacts((sql) =>
    slices.some((rows) => rows > 0) ? `SELECT * FROM (${sql}) WHERE record_property NOT IN (${SLOW})` : sql,
  )
  const app = await buildServer(testSettings(), { facts, state: server.state })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  // As a browser does: first for a ticket, then for what it opens.
  const payload = { path: '/api/reports/call-log/export?format=csv&preset=last_7_days' }
  const ticket = await app.inject({ method: 'POST', url: '/api/tickets', headers: await bearer(), payload })
  const download = request({ port, host: '127.0.0.1', path: ticket.json().url })
  download.on('error', () => {})
  download.on('response', (answer: IncomingMessage) => answer.on('error', () => {}).resume())
  download.end()
  await vi.waitUntil(async () => (await running()) === 1, PATIENCE)
  download.destroy()
  await vi.waitUntil(async () => (await running()) === 0, PATIENCE)
  const read = slices.length
  await sleep(200)
  expect(slices).toHaveLength(read)
  await app.close()
})

const SLOW = 'SELECT number FROM numbers(100000000000) WHERE sipHash64(number) % 1000000007 = 1'
const running = async (): Promise<number> => {
  const [found] = await server.store.facts.query<{ n: number }>(
    "SELECT count() AS n FROM system.processes WHERE query LIKE '%sipHash64%' AND query NOT LIKE '%processes%'",
  )
  return found?.n ?? 0
}
