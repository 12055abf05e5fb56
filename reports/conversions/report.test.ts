import { reportAnswer } from '@leaselight/model'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore, stateFrom, type TestStore } from '../testing'
import { reportReader } from '../testingReader'
import { conversions } from './report'

// Each stage by the prospect's own property and agent, by event, March 8–14 (before: March 1–7):
//   created      Ann, Bob, Ivan, Lena (11); Gus, Kai (12)           before: Cleo, Fay (11); Hana, Jade (12)
//   appointment  Ann 11th, Bob 12th, Fay 10th (11); Hana 13th (12)  before: Cleo 5th (11); Lena and Jade canceled theirs
//   visit        Ann 11th, Max 11th, Fay 10th (11); Gus 10th, Kai 14th (12)   before: Cleo 5th (11)
//   application  Ann 11th, Fay 10th, Max 13th (11); Gus 12th (12)   before: Cleo 6th (11); Kai's is of the 15th
//   lease        Ann 12th, Fay 11th (11); Gus 13th (12)             Cleo canceled hers
// Fay is Harbor Point's and Ben's, though Carla of Sunset Terrace met and toured her.

let store: TestStore
const { run, row, names, checkLists } = reportReader(() => store, conversions)

beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())

describe('Conversions by event', () => {
  it('counts the prospects of each stage in the row of their own property', async () => {
    const { rows, total, priorRows, priorTotal } = await run()
    expect(row(rows, 'property:11')).toEqual({ prospects: 4, appointments: 3, visits: 3, applications: 3, leases: 2 })
    expect(row(rows, 'property:12')).toEqual({ prospects: 2, appointments: 1, visits: 2, applications: 1, leases: 1 })
    expect(total).toMatchObject({ prospects: 6, appointments: 4, visits: 5, applications: 4, leases: 3 })
    expect(row(priorRows, 'property:11')).toEqual({ prospects: 2, appointments: 1, visits: 1, applications: 1 })
    expect(row(priorRows, 'property:12')).toEqual({ prospects: 2 })
    expect(priorTotal).toMatchObject({ prospects: 4, appointments: 1, visits: 1, applications: 1, leases: 0 })
  })

  it('divides each stage by the one before', async () => {
    const { total, priorRows } = await run()
    expect(total.appointmentRate).toBeCloseTo(4 / 6)
    expect(total.visitRate).toBeCloseTo(5 / 4) // Max, Gus and Kai walked in
    expect(total.applicationRate).toBeCloseTo(4 / 5)
    expect(total.leaseRate).toBeCloseTo(3 / 4)
    expect(total.leasesPerProspect).toBeCloseTo(3 / 6)
    expect(priorRows.find(({ key }) => key === 'property:12')?.visitRate).toBeNull()
  })

  it('says where most are lost of the same people alone, and not of a few', async () => {
    const answer = async (params: Record<string, string>) =>
      reportAnswer(conversions, stateFrom(conversions, params), await run(params)).sentences
    expect(await answer({})).toEqual([
      '6 prospects, 5 with a visit and 3 with a lease.',
      'Harbor Point signed 2 leases, Sunset Terrace 1.',
    ])
    expect(await answer({ prospects_by_create_date: 'true' })).toEqual([
      '6 prospects, 3 with a visit and 2 with a lease.',
      'Harbor Point signed 1 lease, Sunset Terrace 1.',
    ])
  })

  it('filters by source, agent and first contact', async () => {
    const bySource = await run({ group_by: 'source' })
    expect(bySource.rows.map(({ source }) => source)).toEqual([
      'Apartments.com',
      'Apartments.com Diamond',
      'Craigslist',
      'Drive By',
      'Website',
      'Word of mouth',
    ])
    expect(row(bySource.rows, 'source:Apartments.com')).toEqual({ prospects: 1, appointments: 1 }) // Lena; Hana
    expect(row(bySource.rows, 'source:Craigslist')).toEqual({ visits: 1, applications: 1 }) // Max
    expect(row(bySource.rows, 'source:Website')).toEqual({ prospects: 3, appointments: 1, visits: 1 }) // Bob, Ivan, Kai
    expect(row(bySource.rows, 'source:Word%20of%20mouth')).toEqual({
      appointments: 1,
      visits: 1,
      applications: 1,
      leases: 1,
    })
    const byAgent = await run({ group_by: 'agent' })
    expect(byAgent.rows.map(({ agent }) => agent)).toEqual([
      'Alice Archer',
      'Ben Brook',
      'Carla Cruz',
      'Dan Doyle', // Jade's, the week before
      'Unassigned', // Gus
    ])
    expect(row(byAgent.rows, 'agent:102')).toEqual({
      prospects: 2,
      appointments: 2, // Bob, Fay
      visits: 2, // Fay, Max
      applications: 2,
      leases: 1,
    })
    expect(row(byAgent.rows, 'agent:103')).toEqual({ prospects: 1, appointments: 1, visits: 1 }) // Kai, Hana, Kai
    const byMethod = await run({ group_by: 'insert-method' })
    expect(byMethod.rows.map((one) => [one.insertMethodName, one.prospects, one.visits])).toEqual([
      ['Call', 1, 0], // Bob
      ['Chat', 1, 0], // Ivan
      ['Email', 1, 1], // Lena; Max
      ['Facebook', 0, 0], // Jade, the week before
      ['SMS', 0, 1], // Fay
      ['Walk-in', 1, 1], // Gus
      ['Web form', 2, 2], // Ann, Kai
    ])
  })

  it('gives a row the same numbers for every selection', async () => {
    const all = await run()
    const one = await run({ property_ids: '11' })
    expect(one.rows).toEqual(all.rows.filter(({ key }) => key === 'property:11'))
    expect((await run({ sources: 'Drive By,Website' })).total).toMatchObject({ prospects: 4, visits: 2, leases: 1 })
    expect((await run({ agent_ids: '101' })).total).toMatchObject({ prospects: 2, visits: 1, leases: 1 })
  })

  it('lists the people behind every number, each once', async () => {
    expect((await names('visits', 'property:11')).sort()).toEqual(['Ann Abbott', 'Fay Foster', 'Max Moore'])
    await checkLists()
    await checkLists({ group_by: 'agent' })
  })
})

