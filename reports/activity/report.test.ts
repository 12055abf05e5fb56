import type { ReportResult } from '@leaselight/model'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nonZeroCounts, openTestStore, stateFrom, type TestStore } from '../testing'
import { activity } from './report'
import { maria, names, row, runActivity } from './testing'

// The fixture company counted by hand, by event; the people and when they came are in testing.ts. Leads and prospects are
// everyone with any activity. Besides the people created:
//   Harbor Point (11)    Fay, whom Ben wrote a text and who leased there; Max, whom he toured. No agent's are a message
//                        of Ann and calls of Bob and Lena; Alice's call with 1999 is with nobody we know.
//   Sunset Terrace (12)  Fay and Hana, both Carla's; Kai was answered by nobody in particular.

let store: TestStore
beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())
const run = (params: Record<string, string> = {}) => runActivity(store, params)

describe('Activity by event', () => {
  let result: ReportResult
  beforeAll(async () => {
    result = await run()
  })

  it('compares last week with the week before', () => {
    expect(result.period).toEqual({ start: '2026-03-08', end: '2026-03-14' })
    expect(result.priorPeriod).toEqual({ start: '2026-03-01', end: '2026-03-07' })
    expect(result.timeZone).toBe('America/New_York')
    expect(result.propertyTimeZones).toEqual(['America/Los_Angeles', 'America/New_York'])
    expect(result.notes).toEqual([])
  })

  it('has the rows that count something in either period, by name, Unassigned last', () => {
    expect(names(result)).toEqual([
      ['property:11', 'Harbor Point', null],
      ['property:11/agent:101', 'Harbor Point', 'Alice Archer'],
      ['property:11/agent:102', 'Harbor Point', 'Ben Brook'],
      ['property:11/agent:0', 'Harbor Point', 'Unassigned'],
      ['property:12', 'Sunset Terrace', null],
      ['property:12/agent:103', 'Sunset Terrace', 'Carla Cruz'],
      // Dan has left the company and has no facts in this period; his row is for the week before.
      ['property:12/agent:104', 'Sunset Terrace', 'Dan Doyle'],
      ['property:12/agent:0', 'Sunset Terrace', 'Unassigned'],
    ])
  })

  it('counts the people and the work done for them', () => {
    expect(row(result.rows, 'property:11')).toEqual({
      leads: 7, // Ann, Ivan, Bob, Dora, Lena; Fay and Max, who came before
      prospects: 6, // all but Dora
      email: 1, // 5002 to Ann; 5006 went to Dora, 5007 to Eli
      bulkEmail: 3, // 5004 drip, 5013 bulk, 5014 drip
      call: 1, // 6009; 6011 was the AI's
      text: 3, // 5003, 5009, and 5015, whose prospect is never imported
      followups: 8,
      appointments: 2, // 7001 Ann, 7002 Bob (no-show); 7005 starts on the 17th, 7006 is Eli's, 7010 was canceled
      visits: 2, // 7501 Ann, 7506 Max; 7507 is Eli's, 7508 Dora's
      walkIn: 1, // Max
      shows: 1, // Ann
      leases: 2, // 805 Ann, 807 Fay; Cleo canceled hers
      qualification: 2, // Ann on the 9th, Bob on the 10th
    })
    expect(row(result.rows, 'property:12')).toEqual({
      leads: 4, // Gus, Kai; Fay and Hana, who came before
      prospects: 4,
      email: 2, // 5010 by Carla, 5016 without an agent
      call: 1, // 6010: Carla to Harbor Point's Fay
      followups: 3,
      appointments: 2, // 7007 Fay, 7008 Hana
      visits: 3, // 7503 Fay, 7504 Gus, 7505 Kai on Saturday 23:40
      walkIn: 2, // Gus, Kai
      shows: 2, // Fay, Gus
      leases: 1, // 816 Gus; 814 is a transfer
      referrals: 1, // Kai
      qualification: 1, // Kai
    })
  })

  it('gives every agent their own work at the property', () => {
    expect(row(result.rows, 'property:11/agent:101')).toEqual({
      leads: 2,
      prospects: 2,
      email: 1,
      call: 1,
      text: 2, // 5003, 5015
      followups: 4,
      appointments: 1,
      visits: 1,
      shows: 1,
      leases: 1,
      qualification: 1,
    })
    expect(row(result.rows, 'property:11/agent:102')).toEqual({
      leads: 5, // Bob, Dora, Lena; Fay, Max
      prospects: 4,
      bulkEmail: 1, // 5004
      text: 1, // 5009 to Fay
      followups: 2,
      appointments: 1,
      visits: 1, // Max
      walkIn: 1,
      leases: 1, // Fay's
      qualification: 1,
    })
    expect(row(result.rows, 'property:11/agent:0')).toEqual({
      leads: 3, // Ann, Bob and Lena wrote or called when nobody took it
      prospects: 3,
      bulkEmail: 2, // 5013, 5014
      followups: 2,
    })
    expect(row(result.rows, 'property:12/agent:103')).toEqual({
      leads: 3, // Kai; Fay, Hana
      prospects: 3,
      email: 1,
      call: 1,
      followups: 2,
      appointments: 2,
      visits: 2, // Fay, Kai
      walkIn: 1, // Kai
      shows: 1, // Fay
      referrals: 1,
      qualification: 1,
    })
    expect(row(result.rows, 'property:12/agent:104')).toEqual({})
    expect(row(result.rows, 'property:12/agent:0')).toEqual({
      leads: 2, // Gus; Kai, whom the office answered
      prospects: 2,
      email: 1, // 5016
      followups: 1,
      visits: 1,
      walkIn: 1,
      shows: 1,
      leases: 1,
    })
  })

  it('counts the total, and computes ratios from its counts', () => {
    expect(nonZeroCounts(activity, result.total)).toEqual({
      leads: 10,
      prospects: 9, // Fay is one, though at both
      email: 3,
      bulkEmail: 3,
      call: 2,
      text: 3,
      followups: 11,
      appointments: 4,
      visits: 5,
      walkIn: 3,
      shows: 3,
      leases: 3,
      referrals: 1,
      qualification: 3,
    })
    expect(result.total.followupsPerProspect).toBeCloseTo(11 / 9)
    expect(result.total.emailPerProspect).toBeCloseTo(3 / 9)
    expect(result.total.facebookPerProspect).toBe(0)
    expect(result.total.showPerVisit).toBeCloseTo(3 / 5)
    // Nothing divided by nobody.
    expect(result.rows.find((one) => one.key === 'property:12/agent:104')?.callPerProspect).toBeNull()
  })

  it('counts the prior period under the same keys', () => {
    expect(result.priorRows.map((one) => one.key)).toEqual(result.rows.map((one) => one.key))
    expect(row(result.priorRows, 'property:11')).toEqual({
      leads: 2, // Cleo, Fay
      prospects: 2,
      email: 1, // 5005
      followups: 1,
      appointments: 1, // 7003
      visits: 1, // 7502
      shows: 1,
    })
    expect(row(result.priorRows, 'property:11/agent:101')).toEqual({
      leads: 1,
      prospects: 1,
      email: 1,
      followups: 1,
      appointments: 1,
      visits: 1,
      shows: 1,
    })
    expect(row(result.priorRows, 'property:11/agent:102')).toEqual({ leads: 2, prospects: 2 }) // Fay; Cleo called
    expect(row(result.priorRows, 'property:12')).toEqual({ leads: 2, prospects: 2, facebook: 1, followups: 1 })
    expect(row(result.priorRows, 'property:12/agent:103')).toEqual({ leads: 1, prospects: 1 })
    expect(row(result.priorRows, 'property:12/agent:104')).toEqual({
      leads: 1,
      prospects: 1,
      facebook: 1,
      followups: 1,
    })
    expect(nonZeroCounts(activity, result.priorTotal)).toEqual({
      leads: 4,
      prospects: 4,
      email: 1,
      facebook: 1,
      followups: 2,
      appointments: 1, // Jade canceled hers
      visits: 1,
      shows: 1,
    })
  })

  it('draws each day, and the days of what happened sum to the total', () => {
    const days = (column: string) => result.series.map((point) => [point.day.slice(8), point[column]])
    expect(days('prospects')).toEqual([
      ['08', 3], // Ivan at half past midnight, Lena after the skipped hour; Hana
      ['09', 2], // Ann; Fay
      ['10', 4], // Bob, Gus; Ann, Fay
      ['11', 3], // Ann, Fay, Max
      ['12', 4], // Kai; Ann, Bob, Gus
      ['13', 3], // Gus, Hana, Max
      ['14', 1], // Kai
    ])
    expect(days('visits').map(([, count]) => count)).toEqual([0, 0, 2, 2, 0, 0, 1])
    expect(days('leases').map(([, count]) => count)).toEqual([0, 0, 0, 1, 1, 1, 0])
    expect(result.priorSeries.map((point) => point.prospects)).toEqual([0, 0, 1, 1, 1, 1, 2])
    for (const column of ['referrals', 'followups', 'appointments', 'visits', 'leases', 'qualification'])
      expect(
        result.series.reduce((sum, point) => sum + Number(point[column]), 0),
        column,
      ).toBe(result.total[column])
  })

  it('counts non-prospects as leads when they are included, but never as prospects', async () => {
    const all = await run({ include_non_prospects: 'true' })
    // Dora's: e-mail 5006 and visit 7508, a walk-in on which nothing was shown, both Ben's.
    expect(nonZeroCounts(activity, all.total)).toEqual({
      ...nonZeroCounts(activity, result.total),
      email: 4,
      followups: 12,
      visits: 6,
      walkIn: 4,
    })
    expect(row(all.rows, 'property:11/agent:102')).toMatchObject({ email: 1, visits: 2, walkIn: 2, prospects: 4 })
  })

  it('counts a day’s people by everything they did on it', async () => {
    const day = (on: string) => run({ start_date: on, end_date: on, prior_start_date: on, prior_end_date: on })
    const wednesday = await day('2026-03-11')
    expect(nonZeroCounts(activity, wednesday.total)).toMatchObject({ leads: 4, prospects: 3 }) // and Dora
    expect(wednesday.priorTotal).toEqual(wednesday.total)
    // On the 8th the AI wrote to Ivan and called him: he counts because he came, and Hana for her email.
    expect(nonZeroCounts(activity, (await day('2026-03-08')).total)).toMatchObject({ leads: 3 })
    // On the 15th Kai applied; nothing else happened.
    expect(nonZeroCounts(activity, (await day('2026-03-15')).total)).toEqual({ leads: 1, prospects: 1 })
  })

  it('opens a property to its agents', async () => {
    const engine = store.engineAt(fixtureCompany.now)
    const top = await engine.runReport(activity, stateFrom(activity), maria)
    expect(top.rows).toEqual(result.rows.filter((one) => one.parent === null))
    const opened = await engine.runReport(activity, stateFrom(activity), maria, { parent: 'property:12' })
    expect(opened.rows).toEqual(result.rows.filter((one) => one.parent === 'property:12'))
    expect(opened.priorRows).toEqual(result.priorRows.filter((one) => one.parent === 'property:12'))
  })

  it('counts only the selection, and a row does not depend on the selection', async () => {
    const one = await run({ property_ids: '12' })
    expect(one.rows).toEqual(result.rows.filter((each) => String(each.key).startsWith('property:12')))
    expect(nonZeroCounts(activity, one.total)).toEqual(row(result.rows, 'property:12'))
    expect(one.notes).toEqual(['Counts 1 of 2 properties.'])
  })
})
