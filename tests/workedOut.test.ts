import { createEngine, type Engine } from '@leaselight/engine'
import { DAY_SUMS, derivedTables, type Facts } from '@leaselight/facts'
import { factsWith } from '@leaselight/facts/testing'
import { neutralState, type ReportDefinition } from '@leaselight/model'
import {
  activity,
  activityEvent,
  boxscore,
  boxscoreResident,
  callBack,
  conversions,
  dripCampaign,
  multiTouchAttribution,
  occupancy,
  snapshot,
} from '@leaselight/reports/definitions'
import { loadQuery } from '@leaselight/reports/server'
import { withNothingDerived } from '@leaselight/reports/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { misplaceFacts } from './misplacedFacts'
import { halfOfRun } from './ofRun'
import { NOW, statesOf, withoutLastDigits } from './permutations'
import { openPortfolio, type Portfolio } from './portfolio'
import { reportsOfRun, SEED } from './seed'

/**
 * Every report says the same whether it reads what was worked out at import or the records, over a portfolio whose people
 * have facts at several properties, some of them corrected later.
 */

let portfolio: Portfolio
let fromTables: Engine
let fromRecords: Engine
/** Every statement over derived tables. */
const statements: string[] = []
/** The tables that statements count, and the sums that they read. */
const counted = new Set<string | undefined>()
const sums = new Set<string | undefined>()
/** The priorities of the statements that read how numbers move, week by week. */
const learnedAt = new Set<unknown>()

const isOfDerived = (sql: string) => derivedTables.some(({ name }) => new RegExp(`\\b${name}\\b`).test(sql))

const minutesAgo = (minutes: number) => new Date(Date.parse(NOW) - minutes * 60_000).toISOString()

const DAY_MINUTES = 24 * 60

type Records = ReturnType<typeof misplaceFacts>['corrections']

/** So small a portfolio may lack second days of a stage, people who wait, and people who were answered. */
function whatMayBeMissing({ visits = [], prospects = [], messages = [] }: Records) {
  const open = { ...prospects[0], first_contact_channel: 'internet', status: 'waiting', not_a_prospect: false }
  const [waiting, answered] = [9_000_000, 9_000_001]
  return {
    prospects: [
      { ...open, id: waiting, created_at: minutesAgo(1) },
      { ...open, id: answered, created_at: minutesAgo(3 * DAY_MINUTES) },
    ],
    messages: [
      {
        ...{ ...messages[0], id: 9_000_000, prospect_id: answered, direction: 'outbound', origin: 'agent' },
        sent_at: minutesAgo(DAY_MINUTES),
      },
    ],
    visits: visits.map((visit, index) => ({
      ...visit,
      id: 9_000_000 + index,
      visited_at: minutesAgo(3 * DAY_MINUTES),
    })),
  }
}

