import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore, type TestStore } from '../testing'
import { reportReader } from '../testingReader'
import { tourType } from './report'

// Visits of March 8–14 and what came after them on any day, anywhere:
//   Harbor Point    in person: Ann (applied, leased), Max (applied)
//   Sunset Terrace  in person: Gus (applied, leased); live video: Fay (applied and leased at Harbor Point);
//                   self-guided: Kai (applied on the morning of the 15th)
// The week before: Cleo in person (applied; her lease is canceled).

let store: TestStore
const { run, row, names, checkLists } = reportReader(() => store, tourType)

beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())

describe('Tour Type', () => {
  it('counts what visits led to, by property and kind of visit', async () => {
    const { rows, total, priorRows } = await run()
    expect(rows.map((one) => [one.key, one.visitTypeName ?? null])).toEqual([
      ['property:11', null],
      ['property:11/visit-type:in-person', 'In person'],
      ['property:12', null],
      ['property:12/visit-type:in-person', 'In person'],
      ['property:12/visit-type:live-video', 'Live video'],
      ['property:12/visit-type:self-guided', 'Self-guided'],
    ])
    expect(row(rows, 'property:11')).toEqual({ visits: 2, applications: 2, leases: 1 })
    expect(row(rows, 'property:11/visit-type:in-person')).toEqual({ visits: 2, applications: 2, leases: 1 })
    expect(row(rows, 'property:12')).toEqual({ visits: 3, applications: 3, leases: 2 })
    expect(row(rows, 'property:12/visit-type:in-person')).toEqual({ visits: 1, applications: 1, leases: 1 })
    expect(row(rows, 'property:12/visit-type:live-video')).toEqual({ visits: 1, applications: 1, leases: 1 })
    expect(row(rows, 'property:12/visit-type:self-guided')).toEqual({ visits: 1, applications: 1 })
    expect(total).toMatchObject({ visits: 5, applications: 5, leases: 3, applicationsPerVisit: 1, leasesPerVisit: 0.6 })
    expect(row(priorRows, 'property:11')).toEqual({ visits: 1, applications: 1 })
  })

  it('marks applications and leases from Yardi', async () => {
    expect((await run({ property_ids: '12' })).notes.join()).toContain('Yardi')
    expect((await run({ property_ids: '11' })).notes.join()).not.toContain('Yardi')
  })

  it('has the selection by kind of visit, and whether it includes Yardi', async () => {
    // In person: Ann, Max and Gus; Fay by video; Kai by himself. Ann, Gus and Fay leased.
    const { metadata } = await run()
    const byType = metadata?.visitTypeData
    if (!Array.isArray(byType)) throw new Error('There is no visitTypeData.')
    expect(byType).toMatchObject([
      { visitType: 'in-person', visits: 3, applications: 3, leases: 2 },
      { visitType: 'live-video', visits: 1, applications: 1, leases: 1 },
      { visitType: 'self-guided', visits: 1, applications: 1, leases: 0 },
    ])
    expect(metadata?.isYardiCustomer).toBe(true)
    expect((await run({ property_ids: '11' })).metadata).toMatchObject({
      isYardiCustomer: false,
      visitTypeData: [{ visitType: 'in-person', visits: 2 }],
    })
  })

  it('has kinds of visits of all properties as rows where these are wanted', async () => {
    const { rows, total } = await run({ by: 'type' })
    expect(rows.map(({ key }) => [key, row(rows, key)])).toEqual([
      ['visit-type:in-person', { visits: 3, applications: 3, leases: 2 }],
      ['visit-type:live-video', { visits: 1, applications: 1, leases: 1 }],
      ['visit-type:self-guided', { visits: 1, applications: 1 }],
    ])
    expect(total).toMatchObject({ visits: 5, applications: 5, leases: 3 })
  })

  it('lists the people behind every number', async () => {
    expect(await names('leases', 'property:12')).toEqual(['Gus Grant', 'Fay Foster'])
    await checkLists()
  })

  it('counts an application once in each row and in the total, however many visits led to it', async () => {
    const visit = (id: number, property_id: number, visited_at: string, visit_type: 'in-person' | 'self-guided') => ({
      id,
      property_id,
      prospect_id: 1013,
      visited_at,
      visit_type,
    })
    await store.load({
      visits: [
        // Max, who applied on the 13th at noon: again in person at exactly noon, self-guided, and at the other
        // property; the last one is too late.
        visit(7591, 11, '2026-03-13T12:00:00-04:00', 'in-person'),
        visit(7592, 11, '2026-03-12T12:00:00-04:00', 'self-guided'),
        visit(7593, 12, '2026-03-12T12:00:00-07:00', 'in-person'),
        visit(7594, 12, '2026-03-13T09:00:00.001-07:00', 'self-guided'),
      ],
    })
    const { rows, total } = await run()
    expect(row(rows, 'property:11')).toEqual({ visits: 4, applications: 2, leases: 1 })
    expect(row(rows, 'property:11/visit-type:in-person')).toEqual({ visits: 3, applications: 2, leases: 1 })
    expect(row(rows, 'property:11/visit-type:self-guided')).toEqual({ visits: 1, applications: 1 })
    expect(row(rows, 'property:12/visit-type:in-person')).toEqual({ visits: 2, applications: 2, leases: 1 })
    expect(row(rows, 'property:12/visit-type:self-guided')).toEqual({ visits: 2, applications: 1 })
    expect(total).toMatchObject({ visits: 9, applications: 5, leases: 3 })
    await checkLists()
  })

  it('shows only properties to companies without visit types', async () => {
    const company = fixtureCompany.companies[0]
    if (!company) throw new Error('The fixture company has lost its company.')
    await store.load({ companies: [{ ...company, feature_flags: { new_tour_type_report: false } }] })
    const { rows, metadata } = await run()
    expect(rows.map(({ key }) => key)).toEqual(['property:11', 'property:12'])
    expect(metadata).toEqual({ visitTypeData: null, isYardiCustomer: true })
  })
})
