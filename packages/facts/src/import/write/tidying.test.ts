import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { importDirectory, importRecords } from '../..'
import { factsWith, type TempFacts, tempFacts } from '../../testing'
import { ana, baseRecords, company, east, lease, linesOf, message } from '../testing'
import { Tidying } from './tidying'

afterEach(() => {
  vi.useRealTimers()
})

/** Minutes can be passed over, and between them time goes on: the client of a server waits for it, too. */
const pretendTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** What a statement merges: a table, or a partition of one. */
const tableOf = (sql: string): string => /^OPTIMIZE TABLE (.+) FINAL/.exec(sql)?.[1] ?? sql

describe('tables that records are written to', () => {
  let tidied: string[]
  /** A store whose merges take a while. */
  const tidyingOf = (milliseconds = 0) =>
    new Tidying({
      tidy: async (sql) => {
        tidied.push(tableOf(sql))
        await new Promise((resolve) => setTimeout(resolve, milliseconds))
      },
    })
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    tidied = []
  })

  it('are tidied once, a minute after the last write', async () => {
    const tidying = tidyingOf()
    tidying.note('messages')
    await vi.advanceTimersByTimeAsync(59 * SECOND)
    tidying.note('messages')
    tidying.note('calls')
    await vi.advanceTimersByTimeAsync(59 * SECOND)
    expect(tidied).toEqual([])
    await vi.advanceTimersByTimeAsync(2 * SECOND)
    expect(tidied).toEqual(['messages', 'calls'])
    await vi.advanceTimersByTimeAsync(60 * MINUTE)
    expect(tidied).toHaveLength(2)
  })

  it('are tidied after half an hour where writes never pause', async () => {
    const tidying = tidyingOf()
    for (let minute = 0; minute < 31 * 2; minute++) {
      tidying.note('messages')
      await vi.advanceTimersByTimeAsync(30 * SECOND)
    }
    expect(tidied).toEqual(['messages'])
  })

  it('rest twenty times as long as it took, and nothing that was written is forgotten', async () => {
    const tidying = tidyingOf(30 * SECOND)
    tidying.note('messages')
    await vi.advanceTimersByTimeAsync(61 * SECOND)
    // While it is tidied.
    tidying.note('messages')
    await vi.advanceTimersByTimeAsync(9 * MINUTE)
    expect(tidied).toEqual(['messages'])
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    expect(tidied).toEqual(['messages', 'messages'])
  })

  it('are left as they are where the store can’t', async () => {
    const tidying = new Tidying({
      tidy: async (sql) => {
        tidied.push(sql)
        throw new Error('The disk is full.')
      },
    })
    tidying.note('messages')
    await vi.advanceTimersByTimeAsync(60 * MINUTE)
    expect(tidied).toHaveLength(1)
  })

  it('are tidied at once where an import waits for it, and not again', async () => {
    const tidying = tidyingOf(30 * SECOND)
    for (const table of ['messages', 'calls', 'leases']) tidying.note(table)
    let isDone = false
    void tidying.now().then(() => {
      isDone = true
    })
    await vi.advanceTimersByTimeAsync(29 * SECOND)
    expect(tidied).toEqual(['messages', 'calls'])
    await vi.advanceTimersByTimeAsync(30 * SECOND)
    expect(isDone).toBe(false)
    await vi.advanceTimersByTimeAsync(2 * SECOND)
    expect(isDone).toBe(true)
    await vi.advanceTimersByTimeAsync(60 * MINUTE)
    expect(tidied).toEqual(['messages', 'calls', 'leases'])
  })

  it('are tidied once where an import waits for it while others are', async () => {
    const tidying = tidyingOf(30 * SECOND)
    for (const table of ['messages', 'calls', 'leases']) tidying.note(table)
    await vi.advanceTimersByTimeAsync(61 * SECOND)
    void tidying.now()
    await vi.advanceTimersByTimeAsync(60 * MINUTE)
    expect(tidied).toEqual(['messages', 'calls', 'leases'])
  })

  it('are an entity’s, with what belongs to them', async () => {
    const tidying = tidyingOf()
    for (const name of ['properties', 'prospects', 'transcripts'] as const) tidying.noteRecords(name)
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    expect(tidied).toEqual([
      ...['properties', 'prospects', 'prospect_marks', "record_keys PARTITION 'prospects'"],
      'transcripts',
    ])
  })
})

