import type { Row } from '@leaselight/model'
import { type Fixture, fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nonZeroCounts, openTestStore, stateDuring, stateFrom, type TestStore, viewer } from '../testing'
import { adSpend } from './report'

// March 8–14, by hand. Spend: Harbor Point's Apartments.com 310 ÷ 31 = 10 a day for 7 days; Sunset Terrace's 620 ÷ 31 = 20 a
// day, the 8th to the 10th; Diamond 500 for Ann's lease (Cleo's was canceled); Craigslist 12.50 a lead, and none came.
// The week before: 70, 7 × 20 = 140, and 12.50 for Cleo.
let store: TestStore
beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())

const run = (state = stateDuring(adSpend, '2026-03-08', '2026-03-14')) =>
  store.engineAt(fixtureCompany.now).runReport(adSpend, state, viewer('manager', 201), { depth: 'all' })
/** Spend, then what is counted. */
const keyed = (rows: Row[]) => rows.map((row) => [row.key, row.spend, nonZeroCounts(adSpend, row)])

describe('Ad Spend', () => {
  it('rolls sources up to the topmost and expands them to properties', async () => {
    const result = await run()
    expect(keyed(result.rows)).toEqual([
      // With Diamond, a child: Ann (both), Lena; Ann's visit and lease.
      ['source-parent:Apartments.com', 630, { leads: 2, prospects: 2, visits: 1, leases: 1 }],
      ['source-parent:Apartments.com/property:11', 570, { leads: 2, prospects: 2, visits: 1, leases: 1 }],
      ['source-parent:Apartments.com/property:12', 60, {}],
      ['source-parent:Craigslist', 0, { visits: 1 }], // Max
      ['source-parent:Craigslist/property:11', 0, { visits: 1 }],
      ['source-parent:Drive%20By', 0, { leads: 1, prospects: 1, visits: 1, leases: 1 }], // Gus
      ['source-parent:Drive%20By/property:12', 0, { leads: 1, prospects: 1, visits: 1, leases: 1 }],
      ['source-parent:Website', 0, { leads: 4, prospects: 3, visits: 1 }], // Bob, Dora, Ivan, Kai
      ['source-parent:Website/property:11', 0, { leads: 3, prospects: 2 }],
      ['source-parent:Website/property:12', 0, { leads: 1, prospects: 1, visits: 1 }],
      // Fay visited Sunset Terrace and leased at Harbor Point; her source is not registered.
      ['source-parent:Word%20of%20mouth', 0, { visits: 1, leases: 1 }],
      ['source-parent:Word%20of%20mouth/property:11', 0, { leases: 1 }],
      ['source-parent:Word%20of%20mouth/property:12', 0, { visits: 1 }],
    ])
    expect(result.total).toMatchObject({
      spend: 630,
      leads: 7,
      costPerLead: 90,
      costPerProspect: 105,
      costPerVisit: 126,
      costPerLease: 210,
    })
    expect(result.priorTotal).toMatchObject({ spend: 222.5, leads: 4, costPerLease: null })
    expect(result.rows.find((row) => row.key === 'source-parent:Craigslist')).toMatchObject({ costPerLead: null })
  })

  it('tells paid sources from the others by their own flag', async () => {
    const total = async (view: string) =>
      (await run(stateDuring(adSpend, '2026-03-08', '2026-03-14', { source_by_view: view }))).total
    expect(await total('PAID')).toMatchObject({ spend: 630, leads: 2, visits: 1, leases: 1 })
    expect(await total('NON_PAID')).toMatchObject({ spend: 0, leads: 5, visits: 4, leases: 2 })
  })

  it('covers twelve whole months, beside the twelve before, month by month', async () => {
    const result = await run(stateFrom(adSpend, { by: 'month' }))
    expect([result.period, result.priorPeriod]).toEqual([
      { start: '2025-03-01', end: '2026-02-28' },
      { start: '2024-03-01', end: '2025-02-28' },
    ])
    // Leases without a prospect are leases too, of an unknown source.
    expect(result.rows.map((row) => [row.monthName, row.spend, row.leads, row.leases])).toEqual([
      ['Mar 2025', 0, 0, 3], // 801, 804, 813
      ['Apr 2025', 0, 0, 1], // 815
      ['May 2025', 0, 0, 1], // 803
      ['Sep 2025', 0, 0, 1], // 812
      ['Jan', 930, 0, 0], // 310 + 620
      ['Feb', 930, 1, 0], // Max
    ])
    expect(result.total).toMatchObject({ spend: 1860, leases: 6 })
    // February 2025, 808, is compared with February 2026.
    expect(result.priorRows.map((row) => row.leases)).toEqual([0, 0, 0, 0, 0, 1])
  })

  it('prorates by the days of each month and counts each fee on its own days', async () => {
    const fee = { property_id: 12, source: 'Website', starts_on: '2026-02-27' }
    const more: Fixture = {
      ad_spend: [
        // February 27 and 28 of 28 days, March 1 to 3 of 31.
        { ...fee, id: 1901, fee_type: 'monthly', amount: 100, ends_on: '2026-03-03' },
        // Kai comes on the 12th: the last day counts, the day after does not; an extra blank is the same name.
        { ...fee, id: 1902, fee_type: 'per-lead', amount: 8, ends_on: '2026-03-12' },
        { ...fee, id: 1903, fee_type: 'per-lead', amount: 1000, ends_on: '2026-03-11' },
        { ...fee, id: 1904, source: ' Website', fee_type: 'per-lead', amount: 0.25 },
        // It ends before it starts, so it costs nothing.
        { ...fee, id: 1906, fee_type: 'monthly', amount: 100, starts_on: '2026-03-10', ends_on: '2026-03-04' },
        // Not of this property.
        { ...fee, id: 1905, property_id: 11, source: 'Drive By', fee_type: 'per-lease', amount: 70 },
      ],
    }
    await store.load(more)
    const result = await run(stateDuring(adSpend, '2026-02-01', '2026-03-14'))
    const website = result.rows.find((row) => row.key === 'source-parent:Website/property:12')
    expect(website?.spend).toBeCloseTo((100 * 2) / 28 + (100 * 3) / 31 + 8 + 0.25, 10)
    expect(result.rows.find((row) => row.key === 'source-parent:Drive%20By')).toMatchObject({ spend: 0, leases: 1 })
  })

  it('opens a list as long as each count', async () => {
    const state = stateDuring(adSpend, '2026-03-08', '2026-03-14')
    const open = (column: string, row: string | null) =>
      store
        .engineAt(fixtureCompany.now)
        .members(adSpend, state, viewer('manager', 201), { row, column, period: 'current', page: 1, pageSize: 50 })
    const { total } = await run(state)
    for (const column of ['leads', 'prospects', 'visits', 'leases'])
      expect((await open(column, null)).total).toBe(total[column])
    expect((await open('leads', 'source-parent:Apartments.com')).rows.map((row) => row.name)).toEqual([
      'Ann Abbott',
      'Lena Lopez',
    ])
  })
})
