import type { Row } from '@leaselight/model'
import { type Fixture, fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nonZeroCounts, openTestStore, stateFrom, type TestStore, viewer } from '../testing'
import { renewals } from './report'

// Leases that end in March or April 2026, by hand, as known on March 15:
//   Harbor Point:   A1 (March 31) renewed from 1,800 to 1,890; A3 (March 31) notice since February; A6 (March 7) moved out that day
//   Sunset Terrace: S3 (March 10) undecided; S5 (April 30) moved out on the 14th: a transfer is no renewal
// and in the two months before: S1 (February 28) renewed from 2,080 to 2,140. Of this test:
const lease = (id: number, rest: object) => ({
  id,
  property_id: 12,
  unit_id: 512,
  kind: 'new' as const,
  signed_at: '2025-01-10T12:00:00-08:00',
  starts_on: '2025-04-01',
  ends_on: '2026-03-31',
  monthly_rent: 1000,
  ...rest,
})
const more: Fixture = {
  leases: [
    // S2: renewed twice, 1,100 signed last; that the resident moved out of the first lease and gave notice no longer
    // matters.
    lease(1901, { moved_out_on: '2026-03-01', notice_on: '2026-02-01' }),
    lease(1902, {
      ends_on: '2027-03-31',
      kind: 'renewal',
      previous_lease_id: 1901,
      signed_at: '2026-03-02T12:00:00-08:00',
      monthly_rent: 1100,
    }),
    lease(1903, {
      ends_on: '2027-03-31',
      kind: 'renewal',
      previous_lease_id: 1901,
      signed_at: '2026-03-01T12:00:00-08:00',
      monthly_rent: 1300,
    }),
    // Its renewal was canceled, and its notice comes tomorrow: undecided.
    lease(1904, { unit_id: 514, notice_on: '2026-03-16' }),
    lease(1905, {
      kind: 'renewal',
      ends_on: '2027-03-31',
      previous_lease_id: 1904,
      cancelled_at: '2026-03-03T12:00:00-08:00',
    }),
    // Canceled itself: expires no more.
    lease(1906, { cancelled_at: '2025-02-01T12:00:00-08:00' }),
  ],
}

let store: TestStore
beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany, more)
})
afterAll(() => store.close())

const state = () => stateFrom(renewals, { start_date: '2026-03-01', end_date: '2026-04-30' })
const run = () =>
  store.engineAt(fixtureCompany.now).runReport(renewals, state(), viewer('manager', 201), { depth: 'all' })
const keyed = (rows: Row[]) => rows.map((row) => [row.key, nonZeroCounts(renewals, row)])

