import type { Fixture } from '@leaselight/sample'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore, type TestStore } from '../testing'
import { reportReader } from '../testingReader'
import { demographics } from './report'

// Two IDs were scanned on March 8–14: Ann's, 28 on that very day, at Harbor Point, and Kai's, 67, at Sunset Terrace (that his
// was not valid makes no difference). None the week before.

let store: TestStore
const { run, row, names, checkLists } = reportReader(() => store, demographics)

beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())

describe('Demographics', () => {
  it('counts visitors with a scanned ID by gender and age', async () => {
    const { rows, total, priorTotal } = await run()
    expect(row(rows, 'property:11')).toEqual({
      ...{ total: 1, female: 1, genderKnown: 1 },
      ...{ age25To34: 1, under35: 1, ageKnown: 1 },
    })
    expect(row(rows, 'property:12')).toEqual({
      ...{ total: 1, male: 1, genderKnown: 1 },
      ...{ age65Plus: 1, from35: 1, ageKnown: 1 },
    })
    expect(rows.filter(({ depth }) => depth === 1).map((one) => [one.key, one.ageBucket, one.ageBucketName])).toEqual([
      ['property:11/age:25-34', '25-34', '25 – 34'],
      ['property:12/age:65%2B', '65+', '65 and over'],
    ])
    expect(total).toMatchObject({
      total: 2,
      femaleRatio: 0.5,
      combinedRatio: 1,
      age65PlusRatio: 0.5,
      ageUnknownRatio: 0,
    })
    expect(priorTotal).toMatchObject({ total: 0, combinedRatio: null })
  })

  it('gives the selection by age', async () => {
    expect((await run()).metadata?.dataByAge).toMatchObject([
      { ageBucket: '25-34', total: 1, female: 1, male: 0 },
      { ageBucket: '65+', total: 1, female: 0, male: 1 },
    ])
  })

  it('lists the people behind every number', async () => {
    expect(await names('age65Plus', null)).toEqual(['Kai Klein'])
    await checkLists()
  })
})

describe('age and property', () => {
  const scan = (id: number, property_id: number, prospect_id: number, at: string) => ({
    id,
    property_id,
    prospect_id,
    visited_at: at,
    visit_type: 'in-person' as const,
    id_scanned_at: at,
  })
  const person = (id: number, birth_on?: string, rest: { not_a_prospect?: boolean } = {}) => ({
    id,
    property_id: 11,
    source: 'Website',
    insert_method: 'email' as const,
    first_contact_channel: 'email' as const,
    created_at: '2026-03-01T12:00:00-05:00',
    status: 'waiting' as const,
    ...(birth_on && { birth_on }),
    ...rest,
  })
  const more: Fixture = {
    prospects: [
      // Turns 35 on the 12th, between the scans at the two properties: 34 in both rows, because the first scan of the
      // period decides.
      person(1101, '1991-03-12'),
      person(1102, '2008-03-09'), // 17 on the 8th, 18 on the 9th
      person(1103),
      person(1104, '1990-01-01', { not_a_prospect: true }),
      person(1105, '2000-02-29'), // turns 26 on March 1 in a year without a 29th
    ],
    visits: [
      scan(7591, 11, 1101, '2026-03-11T12:00:00-04:00'),
      scan(7592, 12, 1101, '2026-03-12T12:00:00-07:00'),
      scan(7593, 11, 1102, '2026-03-08T12:00:00-04:00'),
      scan(7594, 11, 1103, '2026-03-10T12:00:00-04:00'),
      scan(7595, 11, 1104, '2026-03-10T12:00:00-04:00'),
      scan(7596, 11, 1101, '2026-03-05T12:00:00-05:00'),
      scan(7597, 12, 1102, '2026-03-14T12:00:00-07:00'),
      scan(7598, 12, 1105, '2026-03-01T12:00:00-08:00'),
      // No file contains this prospect's record.
      scan(7599, 12, 1998, '2026-03-12T12:00:00-07:00'),
    ],
  }

  it('is that of the first scanned visit, and a visitor of two properties counts once in the total', async () => {
    await store.load(more)
    const { rows, total, priorRows, priorTotal } = await run()
    expect(row(rows, 'property:11')).toEqual({
      total: 4, // Ann, 1101, 1102, 1103
      female: 1,
      genderKnown: 1,
      genderUnknown: 3,
      age25To34: 2,
      under35: 2,
      ageKnown: 2,
      ageUnknown: 2, // 17 on the day of her first scan; no birthday
    })
    expect(row(rows, 'property:12')).toEqual({
      total: 4, // Kai, 1101, 1102, 1998
      male: 1,
      genderKnown: 1,
      genderUnknown: 3,
      age25To34: 1,
      under35: 1,
      age65Plus: 1,
      from35: 1,
      ageKnown: 2,
      ageUnknown: 2,
    })
    expect(total).toMatchObject({ total: 6, genderUnknown: 4, age25To34: 2, age65Plus: 1, ageUnknown: 3 })
    expect(row(priorRows, 'property:11')).toEqual({
      ...{ total: 1, genderUnknown: 1, age25To34: 1, under35: 1, ageKnown: 1 },
    })
    expect(priorTotal).toMatchObject({ total: 2, age25To34: 2 }) // 1101 at 34, 1105 at 26
    await checkLists()
  })

  it('separates periods even where they overlap', async () => {
    const range = { start_date: '2026-03-08', end_date: '2026-03-14' }
    const { total, priorTotal } = await run({ ...range, prior_start_date: '2026-03-12', prior_end_date: '2026-03-14' })
    expect(total.total).toBe(6)
    // On the 12th and after: Kai, 1101 now 35, 1102 now 18, and the unknown prospect.
    expect(priorTotal).toMatchObject({ total: 4, age18To24: 1, age35To44: 1, age65Plus: 1, ageUnknown: 1 })
  })
})
