import type { ReportResult, Row, Viewer } from '@leaselight/model'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nonZeroCounts, openTestStore, stateFrom, type TestStore, viewer } from '../testing'
import { occupancy } from './report'

// The fixture company's units on Sunday, March 15, 2026, counted by hand.

let store: TestStore
const maria = viewer('manager', 201)

beforeAll(async () => {
  store = await openTestStore()
  // Imported at the fixture company's present.
  const now = Date.parse(fixtureCompany.now)
  await store.load(fixtureCompany, { now })
  await store.load(otherCompany, { now: now + 1000 })
})
afterAll(() => store.close())

const run = (
  now = fixtureCompany.now,
  who: Viewer = maria,
  params: Record<string, string> = {},
): Promise<ReportResult> =>
  store.engineAt(now).runReport(occupancy, stateFrom(occupancy, params), who, { depth: 'all' })

const find = (result: ReportResult, key: string): Row | undefined => result.rows.find((row) => row.key === key)
const row = (result: ReportResult, key: string) => nonZeroCounts(occupancy, find(result, key))

describe('Occupancy today', () => {
  let result: ReportResult
  beforeAll(async () => {
    result = await run()
  })

  it('shows a day and has no period', () => {
    expect(result.asOf).toBe('2026-03-15')
    expect([result.period, result.priorPeriod, result.priorTotal]).toEqual([null, null, null])
    expect([result.priorRows, result.series, result.priorSeries]).toEqual([[], [], []])
  })

  it('has properties, and under them their floor plans by name', () => {
    expect(result.rows.map((one) => [one.key, one.floorplan ?? null])).toEqual([
      ['property:11', null],
      ['property:11/floorplan:Anchor', 'Anchor'],
      ['property:11/floorplan:Bay', 'Bay'],
      ['property:11/floorplan:Buoy', 'Buoy'],
      ['property:12', null],
      ['property:12/floorplan:Palm', 'Palm'],
      ['property:12/floorplan:Sequoia', 'Sequoia'],
    ])
  })

  it('has the units of the selection by floor plan', () => {
    expect(result.metadata?.floorplanData).toMatchObject([
      { floorplan: 'Anchor', totalUnits: 3, totalOccupied: 3 },
      { floorplan: 'Bay', totalUnits: 2, rentedVacant: 1, unrentedVacant: 1 },
      { floorplan: 'Buoy', totalUnits: 1, unrentedVacant: 1 },
      { floorplan: 'Palm', totalUnits: 3, totalOccupied: 3 },
      { floorplan: 'Sequoia', totalUnits: 2, totalOccupied: 1, rentedVacant: 1 },
    ])
    const [anchor] = Array.isArray(result.metadata?.floorplanData) ? result.metadata.floorplanData : []
    expect(anchor).toHaveProperty('bedrooms')
    expect(anchor).toHaveProperty('area')
  })

  it('counts the units of a property', () => {
    expect(row(result, 'property:11')).toEqual({
      totalUnits: 6,
      totalOccupied: 3, // A1, A2, A3
      rentedVacant: 1, // A5
      unrentedVacant: 2, // A4, A6
      totalVacant: 3,
      rentedNotice: 1, // A3
      unrentedNotice: 1, // A2
      totalNotice: 2,
      totalToRent: 3, // A2, A4, A6
      leased: 3, // A1, A3, A5
    })
    expect(row(result, 'property:12')).toEqual({
      totalUnits: 5,
      totalOccupied: 4,
      rentedVacant: 1, // S5
      totalVacant: 1,
      leased: 5,
    })
  })

  it('counts the units of a floor plan', () => {
    expect(row(result, 'property:11/floorplan:Anchor')).toEqual({
      totalUnits: 3,
      totalOccupied: 3,
      rentedNotice: 1,
      unrentedNotice: 1,
      totalNotice: 2,
      totalToRent: 1,
      leased: 2,
    })
    expect(row(result, 'property:11/floorplan:Bay')).toEqual({
      totalUnits: 2,
      rentedVacant: 1,
      unrentedVacant: 1,
      totalVacant: 2,
      totalToRent: 1,
      leased: 1,
    })
    expect(row(result, 'property:11/floorplan:Buoy')).toEqual({
      totalUnits: 1,
      unrentedVacant: 1,
      totalVacant: 1,
      totalToRent: 1,
    })
    expect(row(result, 'property:12/floorplan:Palm')).toEqual({ totalUnits: 3, totalOccupied: 3, leased: 3 })
    expect(row(result, 'property:12/floorplan:Sequoia')).toEqual({
      totalUnits: 2,
      totalOccupied: 1,
      rentedVacant: 1,
      totalVacant: 1,
      leased: 2,
    })
  })

  it('has a floor plan’s bedrooms and area', () => {
    const homes = (key: string) => [find(result, key)?.bedrooms, find(result, key)?.area]
    expect(homes('property:11/floorplan:Anchor')).toEqual([1, expect.closeTo((700 + 700 + 720) / 3)])
    expect(homes('property:11/floorplan:Bay')).toEqual([2, 1000])
    expect(homes('property:11/floorplan:Buoy')).toEqual([0, 480])
    expect(homes('property:12/floorplan:Sequoia')).toEqual([3, 1300])
    // A property has units of several sizes.
    expect(homes('property:11')).toEqual([null, expect.closeTo((2120 + 2000 + 480) / 6)])
  })

  it('adds up to the total, and computes ratios from its counts', () => {
    expect(nonZeroCounts(occupancy, result.total)).toEqual({
      totalUnits: 11,
      totalOccupied: 7,
      rentedVacant: 2,
      unrentedVacant: 2,
      totalVacant: 4,
      rentedNotice: 1,
      unrentedNotice: 1,
      totalNotice: 2,
      totalToRent: 3,
      leased: 8,
    })
    expect(result.total).toMatchObject({
      occupiedRatio: expect.closeTo(7 / 11),
      vacantRatio: expect.closeTo(4 / 11),
      noticeRatio: expect.closeTo(2 / 11),
      toRentRatio: expect.closeTo(3 / 11),
      toRentRatioVsVacantRatio: expect.closeTo(-1 / 11),
      leasedRatio: expect.closeTo(8 / 11), // (7 − 1 + 2) ÷ 11
    })
    expect(find(result, 'property:11')).toMatchObject({ toRentRatioVsVacantRatio: 0, occupiedRatio: 0.5 })
  })
})