describe('Renewals', () => {
  it('gives every ending lease one outcome', async () => {
    const result = await run()
    expect(keyed(result.rows)).toEqual([
      ['property:11', { expiring: 3, renewed: 1, movedOut: 1, notice: 1 }],
      ['property:11/home:501%3AA1', { expiring: 1, renewed: 1 }],
      ['property:11/home:503%3AA3', { expiring: 1, notice: 1 }],
      ['property:11/home:506%3AA6', { expiring: 1, movedOut: 1 }],
      ['property:12', { expiring: 4, renewed: 1, movedOut: 1, undecided: 2 }],
      ['property:12/home:511%3AS1', {}], // the period before
      ['property:12/home:512%3AS2', { expiring: 1, renewed: 1 }],
      ['property:12/home:513%3AS3', { expiring: 1, undecided: 1 }],
      ['property:12/home:514%3AS4', { expiring: 1, undecided: 1 }],
      ['property:12/home:515%3AS5', { expiring: 1, movedOut: 1 }],
    ])
    expect(nonZeroCounts(renewals, result.total)).toEqual({
      expiring: 7,
      renewed: 2,
      movedOut: 2,
      notice: 1,
      undecided: 2,
    })
    expect(nonZeroCounts(renewals, result.priorTotal)).toEqual({ expiring: 1, renewed: 1 })
  })

  it('counts by the week in which leases end, as the next 90 days show them', async () => {
    // From March 15, a Sunday: A1 and S2 (renewed), A3 (notice), S4 (undecided) on March 31, S5 (moved out) on April 30.
    const ahead = stateFrom(renewals, { start_date: '2026-03-15', end_date: '2026-06-12', by: 'week' })
    const engine = store.engineAt(fixtureCompany.now)
    const { rows, total } = await engine.runReport(renewals, ahead, viewer('manager', 201))
    expect(rows.map((row) => [row.weekName, nonZeroCounts(renewals, row)])).toEqual([
      ['Mar 30 – Apr 5', { expiring: 4, renewed: 2, notice: 1, undecided: 1 }],
      ['Apr 27 – May 3', { expiring: 1, movedOut: 1 }],
      ['May 25 – 31', { expiring: 1, notice: 1 }],
      // A6 and S3 ended 90 days before these.
      ['Jun 1 – 7', {}],
      ['Jun 8 – 14', {}],
    ])
    expect(nonZeroCounts(renewals, total)).toEqual({ expiring: 6, renewed: 2, movedOut: 1, notice: 2, undecided: 1 })
    const list = await engine.members(renewals, ahead, viewer('manager', 201), {
      ...{ row: 'week:2026-03-30', column: 'undecided', period: 'current', page: 1, pageSize: 50 },
    })
    expect(list.rows).toMatchObject([{ id: 1904, when: 'Mar 31' }])
  })

  it('compares rents of renewals only', async () => {
    const { rows, total, priorTotal } = await run()
    expect(total).toMatchObject({
      oldRent: 2800,
      newRent: 2990, // 1,890 + 1,100
      rentChange: 190,
      rentChangeRatio: expect.closeTo(190 / 2800),
      renewalRate: expect.closeTo(2 / 7),
    })
    expect(rows[0]).toMatchObject({ property: 'Harbor Point', rentChange: 90, rentChangeRatio: 0.05 })
    expect(priorTotal).toMatchObject({ rentChange: 60, renewalRate: 1 })
    // Without renewals there is nothing to compare.
    expect(rows.find((row) => row.home === 'S3')).toMatchObject({
      rentChange: 0,
      rentChangeRatio: null,
      renewalRate: 0,
    })
  })

  it('counts the days left on the property’s own date', async () => {
    const { rows } = await run()
    const left = (home: string) => rows.find((row) => row.home === home)?.daysLeft
    expect([left('A1'), left('A6'), left('S3'), left('S5')]).toEqual([16, -8, -5, 46])
    expect(rows[0]?.daysLeft).toBeNull()
    // 02:30 on March 12 in New York is still the 11th in Los Angeles.
    const early = await store
      .engineAt('2026-03-12T02:30:00-04:00')
      .runReport(renewals, state(), viewer('manager', 201), { depth: 'all' })
    expect(early.rows.filter((row) => row.home === 'A1' || row.home === 'S3').map((row) => row.daysLeft)).toEqual([
      19, -1,
    ])
    // By then no one had moved out of S5.
    expect(early.rows.find((row) => row.home === 'S5')).toMatchObject({ undecided: 1, movedOut: 0 })
  })

  it('opens a list as long as each number', async () => {
    const open = (column: string, row: string | null) =>
      store
        .engineAt(fixtureCompany.now)
        .members(renewals, state(), viewer('manager', 201), { row, column, period: 'current', page: 1, pageSize: 50 })
    const { total, rows } = await run()
    for (const column of ['expiring', 'renewed', 'movedOut', 'notice', 'undecided']) {
      expect((await open(column, null)).total).toBe(total[column])
      expect((await open(column, 'property:12')).rows).toHaveLength(Number(rows[4]?.[column]))
    }
    expect((await open('renewed', 'property:12/home:512%3AS2')).rows).toMatchObject([
      { id: 1901, name: 'S2', details: 'renewed, $1,000 → $1,100', when: 'Mar 31' },
    ])
  })
})
