import { createEngine, type Engine } from '@leaselight/engine'
import { type Facts, peopleAtHandOf } from '@leaselight/facts'
import { factsWith } from '@leaselight/facts/testing'
import { isDrillable, neutralState, type ReportDefinition } from '@leaselight/model'
import { boxscore } from '@leaselight/reports/definitions'
import { loadQuery } from '@leaselight/reports/server'
import { withNothingDerived } from '@leaselight/reports/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOW, statesOf } from './permutations'
import { openPortfolio, type Portfolio } from './portfolio'
import { reportsOfRun, SEED } from './seed'

/**
 * The same question over the same rows has the same answer, to the last digit and in the same order, however the engine
 * splits its work. Sums of fractions depend on their order, and so does a pick among equals. No answer comes from a cache.
 * The last time the question reads the records, as while tables that are worked out from them wait for that.
 */
const TIMES = 5
/** How many of a report's lists are opened. */
const LISTS = Number(process.env.RANDOM_CELLS ?? 1)
/** In how many of its ways to make rows a report is asked. */
const PERMUTATIONS = Number(process.env.RANDOM_PERMUTATIONS ?? 1)

let portfolio: Portfolio
let engine: Engine
let withoutDerived: Engine
/** How many statements joined people in the engine's memory. */
let joinsAtHand = 0
beforeAll(async () => {
  portfolio = await openPortfolio({ seed: SEED, now: NOW, facts: 5_000 })
  const { facts } = portfolio.store
  const engineOver = (store: Facts) =>
    createEngine({ facts: store, loadQuery, now: () => new Date(NOW), cacheCells: 0 })
  const watched = factsWith(facts, {
    query: <T>(...asked: Parameters<Facts['query']>) => {
      if (asked[0].includes('JOIN at_hand.')) joinsAtHand++
      return facts.query<T>(...asked)
    },
  })
  engine = engineOver(watched)
  withoutDerived = engineOver(withNothingDerived(facts))
  await peopleAtHandOf(watched).load(1)
}, 120_000)
afterAll(() => portfolio.close())

/** Some of the columns with a list behind them; the seed decides which. */
const countColumns = (report: ReportDefinition): string[] => {
  const columns = Object.entries(report.columns).flatMap(([key, column]) => (isDrillable(column) ? [key] : []))
  const start = SEED % Math.max(columns.length, 1)
  return [...columns.slice(start), ...columns.slice(0, start)].slice(0, LISTS)
}

/** Asks a question several times, and shows where another answer begins to differ from the first. */
async function expectSameAnswers(about: string, question: (engine: Engine) => Promise<unknown>): Promise<void> {
  const first = JSON.stringify(await question(engine))
  for (let time = 1; time < TIMES; time++) {
    const again = JSON.stringify(await question(time < TIMES - 1 ? engine : withoutDerived))
    if (again === first) continue
    const at = [...first].findIndex((letter, index) => letter !== again[index])
    const around = (text: string) => text.slice(Math.max(0, at - 80), at + 40)
    expect(around(again), `${about} (RANDOM_SEED=${SEED})`).toBe(around(first))
  }
}

it('joins people in memory to facts where the store keeps them, and otherwise their records', async () => {
  const state = neutralState(boxscore)
  const [first, other] = await Promise.all(
    [engine, withoutDerived].map((asked) => asked.runReport(boxscore, state, portfolio.viewers.all, { depth: 'all' })),
  )
  expect(first).toEqual(other)
  const { embedded, cluster } = portfolio.store.facts
  expect(joinsAtHand > 0).toBe(embedded && !cluster)
})

describe('the same question over the same rows has the same answer', () => {
  it.each(reportsOfRun())('%s', { timeout: 120_000 }, async (key, report) => {
    const states = statesOf(report).slice(0, PERMUTATIONS)
    for (const [how, state] of states)
      await expectSameAnswers(`${key} ${how}`, (asked) =>
        asked.runReport(report, state, portfolio.viewers.all, { depth: 'all' }),
      )
    for (const [how, state] of states.slice(0, 1))
      for (const column of countColumns(report))
        await expectSameAnswers(`the list of ${key} ${how} ${column}`, (asked) =>
          asked.members(report, state, portfolio.viewers.all, {
            ...{ row: null, column, period: 'current', page: 1, pageSize: 500 },
          }),
        )
  })
})