describe('a folder', () => {
  let store: TempFacts
  let folder: string
  beforeAll(async () => {
    store = await tempFacts()
    folder = await mkdtemp(join(tmpdir(), 'leaselight-tidying-'))
    const files = { companies: company, properties: east, prospects: ana, messages: message, leases: lease }
    for (const [name, record] of Object.entries(files))
      await writeFile(join(folder, `${name}.ndjson`), JSON.stringify(record))
  })
  afterAll(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })

  it('has each table merged that it filled once, two at a time, beside writes, and those of records first', async () => {
    const merged: string[] = []
    let [running, most] = [0, 0]
    const { facts } = store
    const watched = factsWith(facts, {
      tidy: async (sql) => {
        merged.push(tableOf(sql))
        most = Math.max(most, ++running)
        // What is written meanwhile doesn't wait.
        await facts.query('SELECT 1')
        await sleep(5)
        await facts.tidy(sql)
        running--
      },
      command: async (sql) => {
        if (sql.startsWith('INSERT INTO home_spans')) merged.push('derived')
        await facts.command(sql)
      },
    })
    pretendTime()
    await importDirectory(watched, folder)
    expect(most).toBe(2)
    const records = merged.slice(0, merged.indexOf('derived'))
    expect(records).toEqual(expect.arrayContaining(['prospects', 'messages', "record_keys PARTITION 'leases'"]))
    expect(merged.slice(records.length)).toContain('home_spans')
    await vi.advanceTimersByTimeAsync(60 * MINUTE)
    expect(new Set(merged).size).toBe(merged.length)
  })

  it('is left in pieces until a quiet moment where it is little beside what is stored', async () => {
    const merged: string[] = []
    const watched = factsWith(store.facts, {
      tidy: async (sql) => {
        merged.push(tableOf(sql))
      },
    })
    await store.load({ messages: Array.from({ length: 100 }, (_, at) => ({ ...message, id: 100 + at })) })
    await writeFile(join(folder, 'messages.ndjson'), JSON.stringify({ ...message, subject: 'Corrected' }))
    pretendTime()
    await importDirectory(watched, folder)
    expect(merged).toEqual([])
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    expect(merged).toContain('messages')
  })

  it('is in although the store can’t merge', async () => {
    await writeFile(join(folder, 'messages.ndjson'), JSON.stringify({ ...message, id: 2 }))
    const full = factsWith(store.facts, {
      tidy: async () => {
        throw new Error('The disk is full.')
      },
    })
    const { records } = await importDirectory(full, folder)
    expect(records.find(({ entity }) => entity === 'messages')?.new).toBe(1)
  })
})

describe('corrections', () => {
  let store: TempFacts
  beforeAll(async () => {
    store = await tempFacts()
    await store.load({ ...baseRecords, prospects: [ana] })
  })
  afterAll(() => store.close())

  it('leave one piece of each year in every table, once the server is quiet', async () => {
    // The clock that tells whether deriving may go on stays a real one.
    pretendTime()
    const merges = new Map<string, Promise<void>>()
    const facts = factsWith(store.facts, {
      tidy: (sql) => {
        const merge = store.facts.tidy(sql)
        merges.set(tableOf(sql), merge)
        return merge
      },
    })
    for (const subject of ['first', 'second', 'third'])
      await importRecords(facts, linesOf([{ ...message, subject }]), { entity: 'messages' })
    expect(merges.size).toBe(0)
    await vi.advanceTimersByTimeAsync(MINUTE)
    const expected = ['messages', 'prospect_care']
    while (!expected.every((table) => merges.has(table))) await new Promise((resolve) => setImmediate(resolve))
    await Promise.all(merges.values())
    const pieces = await store.facts.query<{ name: string; n: number }>(
      `SELECT replaceOne(table, '_shard', '') AS name, count() AS n FROM system.parts
       WHERE active AND database = currentDatabase() AND name IN ('messages', 'prospect_care')
       GROUP BY table, partition ORDER BY name`,
    )
    expect(pieces).toEqual(expected.map((name) => ({ name, n: 1 })))
  })
})
