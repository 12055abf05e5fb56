import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore, type TestStore } from '../testing'
import { reportReader } from '../testingReader'
import { boxscoreResident } from './report'

// Homes at the end of March 14, and at the end of March 7 for the week before:
//   Harbor Point, 14th   A1 lived in; A2 on notice since the 10th until May 31; A3 on notice until March 31, rented to Ann from
//                        April 5; A4 empty (Cleo canceled on the 13th); A5 rented to Fay from the 20th; A6 empty
//   7th                  A2 without notice yet; A3 on notice, unrented; A4, A5 and A6 empty
//   Sunset Terrace, 14th S1–S3 lived in, S4 since this very day; S5 left this day and rented to Gus from April 1
//   7th                  S4 rented to those who live in S5

let store: TestStore
const { run, row, names, checkLists } = reportReader(() => store, boxscoreResident)

beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())

describe('Resident boxscore', () => {
  it('shows the period’s last day and counts what happened in the period', async () => {
    const { rows, total } = await run()
    expect(row(rows, 'property:11')).toEqual({
      notices: 1, // A2
      totalUnits: 6,
      totalOccupied: 3,
      rentedVacant: 1, // A5
      unrentedVacant: 2, // A4, A6
      totalVacant: 3,
      rentedNotice: 1, // A3
      unrentedNotice: 1, // A2
      totalNotice: 2,
      totalToRent: 3,
      leased: 3,
      moveOutsDue30: 1, // A3; A2 leaves in May, 78 days ahead
      moveInsDue30: 2, // A3, A5
      vacantIn30: 4,
      moveOutsDue60: 1,
      moveInsDue60: 2,
      vacantIn60: 4,
    })
    expect(row(rows, 'property:12')).toEqual({
      moveIns: 1, // S4
      moveOuts: 1, // S5
      totalUnits: 5,
      totalOccupied: 4,
      rentedVacant: 1,
      totalVacant: 1,
      leased: 5,
      moveInsDue30: 1,
      vacantIn30: 1,
      moveInsDue60: 1,
      vacantIn60: 1,
    })
    expect(rows.flatMap((one) => (one.depth === 0 ? [[one.exposure30, one.exposure60]] : []))).toEqual([
      [2, 2],
      [0, 0],
    ])
    expect(total).toMatchObject({ moveIns: 1, moveOuts: 1, notices: 1, exposure30: 2, occupiedRatio: 7 / 11 })
  })

  it('showed other numbers a week before', async () => {
    const { priorRows, priorTotal } = await run()
    expect(row(priorRows, 'property:11')).toEqual({
      moveOuts: 1, // A6 on the 7th
      renewals: 1, // A1 on the 4th
      totalUnits: 6,
      totalOccupied: 3,
      unrentedVacant: 3,
      totalVacant: 3,
      unrentedNotice: 1,
      totalNotice: 1,
      totalToRent: 4,
      leased: 2,
      moveOutsDue30: 1, // A3 on March 31
      vacantIn30: 4,
      moveOutsDue60: 1,
      vacantIn60: 4,
    })
    expect(row(priorRows, 'property:12')).toMatchObject({ transfers: 1, totalOccupied: 4, rentedVacant: 1 })
    expect(priorTotal).toMatchObject({ exposure30: 4, exposure60: 4 })
  })

  it('expands a property to its floor plans', async () => {
    const { rows } = await run({ property: '12' })
    expect(rows.map(({ key }) => key)).toEqual([
      'property:12',
      'property:12/floorplan:Palm',
      'property:12/floorplan:Sequoia',
    ])
    expect(row(rows, 'property:12/floorplan:Sequoia')).toMatchObject({ moveIns: 1, moveOuts: 1, totalUnits: 2 })
  })

  it('uses nothing beyond today', async () => {
    const ahead = { start_date: '2026-03-09', end_date: '2026-05-31' }
    // Ann's and Gus's units are still to be moved into, and those on notice still occupied.
    expect((await run(ahead)).total).toMatchObject({ totalOccupied: 7, totalNotice: 2, moveOutsDue30: 1 })
    // At 12:00 on the 10th the notice of A2 is there, Fay's lease not yet.
    expect((await run(ahead, '2026-03-10T12:00:00-04:00')).total).toMatchObject({ totalNotice: 2, rentedNotice: 0 })
  })

  it('lists the units behind every number', async () => {
    expect(await names('notices', null)).toEqual(['A2'])
    expect((await names('moveInsDue30', 'property:11')).sort()).toEqual(['A3', 'A5'])
    expect(await names('vacantIn30', 'property:11/floorplan:Buoy')).toEqual(['A6'])
    await checkLists({ property: '11' }, ['renewals', 'unrentedNotice'])
  })

  it('never has an exposure below zero, in rows and total separately', async () => {
    const lease = { property_id: 11, kind: 'new' as const, ends_on: '2027-03-31', monthly_rent: 1900 }
    await store.load({
      leases: [
        // A1 is rented to another household though its resident stays. A notice in the model unit was withdrawn by a
        // renewal.
        { ...lease, id: 891, unit_id: 501, signed_at: '2026-03-10T12:00:00-04:00', starts_on: '2026-04-01' },
        {
          ...lease,
          id: 892,
          unit_id: 507,
          signed_at: '2025-01-10T12:00:00-05:00',
          starts_on: '2025-02-01',
          notice_on: '2026-03-09',
        },
        {
          ...lease,
          id: 893,
          unit_id: 507,
          kind: 'renewal',
          previous_lease_id: 892,
          signed_at: '2026-03-12T12:00:00-04:00',
          starts_on: '2026-04-01',
        },
      ],
    })
    const { rows, total } = await run()
    const exposed = rows.filter(({ key }) => key.startsWith('property:11')).map((one) => [one.key, one.exposure30])
    expect(exposed).toEqual([
      ['property:11', 1], // 3 vacant + A3 − A1, A3, A5
      ['property:11/floorplan:Anchor', 0], // A3 − A1, A3
      ['property:11/floorplan:Bay', 1], // A4, A5 − A5
      ['property:11/floorplan:Buoy', 1],
    ])
    expect(total).toMatchObject({ exposure30: 1, notices: 1, renewals: 1 })
  })
})
