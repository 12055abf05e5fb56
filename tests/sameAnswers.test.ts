import { createEngine, type Engine } from '@leaselight/engine'
import type { Facts } from '@leaselight/facts'
import { factsWith } from '@leaselight/facts/testing'
import { isDrillable, type ReportDefinition } from '@leaselight/model'
import { loadQuery } from '@leaselight/reports/server'
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
beforeAll(async () => {
  portfolio = await openPortfolio({ seed: SEED, now: NOW, facts: 5_000 })
  const { facts } = portfolio.store
  const engineOver = (store: Facts) =>
    createEngine({ facts: store, loadQuery, now: () => new Date(NOW), cacheCells: 0 })
  engine = engineOver(facts)
  withoutDerived = engineOver(behind(facts))
}, 120_000)
afterAll(() => portfolio.close())

/** The same store, none of whose derived tables contains the last import. */
const behind = (facts: Facts): Facts => {
  const fails = () => Promise.reject(new Error('nothing is worked out here'))
  return factsWith(facts, {
    query: <T>(...[sql, ...rest]: Parameters<Facts['query']>) =>
      facts.query<T>(
        sql.replaceAll('FROM derived_batches', "FROM (SELECT * FROM derived_batches WHERE name = '')"),
        ...rest,
      ),
    insert: fails,
    command: fails,
  })
}

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
