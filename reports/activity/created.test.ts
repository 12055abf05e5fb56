import type { ReportResult } from '@leaselight/model'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nonZeroCounts, openTestStore, type TestStore } from '../testing'
import { activity } from './report'
import { row, runActivity } from './testing'

// The same people as in report.test.ts, counted by the day on which they came.

let store: TestStore
beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())
const run = (params: Record<string, string> = {}) => runActivity(store, { prospects_by_create_date: 'true', ...params })

describe('Activity by created', () => {
  let result: ReportResult
  beforeAll(async () => {
    result = await run()
  })

  // The cohort: Ann, Bob, Ivan and Lena, Gus and Kai. Fay, Cleo, Hana and Jade are the prior one.
  it('counts everything that ever happened with those who came in the period', () => {
    expect(row(result.rows, 'property:11')).toEqual({
      leads: 5,
      prospects: 4,
      email: 1, // 5002 to Ann
      bulkEmail: 3,
      call: 1,
      text: 1, // 5003 to Ann; 5009 went to Fay, 5015 to an unknown prospect
      followups: 6,
      appointments: 3, // Ann, Bob, and Ivan's on the 17th
      visits: 1, // Ann; Max came in February
      shows: 1,
      leases: 1, // Ann
      qualification: 2,
    })
    expect(row(result.rows, 'property:12')).toEqual({
      leads: 2,
      prospects: 2,
      email: 1, // 5016 to Kai; 5010 went to Hana
      followups: 1, // 6010 was to Fay
      appointments: 1, // Kai's on the 16th
      visits: 2, // Gus, Kai
      walkIn: 2,
      shows: 1,
      leases: 1, // Gus
      referrals: 1,
      qualification: 1,
    })
    expect(nonZeroCounts(activity, result.total)).toEqual({
      leads: 7,
      prospects: 6,
      email: 2,
      bulkEmail: 3,
      call: 1,
      text: 1,
      followups: 7,
      appointments: 4,
      visits: 3,
      walkIn: 2,
      shows: 2,
      leases: 2,
      referrals: 1,
      qualification: 3,
    })
  })

  it('gives the prior cohort its later facts', () => {
    expect(row(result.priorRows, 'property:11')).toEqual({
      leads: 2,
      prospects: 2,
      email: 1, // 5005 to Cleo
      text: 1, // 5009 to Fay, after the period
      followups: 2,
      appointments: 1, // Cleo
      visits: 1, // Cleo
      shows: 1,
      leases: 1, // Fay; Cleo's is canceled
    })
    // Fay is Harbor Point's, but what Carla did with her counts where it happened.
    expect(row(result.priorRows, 'property:12')).toEqual({
      leads: 2,
      prospects: 2,
      email: 1, // 5010 to Hana
      call: 1, // 6010 to Fay
      facebook: 1, // 5012 to Jade
      followups: 3,
      appointments: 2, // Fay, Hana
      visits: 1, // Fay
      shows: 1,
    })
  })

  it('says that the cohort is still maturing', () => {
    expect(result.notes).toEqual([
      'The newest of these prospects are less than 30 days old. Their visits and leases are still to come.',
    ])
  })

  it('sums its days to the total', () => {
    // A fact is on the day its prospect came: Ann's lease on the 9th, Gus's on the 10th.
    expect(result.series.map((point) => point.leases)).toEqual([0, 1, 1, 0, 0, 0, 0])
    expect(result.series.map((point) => point.appointments)).toEqual([1, 1, 1, 0, 1, 0, 0])
  })

  it('gives Sunset Terrace the same numbers when only it is selected, though Fay lives at Harbor Point', async () => {
    const one = await run({ property_ids: '12' })
    expect(row(one.priorRows, 'property:12')).toEqual(row(result.priorRows, 'property:12'))
  })
})
