import { createEngine } from '@leaselight/engine'
import { factsWith } from '@leaselight/facts/testing'
import { isRecordList } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { loadQuery } from '@leaselight/reports/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NOW, statesOf } from './permutations'
import { openPortfolio, type Portfolio } from './portfolio'
import { SEED } from './seed'

const FIRST = 2

let portfolio: Portfolio
beforeAll(async () => {
  portfolio = await openPortfolio({ seed: SEED, now: NOW, facts: 12_000 })
})
afterAll(() => portfolio.close())

it.each(reports.filter(isRecordList).map((report) => [report.key, report] as const))(
  `reads the first records of %s once, and their people (RANDOM_SEED=${SEED})`,
  async (_key, report) => {
    const { engine, store, viewers } = portfolio
    let statements: string[] = []
    const { facts } = store
    const watched = factsWith(facts, {
      query: (sql, ...more) => {
        statements.push(sql)
        return facts.query(sql, ...more)
      },
    })
    const listening = createEngine({ facts: watched, loadQuery, now: () => new Date(NOW), cacheCells: 0 })
    let cut = 0
    for (const [name, state] of statesOf(report)) {
      const whole = await engine.runReport(report, state, viewers.all)
      statements = []
      const first = await listening.runReport(report, state, viewers.all, { list: { limit: FIRST } })
      expect(first.rows, name).toEqual(whole.rows.slice(0, FIRST))
      expect(first.length, name).toBe(whole.rows.length)
      if (whole.rows.length > FIRST) cut++
      const times = (part: string) => statements.filter((sql) => sql.includes(part)).length
      expect(times('record_id'), name).toBe(1)
      // The report counts them; over many days it counts those of each day first.
      expect(times('AS total'), name).toBe(0)
      expect(times('AS day, toUInt64(count()) AS records'), name).toBeLessThanOrEqual(1)
      expect(times('FROM prospects FINAL PREWHERE'), name).toBeLessThanOrEqual(1)
    }
    expect(cut).toBeGreaterThan(0)
  },
)
