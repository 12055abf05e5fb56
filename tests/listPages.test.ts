import { createEngine } from '@leaselight/engine'
import { factsWith } from '@leaselight/facts/testing'
import { initialState, isRecordList } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { callLog } from '@leaselight/reports/definitions'
import { loadQuery } from '@leaselight/reports/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NOW, statesOf } from './permutations'
import { openPortfolio, type Portfolio } from './portfolio'

const FIRST = 2

let portfolio: Portfolio
beforeAll(async () => {
  // Always the same company: in some of them hardly anyone waits to be called back.
  portfolio = await openPortfolio({ seed: 7, now: NOW, facts: 12_000 })
})
afterAll(() => portfolio.close())

it.each(reports.filter(isRecordList).map((report) => [report.key, report] as const))(
  'reads the first records of %s once, and their people',
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

it('neither doubles nor hides a record when calls come in while somebody scrolls', async () => {
  const { engine, store, viewers, properties } = portfolio
  const state = initialState(callLog)
  const read = async (list?: { limit: number }) => {
    const { rows, length } = await engine.runReport(callLog, state, viewers.all, list ? { list } : {})
    return { keys: rows.map(({ key }) => key), length }
  }
  const call = {
    property_id: properties[0],
    direction: 'inbound',
    handled_by: 'agent',
    caller_type: 'other',
    outcome: 'missed',
  }
  let shown = (await read({ limit: 10 })).keys
  for (const limit of [20, 40, 80]) {
    // At the top of the list, in the middle of what is shown, and far below.
    const calls = [1, 2, 6].map((days) => ({
      ...{ ...call, id: 9_000_000 + limit * 10 + days, duration_seconds: 0 },
      started_at: new Date(Date.parse(NOW) - days * 86_400_000).toISOString(),
    }))
    await store.load({ calls }, { now: Date.parse(NOW) })
    const { keys, length } = await read({ limit })
    const whole = await read()
    expect(new Set(keys).size).toBe(keys.length)
    expect(shown.filter((key) => !keys.includes(key))).toEqual([])
    expect(keys).toEqual(whole.keys.slice(0, limit))
    expect(length).toBe(whole.keys.length)
    shown = keys
  }
  expect(shown.filter((key) => key.startsWith('record:90'))).not.toEqual([])
})
