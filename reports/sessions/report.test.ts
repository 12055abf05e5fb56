import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore, type TestStore } from '../testing'
import { reportReader } from '../testingReader'
import { sessions } from './report'

// Sessions of March 8–14: 7802 Website, 3 pages, Ivan's (11); 7803 no source, 1 page (11); 7804 Website, 4 pages, Kai's (12);
// 7805 Apartments.com, 2 pages, one second before the period ends in Los Angeles (12). Before: 7801 Website, 6 pages, Ann's (11).
// Of this test: Kai comes again by Website; Dora, who is no prospect, by Radio; a prospect no file contains, and deleted Eli.
const session = (id: number, prospect_id: number, source: string) => ({
  id,
  property_id: 12,
  prospect_id,
  source,
  started_at: '2026-03-13T12:00:00-07:00',
  page_views: 10,
})

let store: TestStore
const { run, names, open, checkLists } = reportReader(() => store, sessions)

beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany, {
    web_sessions: [
      session(7891, 1011, ' Website'),
      session(7892, 1004, 'Radio'),
      session(7893, 1999, 'Radio'),
      session(7894, 1005, 'Radio'),
    ],
  })
})
afterAll(() => store.close())

describe('Web sessions', () => {
  it('counts sessions by source, and the visitors who got in touch', async () => {
    const { rows, total, priorRows, priorTotal, series } = await run()
    expect(rows.map((one) => [one.source, one.sessions, one.pageViews, one.leads])).toEqual([
      ['Apartments.com', 1, 2, 0],
      ['Radio', 1, 10, 1], // 7893; and Dora, whose session is left out for prospects but not for leads
      ['Website', 3, 17, 2], // Ivan, Kai
      ['Unknown', 1, 1, 0],
    ])
    expect(total).toMatchObject({ sessions: 6, pageViews: 30, pagesPerSession: 5, leads: 3, leadRate: 0.5 })
    expect(priorRows.find(({ source }) => source === 'Website')).toMatchObject({ sessions: 1, pageViews: 6, leads: 1 })
    expect(priorTotal).toMatchObject({ sessions: 1, leads: 1 })
    expect(series.map((point) => point.sessions)).toEqual([1, 1, 0, 0, 1, 2, 1])
  })

  it('opens a list behind every number', async () => {
    expect((await names('leads', 'source:Website')).sort()).toEqual(['Ivan Irwin', 'Kai Klein'])
    expect((await open('sessions', 'source:')).rows.map(({ id }) => id)).toEqual([7803])
    await checkLists()
  })
})
