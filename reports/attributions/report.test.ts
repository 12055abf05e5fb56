import { type Fixture, fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore, type TestStore } from '../testing'
import { reportReader } from '../testingReader'
import { attributions } from './report'

// First live leases signed March 8–14 and the touches before them:
//   Ann (11), Thursday 12th    Website March 5, 20:00 −05:00; Apartments.com Diamond March 9, 10:00 −04:00: 85 hours apart
//   Fay (11), Wednesday 11th   none: Word of mouth, her own source
//   Gus (12), Friday 13th      none: Drive By
// Cleo canceled hers, and no one signed in the first week. Of this test:
//   Max (11), Monday 9th       Radio March 1, 2 and 8 and Website March 8 a moment later; Radio on the 10th comes after it
//   a lease without a prospect (12), Tuesday 10th, and one of a prospect that is never imported (11), Tuesday 10th
//   and one of Dora, who is no prospect
const lease = (id: number, property_id: number, prospect_id: number | undefined, signed_at: string) => ({
  id,
  property_id,
  unit_id: 504,
  ...(prospect_id && { prospect_id }),
  kind: 'new' as const,
  signed_at,
  starts_on: '2026-05-01',
  ends_on: '2027-04-30',
  monthly_rent: 1000,
})
const touch = (id: number, source: string, touched_at: string) => ({
  id,
  property_id: 12, // Max lives at Harbor Point
  prospect_id: 1013,
  source,
  touched_at,
})
const more: Fixture = {
  leases: [
    lease(1901, 11, 1013, '2026-03-09T12:00:00-04:00'),
    // His second one is no conversion.
    lease(1902, 11, 1013, '2026-03-10T12:00:00-04:00'),
    lease(1903, 12, undefined, '2026-03-10T12:00:00-07:00'),
    lease(1904, 11, 1999, '2026-03-10T12:00:00-04:00'),
    lease(1905, 11, 1004, '2026-03-10T12:00:00-04:00'),
  ],
  touches: [
    touch(1191, 'Radio', '2026-03-01T12:00:00-05:00'),
    touch(1192, 'Radio', '2026-03-02T12:00:00-05:00'),
    touch(1193, ' Radio', '2026-03-08T12:00:00-04:00'),
    touch(1194, 'Website', '2026-03-08T12:00:00-04:00'),
    touch(1195, 'Radio', '2026-03-10T12:00:00-04:00'),
  ],
}
const MODELS = ['first', 'last', 'linear', 'position', 'decay']

let store: TestStore
const { run, open, names } = reportReader(() => store, attributions)

beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany, more)
})
afterAll(() => store.close())

const sourceOf = (rows: Awaited<ReturnType<typeof run>>['rows'], source: string) =>
  rows.find((row) => row.source === source)

