import { createEngine } from '@leaselight/engine'
import { completeTables, derivedTables, deriveEverywhere, type Facts } from '@leaselight/facts'
import { factsWith, tempCluster, tempServer } from '@leaselight/facts/testing'
import { isRecordList, type MemberPage, neutralState } from '@leaselight/model'
import {
  activity,
  callBack,
  callTranscripts,
  conversions,
  dripCampaign,
  engagement,
  lossReasons,
  multiTouchAttribution,
  occupancy,
} from '@leaselight/reports/definitions'
import { loadQuery } from '@leaselight/reports/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { misplaceFacts } from './misplacedFacts'
import { NOW, numbersOf, statesOf, withoutLastDigits } from './permutations'
import { openPortfolio, type Portfolio } from './portfolio'
import { createDraw } from './random/draw'
import { reportsOfRun, SEED } from './seed'

/**
 * Every report over facts sharded by property on two shards equals the report on a single store, for the same random
 * portfolio, imported and queried by the same code. People have facts at several properties, which may be on different
 * shards. RANDOM_SEED repeats a run; RANDOM_PERMUTATIONS and RANDOM_CELLS set how many states of each report are
 * queried and how many of its numbers are opened; with a thousand of each, all of them.
 */
const PERMUTATIONS = Number(process.env.RANDOM_PERMUTATIONS ?? 1)
const CELLS = Number(process.env.RANDOM_CELLS ?? 1)

let whole: Portfolio
let sharded: Portfolio
const nonEmptyReports = new Set<string>()

beforeAll(async () => {
  const opened = async (open: typeof tempServer): Promise<Portfolio> => {
    const { change, corrections } = misplaceFacts(1)
    const portfolio = await openPortfolio({ seed: SEED, now: NOW, facts: 2_000, open, change })
    await portfolio.store.load(corrections, { now: Date.parse(NOW) })
    return portfolio
  }
  // The single store is in another process: the engine has one folder per process.
  ;[whole, sharded] = await Promise.all([opened(tempServer), opened(tempCluster)])
})
afterAll(() => Promise.all([whole.close(), sharded.close()]))

/** Runs the same query on both; the results must be equal. */
async function queryBoth<T>(ask: (portfolio: Portfolio) => Promise<T>): Promise<[whole: T, split: T]> {
  return Promise.all([ask(whole), ask(sharded)])
}

/** A list's content, independent of the order of records at the same instant. */
const sortedPage = ({ rows, ...page }: MemberPage) => ({ ...page, rows: rows.map((row) => JSON.stringify(row)).sort() })

it(`splits a company's facts, and people's facts from the people (RANDOM_SEED=${SEED})`, async () => {
  const ask = async (facts: Facts, sql: string) => (await facts.query<{ n: number }>(sql))[0]?.n
  const { facts } = sharded.store
  for (const table of ['prospects', 'messages', 'calls', 'appointments', 'visits', 'leases', 'units', 'transcripts']) {
    const shards = `SELECT uniqExact(_shard_num) AS n FROM ${table} WHERE company_id = 1`
    expect(await ask(facts, shards), table).toBe(table === 'units' ? 1 : 2)
    const rows = `SELECT count() AS n FROM ${table} FINAL`
    expect(await ask(facts, rows), table).toBe(await ask(whole.store.facts, rows))
    const twice = `SELECT count() AS n FROM (SELECT 1 FROM ${table} GROUP BY cityHash64(company_id, ${table === 'transcripts' ? 'thread_id' : 'property_id, id'}) HAVING uniqExact(_shard_num) > 1)`
    expect(await ask(facts, twice), table).toBe(0)
  }
  // Where people and their facts are on different shards, a shard that only searched its own rows would find none.
  const apart = `SELECT count() AS n FROM (SELECT prospect_id, _shard_num AS place FROM visits FINAL WHERE company_id = 1) AS done
    INNER JOIN (SELECT id, _shard_num AS home FROM prospects FINAL WHERE company_id = 1) AS people ON people.id = done.prospect_id
    WHERE place != home`
  expect(await ask(facts, apart)).toBeGreaterThan(5)
})

