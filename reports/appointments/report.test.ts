import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore, type TestStore } from '../testing'
import { reportReader } from '../testingReader'
import { appointments } from './report'

// The fixture company's appointments, March 8–14 and, before it, March 1–7. Not included: Ivan's and Kai's, which are
// upcoming, and Eli's, who is deleted.
//   Harbor Point (11)    Ann 11th completed (Alice), Bob 12th no-show (Ben), Lena 14th canceled by the office (Ben)
//                        before: Cleo 5th completed (Alice)
//   Sunset Terrace (12)  Fay 10th completed, Hana 13th still scheduled (both Carla); before: Jade 6th canceled by her (Dan)

let store: TestStore
const { run, row, names, checkLists } = reportReader(() => store, appointments)

beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())

describe('Appointments', () => {
  it('counts outcomes by property', async () => {
    const { rows, total, priorRows, priorTotal } = await run()
    expect(row(rows, 'property:11')).toEqual({ total: 3, completed: 1, noShow: 1, cancelledManager: 1, due: 2 })
    expect(row(rows, 'property:12')).toEqual({ total: 2, completed: 1, unresolved: 1, due: 1 })
    expect(total).toMatchObject({ total: 5, completed: 2, noShow: 1, unresolved: 1, due: 3, cancelledRenter: 0 })
    expect(total.showRate).toBeCloseTo(2 / 3)
    expect(row(priorRows, 'property:11')).toEqual({ total: 1, completed: 1, due: 1 })
    expect(row(priorRows, 'property:12')).toEqual({ total: 1, cancelledRenter: 1 })
    expect(priorTotal).toMatchObject({ total: 2, completed: 1, cancelledRenter: 1, showRate: 1 })
    expect(priorRows.find(({ key }) => key === 'property:12')?.showRate).toBeNull()
  })

  it('gives every agent their own', async () => {
    const { rows } = await run({ group_by: 'agent' })
    expect(rows.map(({ agent }) => agent)).toEqual(['Alice Archer', 'Ben Brook', 'Carla Cruz', 'Dan Doyle'])
    expect(row(rows, 'agent:101')).toEqual({ total: 1, completed: 1, due: 1 })
    expect(row(rows, 'agent:102')).toEqual({ total: 2, noShow: 1, cancelledManager: 1, due: 1 })
    expect(row(rows, 'agent:103')).toEqual({ total: 2, completed: 1, unresolved: 1, due: 1 })
    expect(row(rows, 'agent:104')).toEqual({})
  })

  it('groups by the prospects’ sources', async () => {
    const { rows, priorRows } = await run({ group_by: 'source' })
    expect(rows.map(({ source, total }) => [source, total])).toEqual([
      ['Apartments.com', 2], // Hana, Lena
      ['Apartments.com Diamond', 1], // Ann
      ['Craigslist', 0], // Cleo, the week before
      ['Website', 1], // Bob
      ['Word of mouth', 1], // Fay
    ])
    expect(priorRows.map(({ total }) => total)).toEqual([1, 0, 1, 0, 0]) // Jade, Cleo
    const website = await run({ sources: 'Website' })
    expect(website.total).toMatchObject({ total: 1, noShow: 1 })
    expect((await run({ agent_ids: '102' })).total).toMatchObject({ total: 2, noShow: 1, cancelledManager: 1 })
  })

  it('counts an appointment once it has started', async () => {
    const day = { start_date: '2026-03-11', end_date: '2026-03-11' }
    expect((await run(day, '2026-03-11T14:59:59.999-04:00')).total.total).toBe(0)
    expect((await run(day, '2026-03-11T15:00:00-04:00')).total.total).toBe(1)
  })

  it('lists the people behind every number', async () => {
    expect(await names('unresolved', null)).toEqual(['Hana Hill'])
    expect(await names('due', 'property:11')).toEqual(['Bob Baker', 'Ann Abbott'])
    await checkLists()
    await checkLists({ group_by: 'source' })
  })
})
