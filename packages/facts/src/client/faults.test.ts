import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EngineTimeout, EngineUnavailable, type Facts, importRecords, migrate, openFacts } from '..'
import { company, east, linesOf, message } from '../import/testing'
import type { Statement } from './activity'
import { certificate, key } from './testing/certificate'
import { type FaultyProxy, faultyProxy } from './testing/faultyProxy'
import { type TempClickHouse, tempClickHouse } from './testing/tempClickHouse'

// The network client over real HTTP, with every failure that a network and a server can cause.

const AWAY = 'The data store does not answer. Please try again in a moment.'
// Half a million rows have been sent when this one fails.
const FAILS_MIDWAY = 'SELECT number AS n, throwIf(number = 500000) AS fine FROM numbers(1000000)'

let server: TempClickHouse
let way: FaultyProxy
let facts: Facts
const statements: Statement[] = []

beforeAll(async () => {
  server = await tempClickHouse()
  way = await faultyProxy(Number(new URL(server.url).port))
  facts = await openFacts({ clickhouseUrl: `http://127.0.0.1:${way.port}` })
  facts.activity?.listen({ statement: (statement) => statements.push(statement) })
  await migrate(facts)
})
afterAll(async () => {
  await facts.close()
  await way.close()
  await server.remove()
})

async function readAll(store: Facts, sql: string): Promise<number> {
  let rows = 0
  for await (const _ of store.stream(sql)) rows++
  return rows
}
const expectWorking = async () => expect(await facts.query('SELECT 1 AS n')).toEqual([{ n: 1 }])
const expectUnavailable = async (work: Promise<unknown>) => {
  const error: unknown = await work.catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(EngineUnavailable)
  expect(error).toHaveProperty('message', AWAY)
}

it('reports a refused connection and works again afterward', async () => {
  await way.setMode('shut')
  await expectUnavailable(facts.query('SELECT 1'))
  await expectUnavailable(facts.command('SELECT 1'))
  await expectUnavailable(facts.insert('messages', [{ id: 1 }]))
  await expectUnavailable(readAll(facts, 'SELECT 1'))
  await way.setMode('through')
  await expectWorking()
})

it('treats a partial response as an error', async () => {
  // Right after the start of the response, and far into it.
  for (const cutAfter of [300, 200_000]) {
    await way.setMode({ cutAfter })
    await expectUnavailable(facts.query('SELECT number AS n FROM numbers(100000)'))
    await expectUnavailable(readAll(facts, 'SELECT number AS n FROM numbers(100000)'))
  }
  // An import whose acknowledgment is lost reports an error; repeating it stores the record once.
  await way.setMode('through')
  await importRecords(facts, linesOf([company]), { entity: 'companies' })
  await importRecords(facts, linesOf([east]), { entity: 'properties' })
  await way.setMode({ cutAfter: 100 })
  await expectUnavailable(importRecords(facts, linesOf([message]), { entity: 'messages' }))
  await way.setMode('through')
  await importRecords(facts, linesOf([message]), { entity: 'messages' })
  expect(await facts.query('SELECT id FROM messages FINAL')).toEqual([{ id: message.id }])
})

it('gives up on a server that accepts a query and never responds', { timeout: 20_000 }, async () => {
  await way.setMode('silent')
  const started = performance.now()
  const stop = new AbortController()
  // More than there are connections: an unresponsive server must not occupy any of them forever.
  const asked = Array.from({ length: 14 }, () => facts.query('SELECT 1', {}, { timeoutSeconds: 1 }))
  const streamed = facts.query('SELECT 1', {}, { signal: stop.signal, timeoutSeconds: 1 })
  stop.abort()
  for (const answer of await Promise.allSettled([...asked, streamed])) expect(answer.status).toBe('rejected')
  await expect(facts.query('SELECT 1', {}, { timeoutSeconds: 1 })).rejects.toThrow(EngineTimeout)
  expect(performance.now() - started).toBeLessThan(12_000)
  await way.setMode('through')
  await expectWorking()
})