/** A report that reads each table of what is worked out at import. */
const readers = {
  home_spans: occupancy,
  prospect_milestones: lossReasons,
  prospect_care: engagement,
  prospect_days: activity,
  prospect_sources: multiTouchAttribution,
  call_lines: callTranscripts,
  campaign_messages: dripCampaign,
  property_days: activity,
  prospect_stages: conversions,
  prospect_waits: callBack,
}

describe('what is worked out at import', () => {
  beforeAll(async () => {
    for (const { store } of [whole, sharded]) await deriveEverywhere(store.facts)
  }, 240_000)

  it.each(derivedTables.map((table) => [table.name, table] as const))('is read from %s', async (name, { place }) => {
    const rows = `SELECT count() AS n, uniqExact(_shard_num) AS shards FROM ${name} FINAL WHERE company_id = 1`
    const report = readers[name]
    const [expected, found] = await queryBoth(async ({ store: { facts }, viewers }) => {
      expect((await completeTables(facts, 1)).has(name)).toBe(true)
      const statements: string[] = []
      const watched = factsWith(facts, {
        query: <T>(...asked: Parameters<Facts['query']>) => {
          statements.push(asked[0])
          return facts.query<T>(...asked)
        },
      })
      const engine = createEngine({ facts: watched, loadQuery, now: () => new Date(NOW), cacheCells: 0 })
      const ask = (depth: 'top' | 'all') => engine.runReport(report, neutralState(report), viewers.all, { depth })
      const results = [await ask('top'), await ask('all')]
      expect(statements.some((sql) => sql.includes(`FROM ${name} `))).toBe(true)
      const [{ n = 0 } = {}] = await facts.query<{ n: number }>(rows.replace('uniqExact(_shard_num)', '1'))
      return { n, results: results.map((result) => withoutLastDigits({ ...result, freshness: null })) }
    })
    expect(expected.n).toBeGreaterThan(0)
    expect(found).toEqual(expected)
    const [split] = await sharded.store.facts.query<{ shards: number }>(rows)
    // What has a property is with it; what a person or a unit has anywhere in the company is on one shard.
    expect(split?.shards).toBe(place?.includes('property_id') ? 2 : 1)
  })
})

describe(`every report (RANDOM_SEED=${SEED})`, () => {
  it.each(reportsOfRun())('%s', { timeout: 240_000 }, async (_key, report) => {
    const draw = createDraw(SEED + report.key.length)
    const states = statesOf(report)
    while (states.length > PERMUTATIONS) states.splice(draw.below(states.length), 1)
    for (const [name, state] of states) {
      const about = `RANDOM_SEED=${SEED}: ${report.key} ${name}`
      const [expected, found] = await queryBoth(({ engine, viewers }) =>
        engine.runReport(report, state, viewers.all, { depth: 'all' }),
      )
      // The version identifies the import, and each store had its own.
      expect(withoutLastDigits({ ...found, freshness: null }), about).toEqual(
        withoutLastDigits({ ...expected, freshness: null }),
      )
      const numbers = numbersOf(report, expected).filter(({ number }) => number > 0)
      if (numbers.length > 0 || (isRecordList(report) && expected.rows.length > 0)) nonEmptyReports.add(report.key)
      const opened =
        CELLS >= numbers.length ? numbers : Array.from({ length: CELLS }, () => numbers[draw.below(numbers.length)])
      for (const one of opened) {
        if (!one) continue
        const [list, parts] = await queryBoth(({ engine, viewers }) =>
          engine.members(report, state, viewers.all, { ...one, page: 1, pageSize: 500 }),
        )
        expect(sortedPage(parts), `${about}: ${JSON.stringify(one)}`).toEqual(sortedPage(list))
      }
    }
  })

  it('had data for most reports', () => {
    expect(nonEmptyReports.size).toBeGreaterThan(reportsOfRun().length / 3)
  })
})