describe('Attributions', () => {
  it('credits the touches before a first live lease by five models', async () => {
    const { rows, total, priorTotal } = await run()
    expect(rows.map(({ source }) => source)).toEqual([
      'Apartments.com', // its cost only
      'Apartments.com Diamond',
      'Craigslist', // a lead the week before cost 12.50
      'Drive By',
      'Radio',
      'Website',
      'Word of mouth',
      'Unknown',
    ])
    const ann = 2 ** (-85 / 168)
    expect(sourceOf(rows, 'Apartments.com Diamond')).toMatchObject({
      conversions: 1,
      first: 0,
      last: 1,
      linear: 0.5,
      position: 0.5,
      decay: expect.closeTo(1 / (1 + ann)),
    })
    // Max's path: Radio, Radio, Radio, Website; from the last one 7 days (less the skipped hour), 6 and none.
    const [first, second] = [2 ** (-167 / 168), 2 ** (-143 / 168)]
    expect(sourceOf(rows, 'Radio')).toMatchObject({
      conversions: 1,
      first: 1,
      last: 0,
      linear: 0.75,
      position: expect.closeTo(0.6),
      decay: expect.closeTo((first + second + 1) / (first + second + 2)),
    })
    expect(sourceOf(rows, 'Website')).toMatchObject({
      conversions: 2, // Ann's and Max's
      first: 1,
      last: 1,
      linear: 0.75,
      position: expect.closeTo(0.9),
      decay: expect.closeTo(ann / (1 + ann) + 1 / (first + second + 2)),
    })
    for (const source of ['Drive By', 'Word of mouth'])
      expect(sourceOf(rows, source)).toMatchObject({
        conversions: 1,
        first: 1,
        last: 1,
        linear: 1,
        position: 1,
        decay: 1,
      })
    expect(sourceOf(rows, 'Unknown')).toMatchObject({ conversions: 2, first: 2, decay: 2 })
    expect(total.conversions).toBe(6)
    for (const model of MODELS) expect(total[model], model).toBeCloseTo(6)
    expect(priorTotal).toMatchObject({ conversions: 0, linear: 0 })
  })

  it('divides what the source cost by its credits', async () => {
    const { rows } = await run()
    // Ann's is the one lease of Diamond: 500 for half a credit.
    expect(sourceOf(rows, 'Apartments.com Diamond')).toMatchObject({ spend: 500, costLinear: 1000, costLast: 500 })
    // 70 at Harbor Point and 60 at Sunset Terrace brought nothing.
    expect(sourceOf(rows, 'Apartments.com')).toMatchObject({ spend: expect.closeTo(130), linear: 0, costLinear: null })
    expect(sourceOf(rows, 'Website')).toMatchObject({ spend: 0, costLinear: null })
  })

  it('hides rows with their credits and leaves the others unchanged', async () => {
    const all = await run()
    const shown = await run({ source_names: 'Website,Unknown' })
    expect(shown.rows).toEqual(all.rows.filter(({ source }) => source === 'Website' || source === 'Unknown'))
    expect(shown.total).toMatchObject({ conversions: 4, linear: 2.75, spend: 0 })
  })

  it('counts a conversion at its prospect’s property, and without a known prospect at its own', async () => {
    expect((await run({ property_ids: '12' })).total).toMatchObject({ conversions: 2, linear: 2 }) // Gus, no one
    expect((await run({ property_ids: '11' })).total).toMatchObject({ conversions: 4, linear: 4 })
  })

  it('counts first visits instead', async () => {
    const { rows, total, priorTotal } = await run({ view_by: 'visit-conversion' })
    // Ann, Fay, Gus, Kai and Max; Max's touches come before his visit of the 11th, all five of them.
    expect(total).toMatchObject({ conversions: 5, linear: expect.closeTo(5) })
    expect(sourceOf(rows, 'Radio')).toMatchObject({ linear: 0.8, position: expect.closeTo(0.8 + 0.4 / 3, 12) })
    // Kai: Apartments.com, then Website twice.
    expect(sourceOf(rows, 'Apartments.com')).toMatchObject({ conversions: 1, first: 1, linear: 1 / 3, position: 0.4 })
    expect(priorTotal).toMatchObject({ conversions: 1, first: 1 }) // Cleo
  })

  it('follows the prospects created in the period whenever they sign', async () => {
    const { rows, total, priorTotal } = await run({ prospects_by_create_date: 'true' })
    expect(total).toMatchObject({ conversions: 2, linear: 2 }) // Ann, Gus
    expect(sourceOf(rows, 'Unknown')).toBeUndefined()
    expect(priorTotal).toMatchObject({ conversions: 1, linear: 1 }) // Fay, who signed after it
  })

  it('opens conversions, each once', async () => {
    expect((await names('conversions', 'source:Website')).sort()).toEqual(['Ann Abbott', 'Max Moore'])
    const list = await open('conversions', null)
    expect([list.total, list.rows.map(({ id }) => id).sort()]).toEqual([6, [1901, 1903, 1904, 805, 807, 816]])
    expect((await open('conversions', 'source:')).total).toBe(2)
  })
})
