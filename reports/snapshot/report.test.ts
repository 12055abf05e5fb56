import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore, type TestStore } from '../testing'
import { reportReader } from '../testingReader'
import { snapshot } from './report'

// March 8–14, each fact at its own property and on its own day:
//   Harbor Point   5 leads, Dora among them; 6 calls, 3 answered; appointments Ann, Bob; visits Ann, Max;
//                  applications Ann, Fay, Max; leases Ann, Fay (Cleo canceled hers)
//   Sunset Terrace Gus and Kai; 3 calls, 1 answered; appointments Fay, Hana; visits Fay, Gus, Kai; Gus applied and leased
// March 1–7: Cleo, Fay (11), Hana, Jade (12); one call; Cleo's appointment, visit and application.

let store: TestStore
const { run, row, checkLists } = reportReader(() => store, snapshot)

beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())

describe('Insights', () => {
  it('shows the headline numbers side by side', async () => {
    const { rows, total, priorRows, priorTotal, series } = await run()
    expect(row(rows, 'property:11')).toEqual({
      leads: 5,
      prospects: 4,
      calls: 6,
      answered: 3,
      appointments: 2,
      visits: 2,
      applications: 3,
      leases: 2,
    })
    expect(row(rows, 'property:12')).toEqual({
      leads: 2,
      prospects: 2,
      calls: 3,
      answered: 1,
      appointments: 2,
      visits: 3,
      applications: 1,
      leases: 1,
    })
    expect(total).toMatchObject({ prospects: 6, answeredRate: 4 / 9, leasesPerProspect: 3 / 6 })
    expect(row(priorRows, 'property:11')).toEqual({
      leads: 2,
      prospects: 2,
      calls: 1,
      answered: 1,
      appointments: 1,
      visits: 1,
      applications: 1,
    })
    expect(priorTotal).toMatchObject({ prospects: 4, answeredRate: 1, leases: 0, leasesPerProspect: 0 })
    expect(series.map((point) => point.leases)).toEqual([0, 0, 0, 1, 1, 1, 0])
  })

  it('counts facts under the prospect’s own source', async () => {
    // Ann came by Apartments.com Diamond, Max by Craigslist, Fay by word of mouth, Gus drove by, Kai came by the website.
    const { rows, total } = await run({ group_by: 'source' })
    expect(Object.fromEntries(rows.map(({ source, visits, leases }) => [source, [visits, leases]]))).toEqual({
      'Apartments.com': [0, 0],
      'Apartments.com Diamond': [1, 1],
      Craigslist: [1, 0],
      'Drive By': [1, 1],
      Website: [1, 0],
      'Word of mouth': [1, 1],
      Unknown: [0, 0],
    })
    expect(total).toMatchObject({ visits: 5, leases: 3 })
    expect((await run({ sources: 'Drive By,Craigslist' })).total).toMatchObject({ visits: 2, leases: 1 })
    expect((await run({ sources: 'Zillow' })).total).toMatchObject({ visits: 0, leases: 0 })
    await checkLists({ group_by: 'source' })
    await checkLists({ group_by: 'agent' })
  })

  it('opens a list behind every number, and rows add up', () => checkLists())
})