describe('Occupancy on another day', () => {
  it('uses each property’s own date', async () => {
    // 02:30 on March 12 in New York, 23:30 on March 11 in Los Angeles.
    const result = await run('2026-03-12T02:30:00-04:00')
    expect(result.asOf).toBe('2026-03-12')
    expect(row(result, 'property:11')).toEqual({
      totalUnits: 6,
      totalOccupied: 3, // A1, A2, A3
      rentedVacant: 2, // A5, and A4, whose lease Cleo cancels tomorrow
      unrentedVacant: 1, // A6
      totalVacant: 3,
      rentedNotice: 1, // A3: Ann signs today at 15:00, and a lease is known from its day
      unrentedNotice: 1, // A2
      totalNotice: 2,
      totalToRent: 2,
      leased: 4,
    })
    expect(row(result, 'property:12')).toEqual({
      totalUnits: 5,
      totalOccupied: 4, // S1, S2, S3, and S5, before its move-out
      rentedVacant: 1, // S4: the transfer is signed; Gus has not yet signed for S5
      totalVacant: 1,
      leased: 5,
    })
  })

  it('shows a chain’s units before a renewal was signed', async () => {
    // On March 3, A1's renewal is a day away and A6's household has given notice; A2's notice comes on the 10th.
    const result = await run('2026-03-03T12:00:00-05:00')
    expect(row(result, 'property:11')).toEqual({
      totalUnits: 6,
      totalOccupied: 4, // A1, A2, A3, A6
      unrentedVacant: 2, // A4, A5
      totalVacant: 2,
      unrentedNotice: 2, // A3, A6
      totalNotice: 2,
      totalToRent: 4,
      leased: 2, // A1, A2
    })
  })
})

describe('the units behind a number', () => {
  const open = (column: string, key: string | null) =>
    store
      .engineAt(fixtureCompany.now)
      .members(occupancy, stateFrom(occupancy), maria, { row: key, column, period: 'current', page: 1, pageSize: 50 })

  it('are as many as the number', async () => {
    expect((await open('totalUnits', null)).total).toBe(11)
    const toRent = await open('totalToRent', 'property:11')
    expect(toRent.total).toBe(3)
    expect(toRent.rows.map((one) => one.id).sort()).toEqual([502, 504, 506])
    expect((await open('rentedNotice', 'property:11/floorplan:Anchor')).rows.map((one) => one.id)).toEqual([503])
    expect((await open('leased', 'property:12')).rows).toHaveLength(5)
  })
})

describe('rights', () => {
  it('follow the role and the property list of the user’s record', async () => {
    const seen = async (who: Viewer) => (await run(fixtureCompany.now, who)).total.totalUnits
    expect(await seen(viewer('manager', 202))).toBe(6)
    expect(await seen(viewer('agent', 204))).toBe(5)
    expect(await seen(viewer('agent', 205))).toBe(0)
    expect(await seen(viewer('admin', 206))).toBe(11)
    const other = await run(fixtureCompany.now, viewer('manager', 201, 2))
    expect(row(other, 'property:21')).toEqual({ totalUnits: 1, totalOccupied: 1, leased: 1 })
  })
})

describe('freshness', () => {
  it('is in every result, and future facts do not count as news', async () => {
    // Kai applied at 8 on Sunday morning; his and Ivan's appointments are ahead. The other company's import does not
    // count.
    const { freshness } = await run()
    expect(freshness).toEqual({
      importedAt: '2026-03-15T16:00:00.000Z',
      newestFactAt: '2026-03-15T15:00:00.000Z',
      notices: [],
    })
  })
})
