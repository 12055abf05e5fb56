import type { Row } from '@leaselight/model'
import { type Fixture, fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nonZeroCounts, openTestStore, stateDuring, stateFrom, type TestStore, viewer } from '../testing'
import { craigslist } from './report'

// March 1–14, by hand. Posted: 902 (Harbor Point, Ben, live) and 903 (Sunset Terrace, Carla, flagged and taken down on the
// 10th); 901 (Harbor Point, Alice) was posted in February. Cleo and Max name 901: Cleo's lead on the 3rd and visit on the 5th,
// Max's visit on the 11th; Max came in February, Cleo's lease was canceled. And of this test, all naming 903:
const person = (id: number, rest: object) => ({
  id,
  property_id: 11,
  source: 'Craigslist',
  insert_method: 'email' as const,
  first_contact_channel: 'email' as const,
  created_at: '2026-03-12T12:00:00-04:00',
  status: 'waiting' as const,
  listing_id: 903,
  ...rest,
})
const more: Fixture = {
  prospects: [
    // Belongs to Harbor Point, but her lead, visit and lease are in the row of the listing, at Sunset Terrace.
    person(1901, { agent_id: 102 }),
    // Not a prospect, but a lead; the visit doesn't count.
    person(1902, { not_a_prospect: true }),
    // Names a listing that no file contains.
    person(1903, { listing_id: 999 }),
  ],
  visits: [
    { id: 1901, property_id: 11, prospect_id: 1901, visited_at: '2026-03-13T12:00:00-04:00', visit_type: 'in-person' },
    { id: 1902, property_id: 12, prospect_id: 1902, visited_at: '2026-03-13T12:00:00-04:00', visit_type: 'in-person' },
  ],
  leases: [
    {
      id: 1901,
      property_id: 11,
      unit_id: 501,
      prospect_id: 1901,
      kind: 'new',
      signed_at: '2026-03-14T12:00:00-04:00',
      starts_on: '2026-05-01',
      ends_on: '2027-04-30',
      monthly_rent: 1000,
    },
  ],
  // Taken down tomorrow: still live.
  listings: [
    {
      id: 904,
      property_id: 12,
      site: 'craigslist',
      title: 'Loft',
      posted_at: '2026-03-14T23:59:59-07:00',
      removed_at: '2026-03-16T09:00:00-07:00',
    },
  ],
}

let store: TestStore
beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany, more)
})
afterAll(() => store.close())

const fortnight = stateDuring(craigslist, '2026-03-01', '2026-03-14')
const run = (state = fortnight) =>
  store.engineAt(fixtureCompany.now).runReport(craigslist, state, viewer('manager', 201), { depth: 'all' })
const keyed = (rows: Row[]) => rows.map((row) => [row.key, nonZeroCounts(craigslist, row)])

describe('Craigslist', () => {
  it('counts what a listing brings in the listing’s row', async () => {
    const result = await run()
    expect(keyed(result.rows)).toEqual([
      ['property:11', { posted: 1, live: 1, leads: 1, visits: 2 }],
      ['property:11/agent:101', { leads: 1, visits: 2 }],
      ['property:11/agent:102', { posted: 1, live: 1 }],
      ['property:12', { posted: 2, live: 1, archived: 1, flagged: 1, leads: 2, visits: 1, leases: 1 }],
      ['property:12/agent:103', { posted: 1, archived: 1, flagged: 1, leads: 2, visits: 1, leases: 1 }],
      ['property:12/agent:0', { posted: 1, live: 1 }],
    ])
    expect(nonZeroCounts(craigslist, result.total)).toEqual({
      posted: 3,
      live: 2,
      archived: 1,
      flagged: 1,
      leads: 3,
      visits: 3,
      leases: 1,
    })
    expect(result.total.leadsPerListing).toBe(1)
    // The fortnight before, from February 15: 901 was posted, Max came.
    expect(nonZeroCounts(craigslist, result.priorTotal)).toEqual({ posted: 1, archived: 1, leads: 1 })
  })

  it('covers last week by default, and has no filters', async () => {
    expect((await run(stateFrom(craigslist))).period).toEqual({ start: '2026-03-08', end: '2026-03-14' })
    expect(() => stateFrom(craigslist, { property_ids: '11' })).toThrow(/can't be filtered by property_ids/)
  })

  it('opens a list as long as each number', async () => {
    const open = (column: string, row: string | null) =>
      store.engineAt(fixtureCompany.now).members(craigslist, fortnight, viewer('manager', 201), {
        row,
        column,
        period: 'current',
        page: 1,
        pageSize: 50,
      })
    const { total } = await run()
    for (const column of ['posted', 'live', 'archived', 'flagged', 'leads', 'visits', 'leases'])
      expect((await open(column, null)).total).toBe(total[column])
    expect((await open('visits', 'property:11')).rows.map((row) => row.name)).toEqual(['Max Moore', 'Cleo Chen'])
    expect((await open('leases', 'property:12/agent:103')).rows).toMatchObject([{ id: 1901, prospectId: 1901 }])
  })
})