it.each([{ old: false }, { old: true }])('knows an error behind rows that went out already: $old', async ({ old }) => {
  const other = old ? await tempClickHouse({ old }) : server
  const store = await openFacts({ clickhouseUrl: other.url })
  await expect(store.query(FAILS_MIDWAY)).rejects.toThrow(/throwIf|non-zero/)
  await expect(readAll(store, FAILS_MIDWAY)).rejects.toThrow(/throwIf|non-zero|stream/)
  const tooLong = 'SELECT number AS n, sleepEachRow(0.001) AS z FROM numbers(100000) SETTINGS max_block_size = 100'
  await expect(store.query(`SELECT * FROM (${tooLong})`, {}, { timeoutSeconds: 1 })).rejects.toThrow(EngineTimeout)
  expect(await store.query('SELECT 1 AS n')).toEqual([{ n: 1 }])
  await store.close()
  if (old) await other.remove()
})

it('works again after the server was killed and restarted', async () => {
  const asked = expectUnavailable(facts.query('SELECT sleep(3) AS z'))
  await facts.insert('messages', [{ company_id: 1, id: 5 }])
  await server.kill()
  await asked
  await expectUnavailable(facts.query('SELECT 1'))
  await server.start()
  await expectWorking()
  // Acknowledged data is stored.
  expect(await facts.query('SELECT id FROM messages WHERE id = 5')).toEqual([{ id: 5 }])
})

it('reports a wrong password, a wrong database, and a foreign response as unavailable', async () => {
  const closed = await tempClickHouse({ password: 'right' })
  const wrong = await openFacts({ clickhouseUrl: closed.url, clickhousePassword: 'wrong' })
  await expectUnavailable(wrong.query('SELECT 1'))
  await expectUnavailable(
    openFacts({ clickhouseUrl: closed.url, clickhousePassword: 'wrong', clickhouseDatabase: 'x' }),
  )
  const right = await openFacts({ clickhouseUrl: closed.url, clickhousePassword: 'right', clickhouseDatabase: 'own' })
  expect(await right.query('SELECT currentDatabase() AS name')).toEqual([{ name: 'own' }])
  await right.command('DROP DATABASE own')
  await expectUnavailable(right.query('SELECT 1'))
  const proxy = createServer((_request, response) => response.writeHead(502).end('<html>Bad Gateway</html>'))
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = Object(proxy.address())
  const behind = await openFacts({ clickhouseUrl: `http://127.0.0.1:${port}` })
  await expectUnavailable(behind.query('SELECT 1'))
  await Promise.all([wrong, right, behind].map((store) => store.close()))
  proxy.close()
  await closed.remove()
})

it('uses TLS and rejects a certificate that it can’t verify', async () => {
  const secure = await tempClickHouse({ tls: { key, certificate } })
  const unknown = await openFacts({ clickhouseUrl: secure.url })
  await expectUnavailable(unknown.query('SELECT 1'))
  const inClear = await openFacts({ clickhouseUrl: secure.url.replace('https', 'http') })
  await expectUnavailable(inClear.query('SELECT 1'))
  const known = await openFacts({ clickhouseUrl: server.url.replace('http', 'https') })
  await expectUnavailable(known.query('SELECT 1'))
  await Promise.all([unknown, inClear, known].map((store) => store.close()))
  await secure.remove()
})

it('reports the outcome of every statement', () => {
  const ended = new Set(statements.map(({ kind, outcome }) => `${kind} ${outcome}`))
  for (const one of ['query ok', 'query unavailable', 'query too_slow', 'query cancelled', 'stream unavailable'])
    expect(ended).toContain(one)
  for (const one of ['insert ok', 'insert unavailable', 'command ok', 'command unavailable'])
    expect(ended).toContain(one)
  expect(facts.activity?.load()).toMatchObject({ waiting: { interactive: 0, background: 0 } })
})
