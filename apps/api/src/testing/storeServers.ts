import { importRecords, migrate, openFacts } from '@leaselight/facts'
import { type TempClickHouse, tempClickHouse } from '@leaselight/facts/testing'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { openState } from '@leaselight/state'
import { type TempPostgres, tempPostgres } from '@leaselight/state/testing'
import { type RunningServer, type ServerParts, startServer } from '../server'
import { NOW, testSettings, tokenFor } from './server'

/** Both stores as separate servers, with the fixture company and the other company in them. */
export interface TestServers {
  clickhouse: TempClickHouse
  postgres: TempPostgres
  databaseUrl: string
  /** Starts an instance of the API on both. */
  instance(env?: Record<string, string>, parts?: Partial<ServerParts>): Promise<Instance>
  close(): Promise<void>
}

/** One of several instances. */
export interface Instance extends RunningServer {
  request(path: string, options?: RequestOptions): Promise<TestResponse>
}

export interface RequestOptions {
  method?: string
  body?: object | string
  headers?: Record<string, string>
  subject?: object
}

export interface TestResponse {
  status: number
  /** JSON as it came; text where it is none. */
  body: Body
  headers: Headers
}
// Tests read the fields they expect.
// biome-ignore lint/suspicious/noExplicitAny: an answer has the shape that the test asserts of it
type Body = any

/** Starts the two. */
export async function testServers(): Promise<TestServers> {
  const [clickhouse, postgres] = await Promise.all([tempClickHouse(), tempPostgres()])
  const databaseUrl = await postgres.createDatabase()
  const facts = await openFacts({ clickhouseUrl: clickhouse.url })
  await migrate(facts)
  for (const { now, ...records } of [fixtureCompany, otherCompany])
    for (const [entity, rows] of Object.entries(records))
      await importRecords(facts, linesOf(rows), { entity: entity as 'messages', now: Date.parse(now) })
  await facts.close()
  const open: (() => Promise<void>)[] = []
  return {
    clickhouse,
    postgres,
    databaseUrl,
    async instance(env = {}, parts = {}) {
      const [own, state] = [await openFacts({ clickhouseUrl: clickhouse.url }), await openState({ databaseUrl })]
      const server = await startServer(testSettings({ PORT: '0', ...env }), { facts: own, state, ...parts })
      open.push(async () => {
        await server.close()
        await state.close()
        await own.close()
      })
      return { ...server, request: (path, options) => sendRequest(server.localUrl + path, options) }
    },
    async close() {
      await Promise.all(open.map((end) => end()))
      await Promise.all([clickhouse.remove(), postgres.remove()])
    },
  }
}

async function* linesOf(rows: readonly object[]): AsyncIterable<Uint8Array> {
  yield Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'))
}

/** A prospect of the fixture company's Harbor Point, in the week that its reports count. */
export const prospectRecord = (id: number) => ({
  ...{ id, property_id: 11, agent_id: 101, source: 'Website', first_name: 'New' },
  ...{ insert_method: 'web-form', first_contact_channel: 'internet', status: 'waiting' },
  created_at: '2026-03-09T12:00:00-04:00',
})

const MONTH_SECONDS = 30 * 86_400

/** Sends a request as a user whose token doesn't expire, whatever the test's clock. */
export async function sendRequest(
  url: string,
  { method, body, headers = {}, subject = {} }: RequestOptions = {},
): Promise<TestResponse> {
  const exp = Math.floor(NOW.getTime() / 1000) + MONTH_SECONDS
  const isText = typeof body === 'string'
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      authorization: `Bearer ${await tokenFor(subject, { claims: { exp } })}`,
      ...(body !== undefined && { 'content-type': isText ? 'application/x-ndjson' : 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    redirect: 'manual',
  })
  const text = await response.text()
  const isJson = (response.headers.get('content-type') ?? '').includes('application/json')
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
}
