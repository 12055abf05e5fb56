import { addTo, parseState } from '@leaselight/model'
import { adSpend, conversions, forecast } from '@leaselight/reports/definitions'
import type { Fixture } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainCompany } from './plain/company'
import { plainLeads, plainNeeds, sumOfNeeds } from './plain/forecast'
import { openPortfolio, type Portfolio } from './portfolio'
import { SEED } from './seed'

const NOW = '2026-03-15T16:00:00Z'
const TODAY = '2026-03-15'

let portfolio: Portfolio
const imports: Fixture[] = []

beforeAll(async () => {
  portfolio = await openPortfolio({
    seed: SEED,
    now: NOW,
    facts: 8000,
    change: ({ entity, records }) => imports.push({ [entity]: records }),
  })
})
afterAll(() => portfolio.close())

const run = (params: Record<string, string> = {}) =>
  portfolio.engine.runReport(forecast, parseState(forecast, params, 'api'), portfolio.viewers.all)

describe(`Road to occupancy of a random portfolio (RANDOM_SEED=${SEED})`, () => {
  it.each([
    [30, 0.93],
    [60, 0.95],
    [90, 1],
  ])('needs the leases and leads that a plain recount needs in %i days for %f', async (horizon, target) => {
    const { rows, total } = await run({ horizon: `${horizon}`, target_occupancy: `${target}` })
    const needs = plainNeeds(plainCompany(imports, 1), Date.parse(NOW), horizon)
    expect(rows.map(({ propertyId }) => propertyId).toSorted()).toEqual([...needs.keys()].toSorted())
    for (const [answer, need] of [
      ...rows.map((row) => [row, needs.get(Number(row.propertyId))] as const),
      [total, sumOfNeeds(needs.values())] as const,
    ]) {
      expect(need).toBeDefined()
      if (!need) continue
      expect(answer).toMatchObject({
        totalUnits: need.units,
        heldRatio: expect.closeTo(need.held / need.units, 4),
        decided: need.decided,
        decidedLeft: need.decidedLeft,
        leads: need.leads,
        leased: need.leased,
        ...plainLeads(need, target),
      })
    }
  })

  it('opens as many records as its numbers are worked out from', async () => {
    const { total } = await run()
    for (const column of ['decided', 'decidedLeft', 'leads', 'leased', 'newLeases'] as const) {
      const request = { row: null, column, period: 'current' as const, page: 1, pageSize: 1 }
      const list = await portfolio.engine.members(
        forecast,
        parseState(forecast, {}, 'api'),
        portfolio.viewers.all,
        request,
      )
      expect([column, list.total]).toEqual([column, total[column]])
    }
  })

  it('takes leads and costs from Conversions and Ad Spend', async () => {
    const { total } = await run()
    const asked = await portfolio.engine.runReport(
      conversions,
      parseState(
        conversions,
        {
          ...{ start_date: addTo(TODAY, -424), end_date: addTo(TODAY, -60) },
          prospects_by_create_date: 'true',
        },
        'api',
      ),
      portfolio.viewers.all,
    )
    expect([total.leads, total.leased]).toEqual([asked.total.prospects, asked.total.leases])
    const spent = await portfolio.engine.runReport(adSpend, parseState(adSpend, {}, 'api'), portfolio.viewers.all)
    expect(total.costPerLease).toBeCloseTo(Number(spent.total.costPerLease), 2)
  })

  it('has its forecast between its limits, and says how right it was once that was tested', async () => {
    const { rows, notes } = await run({ by: 'day' })
    expect(rows).toHaveLength(13)
    for (const { expectedRatio, expectedLow, expectedHigh, heldRatio } of rows) {
      expect(Number(expectedLow)).toBeLessThanOrEqual(Number(expectedRatio))
      expect(Number(expectedHigh)).toBeGreaterThanOrEqual(Number(expectedRatio))
      expect(Number(expectedRatio)).toBeGreaterThanOrEqual(Number(heldRatio))
    }
    // No page waits for the test.
    expect(notes.join()).toMatch(/is being tested on your own past|off by \d\.\d points/)
    await portfolio.engine.learn(forecast, portfolio.viewers.all)
    const tested = await run({ by: 'day' })
    expect(tested.notes.join()).toMatch(
      /30 days ahead, the last 12 months, expected occupancy was off by \d\.\d points/,
    )
  })
})
