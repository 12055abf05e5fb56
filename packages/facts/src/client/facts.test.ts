import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { RUN } from '@leaselight/run'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  EngineTimeout,
  EngineUnavailable,
  entityNames,
  type Facts,
  importRecords,
  migrate,
  openFacts,
  QueryCancelled,
  tableColumns,
} from '..'
import { company, east, linesOf, message } from '../import/testing'
import { tempFacts } from '../testing'
import { COSTLY_STEPS } from './planning'

const SLOW = 'SELECT count() AS n FROM numbers(100000000000) WHERE sipHash64(number) % 7 = 1'

describe.each(['embedded', 'server'] as const)('the store, %s', (form) => {
  let dir: string
  let facts: Facts
  let server: ChildProcess | undefined
  let address: string | undefined

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'leaselight-client-'))
    if (form === 'embedded') facts = await openFacts({ dataDir: dir })
    else {
      server = fork(RUN, [fileURLToPath(new URL('./testing/fakeServer.ts', import.meta.url)), join(dir, 'server')], {
        env: { ...process.env, UV_THREADPOOL_SIZE: '32' },
      })
      const [port] = await once(server, 'message')
      address = `http://127.0.0.1:${port}`
      facts = await openFacts({ clickhouseUrl: address })
    }
    await migrate(facts)
  })
  afterAll(async () => {
    await facts.close()
    server?.kill('SIGKILL')
    await rm(dir, { recursive: true, force: true })
  })

  it('creates its tables once as declared, even when several processes migrate repeatedly', async () => {
    await Promise.all([migrate(facts), migrate(facts)])
    const columns = await facts.query<{ table: string; name: string; type: string }>(
      'SELECT table, name, type FROM system.columns WHERE database = currentDatabase() ORDER BY table, position',
    )
    for (const entity of entityNames) {
      const made = columns.filter(({ table }) => table === entity).map(({ name, type }) => ({ name, type }))
      expect(made).toEqual(tableColumns[entity].map(({ name, type }) => ({ name, type })))
    }
  })

  it('answers with plain values: ids as numbers, instants as ISO text, nothing as null', async () => {
    const [row] = await facts.query(
      `SELECT {id:UInt64} AS id, {name:String} AS name, has({ids:Array(UInt64)}, 2) AS listed,
        toDateTime64('2026-03-08 14:05:00.123', 3, 'UTC') AS at, toDate32('2199-01-01') AS day, toDecimal64(12.5, 2) AS money, 1 / 0 AS none`,
      { id: 2 ** 53 - 1, name: "O'Neil \\ \n", ids: [1, 2] },
    )
    expect(row).toEqual({
      id: 2 ** 53 - 1,
      name: "O'Neil \\ \n",
      listed: 1,
      at: '2026-03-08T14:05:00.123Z',
      day: '2199-01-01',
      money: 12.5,
      none: null,
    })
    expect(await facts.query('SELECT 1 AS n WHERE 0')).toEqual([])
  })

  it.each<[string, unknown, unknown]>([
    ['UInt64', 2 ** 53 - 1, 2 ** 53 - 1],
    ['Int32', -5, -5],
    ['Float64', 0.25, 0.25],
    ['Bool', true, true],
    ['String', `'); DROP TABLE messages; -- \\' {x:String} \0 \n`, `'); DROP TABLE messages; -- \\' {x:String} \0 \n`],
    ['Nullable(String)', null, null],
    ['Array(UInt64)', [], []],
    ['Array(UInt64)', [3, 1], [3, 1]],
    ['Array(String)', ["O'Neil", '\\', 'a,b]', ''], ["O'Neil", '\\', 'a,b]', '']],
    ['Date32', '2199-12-31', '2199-12-31'],
    ["DateTime64(3, 'UTC')", new Date('2026-03-08T14:05:00.123Z'), '2026-03-08T14:05:00.123Z'],
    ["DateTime64(3, 'UTC')", '2026-03-08 14:05:00.123', '2026-03-08T14:05:00.123Z'],
  ])('takes a parameter of type %s: %j', async (type, value, expected) => {
    expect(await facts.query(`SELECT {x:${type}} AS x LIMIT {n:UInt8}`, { x: value, n: 1 })).toEqual([{ x: expected }])
  })

  it('runs questions with parameters side by side', async () => {
    const slow = facts.query('SELECT sleep({n:UInt8}) AS n', { n: 2 })
    const started = performance.now()
    await facts.query('SELECT {n:UInt8} AS n', { n: 1 })
    expect(performance.now() - started).toBeLessThan(1_500)
    await slow
  })

  it('accepts a one-megabyte parameter: a year of opening times of a thousand properties', async () => {
    const many = Array.from({ length: 80_000 }, (_, index) => 1_762_038_000_000 + index)
    const question = 'SELECT length({many:Array(UInt64)}) AS n'
    expect(await facts.query(question, { many })).toEqual([{ n: many.length }])
    const streamed: unknown[] = []
    for await (const row of facts.stream(question, { many })) streamed.push(row)
    expect(streamed).toEqual([{ n: many.length }])
  })

  it.each([
    { what: 'ids', of: 'number', type: 'Array(UInt64)' },
    { what: 'texts', of: 'toString(number)', type: 'Array(String)' },
  ])('looks up 200,000 $what at once, not all of them for each row', async ({ of, type }) => {
    const numbers = Array.from({ length: 200_000 }, (_, number) => number)
    const list = type === 'Array(UInt64)' ? numbers : numbers.map(String)
    const wanted = `{list:${type}}`
    // Comparing each of a million with all of them would take minutes, and is stopped.
    const [found] = await facts.query(
      `SELECT countIf(one IN ${wanted}) AS among, countIf(one NOT IN (${wanted})) AS others,
         countIf(arrayExists(item -> item IN ${wanted}, [one])) AS listed
       FROM (SELECT ${of} AS one FROM numbers(1000000))`,
      { list },
      { timeoutSeconds: 20 },
    )
    expect(found).toEqual({ among: 200_000, others: 800_000, listed: 200_000 })
    const streamed: unknown[] = []
    const question = `SELECT count() AS n FROM (SELECT ${of} AS one FROM numbers(1000000)) WHERE one IN ${wanted}`
    for await (const row of facts.stream(question, { list }, { timeoutSeconds: 20 })) streamed.push(row)
    expect(streamed).toEqual([{ n: 200_000 }])
  })

  it('exports and imports columns in Native format, with special characters in names', async () => {
    await facts.command(
      `CREATE TABLE wide (id UInt64, few LowCardinality(String), at Nullable(DateTime64(3, 'UTC')), money Decimal(18, 2),
        words Array(String), flags Map(String, UInt8), day Date32) ENGINE = MergeTree ORDER BY id`,
    )
    await facts.command(
      `INSERT INTO wide SELECT number, ['a', 'b'][number % 2 + 1], if(number % 3, NULL, now64(3)), number / 4,
        ['\\'', '\n'], map('x', number % 2), '2199-01-01' FROM numbers(100000)`,
    )
    const columns = ['day', 'id', 'few', 'at', 'money', 'words', 'flags']
    const sum = 'SELECT count() AS rows, toString(sum(cityHash64(tuple(*)))) AS sum FROM wide'
    const [before] = await facts.query(sum)
    await facts.command('CREATE TABLE again AS wide')
    await facts.insertNative('again', columns, facts.native(`SELECT ${columns.join(', ')} FROM wide`))
    expect(await facts.query(sum.replace('wide', 'again'))).toEqual([before])
    await facts.insertNative(
      'again',
      columns,
      facts.native(`SELECT ${columns.join(', ')} FROM wide WHERE id > 1000000`),
    )
    expect(await facts.query(sum.replace('wide', 'again'))).toEqual([before])
    await expect(facts.insertNative('again', columns, facts.native('SELECT 1 AS id, 2 AS nobodys'))).rejects.toThrow()
    for (const table of ['wide', 'again']) await facts.command(`DROP TABLE ${table}`)
  })

  it('inserts records', async () => {
    await importRecords(facts, linesOf([company]), { entity: 'companies' })
    await importRecords(facts, linesOf([east]), { entity: 'properties' })
    await importRecords(facts, linesOf([message]), { entity: 'messages' })
    await importRecords(facts, linesOf([{ ...message, sent_at: '2025-01-01T00:00:00Z' }]), { entity: 'messages' })
    await importRecords(facts, linesOf([{ ...east, time_zone: 'Asia/Kathmandu' }]), { entity: 'properties' })
    expect(await facts.query('SELECT company_id, id, sent_day, sent_offset FROM messages FINAL')).toEqual([
      { company_id: 1, id: 1, sent_day: '2025-01-01', sent_offset: 20700 },
    ])
  })

  it('plans what an INSERT selects as it plans a query', async () => {
    const planned = `SELECT sum(toUInt64(value)) AS steps FROM system.settings
      WHERE name IN (${COSTLY_STEPS.map((step) => `'${step}'`).join(', ')})`
    expect(await facts.query(planned)).toEqual([{ steps: 0 }])
    await facts.command('CREATE TABLE planned (steps UInt64, threads UInt64) ENGINE = MergeTree ORDER BY steps')
    await facts.command(
      `INSERT INTO planned (steps, threads) SELECT steps, getSetting('max_threads') FROM (${planned}) SETTINGS max_threads = 3`,
    )
    expect(await facts.query('SELECT steps, threads FROM planned')).toEqual([{ steps: 0, threads: 3 }])
    await facts.command('DROP TABLE planned')
  })

  it('keeps each record once when two instances move it at the same time', async () => {
    // An embedded store has a single process, which queues its batches.
    const other = address ? await openFacts({ clickhouseUrl: address }) : facts
    const moved = (hour: number) =>
      Array.from({ length: 20 }, (_, id) => ({ ...message, id: id + 100, sent_at: `2026-0${hour}-01T12:00:00Z` }))
    for (let round = 1; round <= 4; round++) {
      await Promise.all([
        importRecords(facts, linesOf(moved(round)), { entity: 'messages' }),
        importRecords(other, linesOf(moved(round + 4)), { entity: 'messages' }),
      ])
      const [found] = await facts.query(
        'SELECT count() AS rows, uniqExact(id) AS ids FROM messages FINAL WHERE id >= 100',
      )
      expect(found).toEqual({ rows: 20, ids: 20 })
    }
    if (other !== facts) await other.close()
  })

  it('streams in flat memory', async () => {
    // What was used and is not cleared yet is no part of what a stream holds.
    setFlagsFromString('--expose-gc')
    const clear: () => void = runInNewContext('gc')
    clear()
    const before = process.memoryUsage().rss
    let rows = 0
    let sum = 0
    let peak = 0
    const text = 'x'.repeat(100)
    for await (const row of facts.stream<{ n: number }>(
      `SELECT number AS n, {text:String} AS text FROM numbers(1000000)`,
      { text },
    )) {
      sum += row.n
      if (++rows % 50_000 > 0) continue
      clear()
      peak = Math.max(peak, process.memoryUsage().rss - before)
    }
    expect([rows, sum]).toEqual([1_000_000, (1_000_000 * 999_999) / 2])
    // The whole result is 130 MB of text, and another 250 MB and more as objects.
    expect(peak).toBeLessThan(300 << 20)
  })

  it('may be left in the middle of a stream', async () => {
    for await (const row of facts.stream<{ n: number }>('SELECT number AS n FROM numbers(100000000)'))
      if (row.n > 10) break
    expect(await facts.query('SELECT 1 AS n')).toEqual([{ n: 1 }])
  })

  it('stops a slow statement with an error message', async () => {
    const started = performance.now()
    const error = await facts.query(SLOW, {}, { timeoutSeconds: 1 }).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(EngineTimeout)
    expect(String(error)).toContain('Choose a shorter period or fewer properties')
    expect(performance.now() - started).toBeLessThan(8_000)
    await expect(
      facts.query('SELECT groupArray(number) FROM numbers(100000000)', {}, { memoryBytes: 50e6 }),
    ).rejects.toThrow(EngineTimeout)
  })

  it('stops canceled statements in the engine', async () => {
    const stop = new AbortController()
    const work = facts.query(SLOW, {}, { signal: stop.signal })
    setTimeout(() => stop.abort(), 200)
    await expect(work).rejects.toThrow(QueryCancelled)
    await expect.poll(running, { timeout: 8_000 }).toBe(0)
    await expect(facts.query('SELECT 1', {}, { signal: stop.signal })).rejects.toThrow(QueryCancelled)
  })

  it('cancels a stream', async () => {
    const stop = new AbortController()
    const read = async () => {
      for await (const _ of facts.stream('SELECT number FROM numbers(100000000000)', {}, { signal: stop.signal }))
        stop.abort()
    }
    await expect(read()).rejects.toThrow(QueryCancelled)
    await expect.poll(running, { timeout: 8_000 }).toBe(0)
  })

  it('makes background work wait for a connection before interactive queries', async () => {
    const stop = new AbortController()
    const options = { signal: stop.signal, priority: 'background' } as const
    const long = Array.from({ length: 8 }, () => facts.query(SLOW, {}, options).catch((error: unknown) => error))
    expect(await facts.query('SELECT 1 AS n', {}, { timeoutSeconds: 10 })).toEqual([{ n: 1 }])
    stop.abort()
    for (const error of await Promise.all(long)) expect(error).toBeInstanceOf(QueryCancelled)
  })

  it('reports an invalid statement and keeps working', async () => {
    await expect(facts.query('SELECT nothing FROM nowhere')).rejects.toThrow(/nowhere/)
    await expect(facts.command('CREATE TABEL x')).rejects.toThrow(/Syntax error/)
    await expect(facts.insert('messages', [{ no_such_column: 1 }])).rejects.toThrow()
    expect(await facts.query('SELECT 1 AS n')).toEqual([{ n: 1 }])
  })

  const running = async () => {
    const [found] = await facts.query<{ n: number }>(
      "SELECT count() AS n FROM system.processes WHERE query LIKE '%100000000000%' AND query NOT LIKE '%processes%'",
    )
    return found?.n
  }
})

it('reports an unreachable server as unavailable', async () => {
  const facts = await openFacts({ clickhouseUrl: 'http://127.0.0.1:9' })
  await expect(facts.query('SELECT 1')).rejects.toThrow(EngineUnavailable)
  await expect(facts.command('SELECT 1')).rejects.toThrow(EngineUnavailable)
  await facts.close()
  await expect(openFacts({})).rejects.toThrow(/data folder or the address/)
})

it('answers nothing once it is closed, even what was asked just before, and opens its folder no more', async () => {
  const closing = await tempFacts()
  const asked = [closing.facts.query('SELECT 1'), closing.facts.insert('erased', [{ company_id: 1, prospect_id: 1 }])]
  const closed = closing.close()
  await Promise.allSettled(asked)
  await closed
  await expect(closing.facts.query('SELECT 1')).rejects.toThrow(EngineUnavailable)
  await expect(closing.facts.command('SELECT 1')).rejects.toThrow(EngineUnavailable)
  await expect(closing.facts.insert('erased', [{ company_id: 1 }])).rejects.toThrow(EngineUnavailable)
  const next = await tempFacts()
  expect(await next.facts.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  await next.close()
})
