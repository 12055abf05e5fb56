import type { ReportResult, Viewer } from '@leaselight/model'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nonZeroCounts, openTestStore, stateFrom, type TestStore, viewer } from '../testing'
import { activity } from './report'

// The fixture company counted by hand. The period is March 8–14, the prior one March 1–7 ("last 7 days" of `now`). A count
// that an expectation does not name is 0.
//
// The people by the day they were created in their own property's zone:
//   Harbor Point (11)    current: Ann 9th and Ivan 8th (Alice); Bob 10th, Dora 11th (no prospect) and Lena 8th (Ben)
//                        prior: Cleo 3rd (Alice), Fay 7th (Ben); before both: Max; deleted: Eli
//   Sunset Terrace (12)  current: Gus 10th (no agent's), Kai 12th (Carla); prior: Hana 7th 23:30 (Carla), Jade 4th (Dan)
// By event, leads and prospects are everyone with any activity. Besides the people created:
//   Harbor Point (11)    Fay, whom Ben wrote a text and who leased there; Max, whom he toured. No agent's are a message
//                        of Ann and calls of Bob and Lena; Alice's call with 1999 is with nobody we know.
//   Sunset Terrace (12)  Fay and Hana, both Carla's; Kai was answered by nobody in particular.

let store: TestStore
const maria = viewer('manager', 201)

beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())

const run = (
  params: Record<string, string> = {},
  who: Viewer = maria,
  now = fixtureCompany.now,
): Promise<ReportResult> => store.engineAt(now).runReport(activity, stateFrom(activity, params), who, { depth: 'all' })

const row = (rows: ReportResult['rows'], key: string) =>
  nonZeroCounts(
    activity,
    rows.find((one) => one.key === key),
  )
const names = (result: ReportResult) => result.rows.map((one) => [one.key, one.property, one.agent ?? null])

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

describe('Activity by created', () => {
  let result: ReportResult
  beforeAll(async () => {
    result = await run({ prospects_by_create_date: 'true' })
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
    const one = await run({ prospects_by_create_date: 'true', property_ids: '12' })
    expect(row(one.priorRows, 'property:12')).toEqual(row(result.priorRows, 'property:12'))
  })
})
