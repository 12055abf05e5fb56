import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { importRecords } from '../..'
import { factsWith, type TempFacts, tempFacts } from '../../testing'
import { ana, baseRecords, linesOf, message } from '../testing'
import { Tidying } from './tidying'

afterEach(() => {
  vi.useRealTimers()
})

const SECOND = 1_000
const MINUTE = 60 * SECOND

describe('tables that records are written to', () => {
  let tidied: string[]
  /** A store whose merges take a while. */
  const tidyingOf = (milliseconds = 0) =>
    new Tidying({
      tidy: async (sql) => {
        tidied.push(sql.split(' ')[2] ?? '')
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
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const merges = new Map<string, Promise<void>>()
    const facts = factsWith(store.facts, {
      tidy: (sql) => {
        const merge = store.facts.tidy(sql)
        merges.set(sql.split(' ')[2] ?? '', merge)
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
      `SELECT table AS name, count() AS n FROM system.parts
       WHERE active AND database = currentDatabase() AND table IN ('messages', 'prospect_care')
       GROUP BY table, partition ORDER BY name`,
    )
    expect(pieces).toEqual(expected.map((name) => ({ name, n: 1 })))
  })
})
