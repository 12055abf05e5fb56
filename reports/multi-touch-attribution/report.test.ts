import { applyFlags, buildTable } from '@leaselight/model'
import { type Fixture, fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore, stateFrom, type TestStore } from '../testing'
import { reportReader } from '../testingReader'
import { multiTouchAttribution } from './report'

// Prospects created March 8–14 and the sources of their touches, each once:

let store: TestStore
const { run, row, names, open } = reportReader(() => store, multiTouchAttribution)

beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())

describe('Multi-touch attribution', () => {
  it('separates the only source from the first and later ones', async () => {
    const { rows, total, priorRows, priorTotal } = await run()
    expect(rows.map(({ source }) => source)).toEqual([
      'Apartments.com',
      'Apartments.com Diamond',
      'Craigslist',
      'Drive By',
      'Website',
      'Word of mouth',
    ])
    expect(row(rows, 'source:Website')).toEqual({
      singleProspects: 2, // Bob, Ivan
      firstProspects: 1, // Ann
      firstLeases: 1,
      firstVisits: 1,
      laterProspects: 1, // Kai
      laterVisits: 1,
      totalProspects: 4,
      totalLeases: 1,
      totalVisits: 2,
    })
    expect(row(rows, 'source:Apartments.com')).toEqual({
      singleProspects: 1, // Lena
      firstProspects: 1, // Kai
      firstVisits: 1,
      totalProspects: 2,
      totalVisits: 1,
    })
    expect(row(rows, 'source:Apartments.com%20Diamond')).toEqual({
      laterProspects: 1, // Ann
      laterLeases: 1,
      laterVisits: 1,
      totalProspects: 1,
      totalLeases: 1,
      totalVisits: 1,
    })
    expect(row(rows, 'source:Drive%20By')).toEqual({
      singleProspects: 1,
      singleLeases: 1,
      singleVisits: 1,
      totalProspects: 1,
      totalLeases: 1,
      totalVisits: 1,
    })
    // In the total each prospect counts once: 4 single and 2 first.
    expect(total).toMatchObject({ singleProspects: 4, firstProspects: 2, laterProspects: 2, totalProspects: 6 })
    expect(total).toMatchObject({
      totalLeases: 2,
      totalVisits: 3,
      totalLeaseConversion: 2 / 6,
      firstVisitConversion: 1,
    })
    expect(total.laterLeaseConversion).toBeCloseTo(1 / 2)
    expect(row(priorRows, 'source:Apartments.com')).toEqual({ singleProspects: 2, totalProspects: 2 })
    expect(row(priorRows, 'source:Craigslist')).toEqual({
      singleProspects: 1,
      singleVisits: 1,
      totalProspects: 1,
      totalVisits: 1,
    })
    expect(priorTotal).toMatchObject({ totalProspects: 4, singleLeases: 1, firstProspects: 0 })
  })

  it('lists the prospects behind every number', async () => {
    expect(await names('totalProspects', 'source:Website')).toEqual(expect.arrayContaining(['Ann Abbott', 'Kai Klein']))
    expect(await names('laterProspects', null)).toEqual(['Kai Klein', 'Ann Abbott'])
    const { total } = await run()
    for (const column of ['singleVisits', 'firstProspects', 'laterLeases', 'totalProspects', 'totalVisits'])
      expect((await open(column, null)).total, column).toBe(total[column])
    expect((await open('totalProspects', null, {}, 'prior')).rows).toHaveLength(4)
  })

  it('shows the selected view', async () => {
    const columns = (view_by: string) =>
      buildTable(
        multiTouchAttribution,
        { rows: [], total: {}, timeZone: 'UTC', today: '2026-03-15' },
        stateFrom(multiTouchAttribution, { view_by }),
      )
        .columns.map(({ key }) => key)
        .filter((key) => key.startsWith('single'))
    expect(columns('lease-conversion')).toEqual(['singleProspects', 'singleLeases', 'singleLeaseConversion'])
    expect(columns('visit-conversion')).toEqual(['singleProspects', 'singleVisits', 'singleVisitConversion'])
    expect(columns('all')).toHaveLength(5)
  })

  it('orders touches of one moment by id, counts them at every property and ignores the prospect’s own source', async () => {
    const touch = (id: number, property_id: number, source: string) => ({
      id,
      property_id,
      prospect_id: 1007, // Gus, whose source is Drive By
      source,
      touched_at: '2026-03-10T12:00:00-07:00',
    })
    const more: Fixture = {
      touches: [touch(1192, 12, ' Website '), touch(1191, 11, 'Radio'), touch(1193, 12, 'Radio')],
    }
    await store.load(more)
    const { rows, total } = await run({ property_ids: '12' })
    expect(row(rows, 'source:Radio')).toMatchObject({ firstProspects: 1, firstLeases: 1, totalProspects: 1 })
    expect(row(rows, 'source:Website')).toMatchObject({ laterProspects: 2, laterLeases: 1 }) // Gus, Kai
    expect(rows.map(({ source }) => source)).not.toContain('Drive By')
    expect(total).toMatchObject({ totalProspects: 2, singleProspects: 0, firstProspects: 2, laterProspects: 2 })
  })

  it('is a single table for companies without Attributions', () => {
    const old = applyFlags(multiTouchAttribution, {})
    expect([old.tiles, old.charts]).toEqual([[], []])
    expect(old.columns).toBe(multiTouchAttribution.columns)
    expect(applyFlags(multiTouchAttribution, { new_attribution_report: true })).toBe(multiTouchAttribution)
  })
})