describe('Conversions by created', () => {
  it('follows the prospects created in the period to any property', async () => {
    const { rows, total, priorRows, notes } = await run({ prospects_by_create_date: 'true' })
    // Ann, Bob and Ivan have appointments (his on the 17th), Ann toured, applied and leased.
    expect(row(rows, 'property:11')).toEqual({ prospects: 4, appointments: 3, visits: 1, applications: 1, leases: 1 })
    // Kai has one on the 16th and applied on the 15th; Gus toured, applied and leased.
    expect(row(rows, 'property:12')).toEqual({ prospects: 2, appointments: 1, visits: 2, applications: 2, leases: 1 })
    expect(total).toMatchObject({ prospects: 6, appointments: 4, visits: 3, applications: 3, leases: 2 })
    // Cleo and Fay reached every stage, though Cleo's lease was canceled.
    expect(row(priorRows, 'property:11')).toEqual({
      prospects: 2,
      appointments: 2,
      visits: 2,
      applications: 2,
      leases: 1,
    })
    expect(row(priorRows, 'property:12')).toEqual({ prospects: 2, appointments: 1 }) // Hana
    expect(notes).toHaveLength(2)
  })
})

describe('a prospect with several facts', () => {
  it('counts once in each row and in the total, and hides facts of a removed property', async () => {
    const visit = (id: number, property_id: number, visited_at: string) => ({
      id,
      property_id,
      prospect_id: 1001,
      visited_at,
      visit_type: 'in-person' as const,
    })
    const away = { id: 13, company_id: 1, name: 'Gone House', time_zone: 'America/New_York' }
    await store.load({
      properties: [away],
      visits: [visit(7591, 12, '2026-03-12T12:00:00-07:00'), visit(7592, 13, '2026-03-02T12:00:00-05:00')],
    })
    const before = await run()
    expect(row(before.rows, 'property:11')).toMatchObject({ visits: 3 })
    expect(row(before.priorRows, 'property:11')).toMatchObject({ visits: 2 }) // Cleo, and Ann at Gone House
    expect(await names('visits', 'property:11')).toHaveLength(3)
    await store.load({ properties: [{ ...away, deleted: true }] })
    expect(row((await run()).priorRows, 'property:11')).toMatchObject({ visits: 1 })
  })
})