beforeAll(async () => {
  const { change, corrections } = misplaceFacts(1)
  portfolio = await openPortfolio({ seed: SEED, now: NOW, facts: 4_000, change })
  const { facts } = portfolio.store
  await portfolio.store.load(corrections, { now: Date.parse(NOW) })
  await portfolio.store.load(whatMayBeMissing(corrections), { now: Date.parse(NOW) })
  const engineOver = (over: Facts) => createEngine({ facts: over, loadQuery, now: () => new Date(NOW), cacheCells: 0 })
  fromTables = engineOver(
    factsWith(facts, {
      query: async <T>(...args: Parameters<Facts['query']>) => {
        if (isOfDerived(args[0])) statements.push(args[0])
        if (args[0].includes(' AS rolled')) counted.add(/FROM (\w+)/.exec(args[0])?.[1])
        for (const [, sum] of args[0].matchAll(/sumIf\((\w+), /g)) sums.add(sum)
        if (args[0].includes(' AS slice')) learnedAt.add(args[2]?.priority)
        return facts.query<T>(...args)
      },
    }),
  )
  const records = withNothingDerived(facts)
  fromRecords = engineOver(
    factsWith(records, {
      query: async <T>(...args: Parameters<Facts['query']>) => {
        if (isOfDerived(args[0])) throw new Error(`It reads what is behind: ${args[0]}`)
        return records.query<T>(...args)
      },
    }),
  )
}, 120_000)
afterAll(() => portfolio.close())

async function expectSame(report: ReportDefinition, states = statesOf(report)): Promise<void> {
  for (const [about, state] of states) {
    for (const viewer of [portfolio.viewers.all, portfolio.viewers.one]) {
      for (const options of [{}, { depth: 'all' as const }]) {
        const [found, expected] = await Promise.all(
          [fromTables, fromRecords].map((engine) => engine.runReport(report, state, viewer, options)),
        )
        expect(withoutLastDigits(found), about).toEqual(withoutLastDigits(expected))
      }
    }
  }
}

describe(`what was worked out at import (RANDOM_SEED=${SEED})`, () => {
  it.each(reportsOfRun())('%s', { timeout: 240_000 }, async (_key, report) =>
    expectSame(report, halfOfRun(statesOf(report))),
  )

  it('answers who was active, also at several properties', { timeout: 240_000 }, async () => {
    const [people] = await portfolio.store.facts.query<{ some: number; elsewhere: number }>(
      'SELECT count() AS some, countIf(is_elsewhere) AS elsewhere FROM prospect_days FINAL WHERE company_id = 1',
    )
    expect(people?.elsewhere).toBeGreaterThan(10)
    expect(people?.some).toBeGreaterThan(Number(people?.elsewhere))
    statements.length = 0
    for (const report of [activity, activityEvent]) {
      await expectSame(report)
      // What is usual comes from many weeks, each with its own distinct people.
      for (const engine of [fromTables, fromRecords])
        expect(await engine.learn(report, portfolio.viewers.all), report.key).toBe(true)
      await expectSame(report)
    }
    expect(statements.some((sql) => sql.includes('FROM prospect_days FINAL'))).toBe(true)
    // Readers go first.
    expect([...learnedAt]).toEqual(['background'])
  })
  it('counts what the first pages show without reading a record', async () => {
    sums.clear()
    for (const report of [activity, activityEvent, snapshot]) {
      counted.clear()
      await fromTables.runReport(report, neutralState(report), portfolio.viewers.all)
      const tables = report === snapshot ? ['property_days'] : ['prospect_days', 'property_days']
      expect([...counted].sort(), report.key).toEqual(tables.sort())
    }
    // A sum whose conditions no report states any more would be worked out in vain.
    expect([...sums].sort()).toEqual(Object.keys(DAY_SUMS).sort())
  })

  it.each([occupancy, boxscoreResident])('reads the states of homes without their units: $key', async (report) => {
    statements.length = 0
    await fromTables.runReport(report, neutralState(report), portfolio.viewers.all)
    const ofHomes = statements.filter((sql) => sql.includes('FROM home_spans FINAL'))
    expect(ofHomes).not.toEqual([])
    expect(ofHomes.filter((sql) => /FROM units\b/.test(sql))).toEqual([])
  })

  it.each([
    ['property_days', activity, 'agent_emails > 0'],
    ['property_days', snapshot, 'inbound_calls > answered_calls'],
    ['campaign_messages', dripCampaign, 'notEmpty(outcomes)'],
    ['campaign_messages', dripCampaign, 'elsewhere_id != 0'],
    ['prospect_sources', multiTouchAttribution, 'place > 1'],
    ['prospect_stages', conversions, "previous_day > toDate32('1900-01-01')"],
    ['prospect_days', boxscore, 'return_messages > 0 OR return_calls > 0'],
    ['prospect_waits', callBack, 'arrayExists(one -> one.closes_ms = toInt64(9000000000000000), asks)'],
    ['prospect_waits', callBack, 'arrayExists(one -> one.closes_ms < toInt64(9000000000000000), asks)'],
  ] as const)('answers from %s', { timeout: 240_000 }, async (table, report, isOfInterest) => {
    const [found] = await portfolio.store.facts.query<{ rows: number }>(
      `SELECT countIf(${isOfInterest}) AS rows FROM ${table} FINAL WHERE company_id = 1`,
    )
    expect(found?.rows).toBeGreaterThan(0)
    statements.length = 0
    await expectSame(report)
    expect(statements.some((sql) => sql.includes(`FROM ${table} FINAL`))).toBe(true)
  })
})
