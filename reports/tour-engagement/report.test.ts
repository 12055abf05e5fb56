import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore, type TestStore } from '../testing'
import { reportReader } from '../testingReader'
import { tourEngagement } from './report'

// Visits of March 8–14: Ann (Alice) went through every step of the tour app and leased the next day; Max (Ben) had no app.
// At Sunset Terrace Kai (Carla) started with the app and had his ID scanned, and got no further; Fay (Carla) and Gus
// (no agent's) had no app. The week before: Cleo, without.

let store: TestStore
const { run, row, names, checkLists } = reportReader(() => store, tourEngagement)

beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())

const everyStep = { tourStart: 1, meetAndGreet: 1, idScan: 1, walkthrough: 1, quote: 1, tourFinish: 1 }

describe('Tour engagement', () => {
  it('counts the steps of tour-app visits', async () => {
    const { rows, total, priorTotal } = await run()
    const ann = { toursVisits: 1, toursVisitsWithShow: 1, toursLeases: 1, ...everyStep }
    expect(row(rows, 'property:11')).toEqual({ totalVisits: 2, otherVisits: 1, ...ann })
    expect(row(rows, 'property:11/agent:101')).toEqual({ totalVisits: 1, ...ann })
    expect(row(rows, 'property:11/agent:102')).toEqual({ totalVisits: 1, otherVisits: 1 })
    // Gus and Fay leased too, but not after a visit with the app.
    const kai = { toursVisits: 1, tourStart: 1, idScan: 1 }
    expect(row(rows, 'property:12')).toEqual({ totalVisits: 3, otherVisits: 2, ...kai })
    expect(row(rows, 'property:12/agent:103')).toEqual({ totalVisits: 2, otherVisits: 1, ...kai })
    expect(total).toMatchObject({
      totalVisits: 5,
      toursVisits: 2,
      otherVisits: 3,
      toursLeases: 1,
      tourEngagement: 0.4,
      showRatio: 0.5,
      tourStartRatio: 1,
      meetAndGreetRatio: 0.5,
      idScanRatio: 1,
      tourFinishRatio: 0.5,
    })
    expect(priorTotal).toMatchObject({ totalVisits: 1, toursVisits: 0, tourEngagement: 0, showRatio: null })
  })

  it('lists the people behind every number', async () => {
    expect(await names('toursLeases', 'property:11')).toEqual(['Ann Abbott'])
    await checkLists()
  })

  it('excludes the steps of visits without the app, and leases signed before the visit', async () => {
    await store.load({
      visits: [
        // Max again with a scan of his ID but no tour app; Fay after her lease, with the app.
        {
          id: 7591,
          property_id: 11,
          prospect_id: 1013,
          visited_at: '2026-03-13T12:00:00-04:00',
          visit_type: 'in-person',
          id_scanned_at: '2026-03-13T12:01:00-04:00',
        },
        {
          id: 7592,
          property_id: 12,
          prospect_id: 1006,
          visited_at: '2026-03-11T10:00:00.001-04:00',
          visit_type: 'in-person',
          uses_tour_app: true,
        },
      ],
    })
    expect((await run()).total).toMatchObject({ totalVisits: 7, toursVisits: 3, idScan: 2, toursLeases: 1 })
  })
})
