import { type Fixture, fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callIntelligenceAgent } from '../call-intelligence-agent/report'
import { callIntelligenceConversions } from '../call-intelligence-conversions/report'
import { callIntelligenceIntents } from '../call-intelligence-intents/report'
import { openTestStore, type TestStore } from '../testing'
import { reportReader } from '../testingReader'
import { callIntelligence } from './report'

// The fixture company's inbound calls of March 8–14 (6012 is Dora's, who is no prospect, 6013 deleted Eli's):
//   6001 Harbor Point, Tuesday 10th 13:15, first call, Website, answered by Ben, 240 s, score 82, tour and price, Bob's appointment
//   6002 Harbor Point, Thursday 12th, return call, missed
//   6003 Harbor Point, Wednesday 11th 14:00, resident, answered by Alice, 95 s, score 64, maintenance
//   6004 Sunset Terrace, Thursday 12th, other, voicemail, 30 s
//   6005 Sunset Terrace, Friday 13th, first call, answered by the AI, 120 s, availability
//   6006 Harbor Point, Sunday 8th 01:59, first call, missed
//   6007 Harbor Point, Sunday 8th 03:00, return call, voicemail, 20 s
//   6014 Sunset Terrace, Tuesday 10th 13:30, first call, requested text
//   6015 Harbor Point, Wednesday 11th 10:00, first call, answered by Alice, 150 s, score 90, price
// and of March 1–7: 6008 Harbor Point, Friday 6th, return call, answered by Ben, 180 s, score 71, application.

let store: TestStore
beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())

describe('Call intelligence, overview', () => {
  const { run, row, names, checkLists } = reportReader(() => store, callIntelligence)

  it('counts how calls were answered, in total and by day', async () => {
    const { rows, total, priorRows, priorTotal, series } = await run()
    expect(total).toMatchObject({
      totalCalls: 9,
      answered: 4,
      answeredRate: expect.closeTo(4 / 9),
      missed: 2,
      talkTime: 605, // 240 + 95 + 120 + 150
      averageTalkTime: 151.25,
      score: expect.closeTo((82 + 64 + 90) / 3),
      appointments: 1,
      appointmentRate: expect.closeTo(1 / 9),
    })
    expect(priorTotal).toMatchObject({ totalCalls: 1, answeredRate: 1, talkTime: 180, score: 71, appointments: 0 })
    expect(rows.map(({ date }) => date)).toEqual(['08', '10', '11', '12', '13'].map((day) => `2026-03-${day}`))
    expect(row(rows, 'date:2026-03-11')).toEqual({ totalCalls: 2, answered: 2, scored: 2 })
    expect(rows.find(({ date }) => date === '2026-03-11')).toMatchObject({ talkTime: 245, score: 77 })
    // Friday the 6th is compared with Friday the 13th.
    expect(row(priorRows, 'date:2026-03-13')).toEqual({ totalCalls: 1, answered: 1, scored: 1 })
    expect(series.map((point) => point.totalCalls)).toEqual([2, 0, 2, 2, 2, 1, 0])
  })

  it('counts a call that lies in both of two overlapping periods once under each of its dates', async () => {
    const params = {
      start_date: '2026-03-06',
      end_date: '2026-03-12',
      prior_start_date: '2026-03-03',
      prior_end_date: '2026-03-09',
    }
    const { rows, priorRows, total, priorTotal, series, priorSeries } = await run(params)
    // The 6th and the 8th are in both periods: they are also compared with the 9th and the 11th.
    expect(rows.map(({ date, totalCalls }) => [date, totalCalls])).toEqual([
      ['2026-03-06', 1],
      ['2026-03-08', 2],
      ['2026-03-09', 0],
      ['2026-03-10', 2],
      ['2026-03-11', 2],
      ['2026-03-12', 2],
    ])
    expect(priorRows.map(({ date, totalCalls }) => [date, totalCalls])).toEqual([
      ['2026-03-06', 0],
      ['2026-03-08', 0],
      ['2026-03-09', 1],
      ['2026-03-10', 0],
      ['2026-03-11', 2],
      ['2026-03-12', 0],
    ])
    expect([total.totalCalls, priorTotal?.totalCalls]).toEqual([9, 3])
    expect(series.map((point) => point.totalCalls)).toEqual([1, 0, 2, 0, 2, 2, 2])
    expect(priorSeries.map((point) => point.totalCalls)).toEqual([0, 0, 0, 1, 0, 2, 0])
    expect(await names('totalCalls', 'date:2026-03-08', params)).toHaveLength(2)
    expect(await names('totalCalls', 'date:2026-03-08', params, 'prior')).toEqual([])
    expect(await names('totalCalls', 'date:2026-03-11', params, 'prior')).toHaveLength(2)
    await checkLists(params)
  })

  it('tells the week’s busy hours', async () => {
    const { rows, officeHours } = await run({ by: 'hour' })
    expect(rows.filter(({ depth }) => depth === 0).map((one) => [one.day, one.totalCalls, one.missed])).toEqual([
      ['Tuesday', 2, 0],
      ['Wednesday', 2, 0],
      ['Thursday', 2, 1],
      ['Friday', 1, 0],
      ['Sunday', 2, 1],
    ])
    expect(row(rows, 'day:7/hour:1')).toEqual({ totalCalls: 1, missed: 1 })
    expect(row(rows, 'day:2/hour:13')).toEqual({ totalCalls: 2, answered: 1, scored: 1, appointments: 1 })
    // Of the two offices, Harbor Point is open from 9 on workdays, and Sunset Terrace closes from 1 to 2.
    const open = (weekday: number) => officeHours?.filter((one) => one.weekday === weekday).map((one) => one.open)
    expect(open(2)?.slice(8, 20)).toEqual([0, 0.5, 1, 1, 1, 0.5, 1, 1, 1, 1, 0.5, 0])
    expect(open(7)?.slice(8, 20)).toEqual([0, 0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0])
    expect((await run({})).officeHours).toBeUndefined()
  })

  it('filters by callers, sources, agents and appointments', async () => {
    expect((await run({ caller_types: 'resident,other' })).total.totalCalls).toBe(2)
    expect((await run({ sources: 'Website' })).total.totalCalls).toBe(3)
    expect((await run({ agent_ids: '101' })).total).toMatchObject({ totalCalls: 2, talkTime: 245 })
    expect((await run({ scheduled: 'SCHEDULED' })).total.totalCalls).toBe(1)
    expect((await run({ scheduled: 'NOT_SCHEDULED' })).total.totalCalls).toBe(8)
  })

  it('lists the calls behind every number', async () => {
    expect(await names('appointments', 'date:2026-03-10')).toEqual(['Bob Baker'])
    await checkLists()
  })
})

describe('Call intelligence: agents', () => {
  const { run, row, checkLists } = reportReader(() => store, callIntelligenceAgent)

  it('counts calls that people, not assistants, answered, and includes the unassigned', async () => {
    await store.load({
      calls: [
        {
          id: 6901,
          property_id: 12,
          direction: 'inbound',
          handled_by: 'agent',
          caller_type: 'other',
          started_at: '2026-02-20T12:00:00-08:00',
          duration_seconds: 10,
          outcome: 'answered',
        },
      ],
    })
    const { rows, total, priorTotal } = await run()
    expect(rows.map((one) => [one.agent, one.answered, one.talkTime, one.averageDuration, one.score])).toEqual([
      ['Alice Archer', 2, 245, 122.5, 77],
      ['Ben Brook', 1, 240, 240, 82],
    ])
    expect(row(rows, 'agent:102')).toEqual({ answered: 1, scored: 1, appointments: 1 })
    expect(total).toMatchObject({ answered: 3, talkTime: 485, appointments: 1, appointmentRate: 1 / 3 })
    expect(priorTotal).toMatchObject({ answered: 1, score: 71 })
    const february = await run({ start_date: '2026-02-20', end_date: '2026-02-20' })
    expect(february.rows).toMatchObject([{ agent: 'Unassigned', agentId: null, answered: 1, score: null }])
    await checkLists()
  })
})

describe('Call intelligence: intents', () => {
  const { run, open, names } = reportReader(() => store, callIntelligenceIntents)

  it('counts a call in the row of each of its intents and once in the total', async () => {
    const { rows, total, priorTotal } = await run()
    expect(
      rows.map((one) => [one.intentName, one.totalCalls, one.answered, one.appointments, one.averageDuration]),
    ).toEqual([
      ['Application', 0, 0, 0, null], // the week before
      ['Availability', 1, 1, 0, 120],
      ['Maintenance', 1, 1, 0, 95],
      ['Price', 2, 2, 1, 195],
      ['Tour', 1, 1, 1, 240],
      ['Unknown', 5, 0, 0, 10], // 6002, 6004, 6006, 6007, 6014: 50 seconds
    ])
    const price = rows.find(({ intent }) => intent === 'price')
    expect(price).toMatchObject({ share: expect.closeTo(2 / 9), answeredRate: 1, appointmentRate: 0.5 })
    expect(total).toMatchObject({ totalCalls: 9, share: 1, answered: 4, appointments: 1 })
    expect(total.averageDuration).toBeCloseTo(655 / 9)
    expect(priorTotal).toMatchObject({ totalCalls: 1, share: 1, averageDuration: 180 })
  })

  it('divides by the filtered calls', async () => {
    const { rows, total } = await run({ caller_types: 'prospect-first-call' })
    expect(total).toMatchObject({ totalCalls: 5, share: 1 })
    expect(rows.find(({ intent }) => intent === 'price')?.share).toBeCloseTo(2 / 5)
  })

  it('computes shares of the calls that match source attributes', async () => {
    const { rows, total } = await run({ sources_by_attributes: 'Type:Own' })
    expect(total).toMatchObject({ totalCalls: 3, share: 1 })
    expect(rows.map(({ share }) => share)).toEqual(rows.map(({ totalCalls }) => Number(totalCalls) / 3))
  })

  it('opens every number to its calls, each once', async () => {
    expect((await open('totalCalls', null)).rows).toHaveLength(9)
    expect(await names('totalCalls', 'intent:tour')).toEqual(['Bob Baker'])
    expect((await open('totalCalls', 'intent:')).rows).toHaveLength(5)
    expect((await open('totalCalls', 'intent:application', {}, 'prior')).total).toBe(1)
  })
})

describe('Call intelligence, conversions', () => {
  const { run, row, names, checkLists } = reportReader(() => store, callIntelligenceConversions)
  const call = (id: number, prospect_id: number, started_at: string): NonNullable<Fixture['calls']>[number] => ({
    id,
    property_id: 12,
    prospect_id,
    agent_id: 103,
    source: 'Radio',
    direction: 'inbound',
    handled_by: 'agent',
    caller_type: 'prospect-first-call',
    started_at,
    duration_seconds: 60,
    outcome: 'answered',
  })

  it('follows a first call to appointment, visit and lease', async () => {
    await store.load({
      calls: [
        // Fay of Harbor Point: her appointment is made at that moment, she tours the next day and signs the day after.
        call(6911, 1006, '2026-03-09T15:02:00-07:00'),
        // A second later it no longer belongs to this call.
        call(6912, 1006, '2026-03-09T15:02:01-07:00'),
        // Cleo booked on the 3rd, toured on the 5th; her lease was canceled.
        call(6913, 1003, '2026-03-02T12:00:00-08:00'),
        // Jade booked on March 4, 13:00, exactly 30 days after this one and a second more after that; she canceled.
        call(6914, 1010, '2026-02-02T13:00:00-08:00'),
        call(6915, 1010, '2026-02-02T12:59:59-08:00'),
        // Max never booked, so his visit and what follows does not belong to the call.
        call(6916, 1013, '2026-03-09T12:00:00-07:00'),
      ],
    })
    const { rows, total, priorTotal } = await run()
    // 6001 is Bob's, booked three minutes later; 6006 and 6015 have no known prospect.
    expect(row(rows, 'property:11')).toEqual({ totalCalls: 3, appointments: 1 })
    // 6005, 6014, 6911, 6912, 6916.
    expect(row(rows, 'property:12')).toEqual({ totalCalls: 5, appointments: 1, visits: 1, leases: 1 })
    expect(total).toMatchObject({ appointmentRate: 2 / 8, visitRate: 1 / 2, leaseRate: 1, leasesPerCall: 1 / 8 })
    expect(priorTotal).toMatchObject({ totalCalls: 1, appointments: 1, visits: 1, leases: 0 }) // Cleo
    const february = await run({ start_date: '2026-02-02', end_date: '2026-02-02' })
    expect(february.total).toMatchObject({ totalCalls: 2, appointments: 1, visits: 0 })
    expect(await names('leases', null)).toEqual(['Fay Foster'])
    await checkLists()
  })

  it('groups by the call’s own source and agent', async () => {
    const bySource = await run({ group_by: 'source' })
    expect(row(bySource.rows, 'source:Radio')).toEqual({ totalCalls: 3, appointments: 1, visits: 1, leases: 1 })
    expect(row(bySource.rows, 'source:Website')).toEqual({ totalCalls: 2, appointments: 1 })
    const byAgent = await run({ group_by: 'agent' })
    expect(row(byAgent.rows, 'agent:103')).toMatchObject({ totalCalls: 3, leases: 1 })
  })

  it('follows a call to what happened later on an earlier local day', async () => {
    // The call comes at half past midnight of the first of March where it is Saturday morning in London; an island on the
    // other side of the date line, whose property is visited minutes later, still has Friday.
    const island = (id: number, time_zone: string) => ({
      ...{ id, company_id: 1, name: `Island ${id}`, time_zone, owning_manager_id: 201 },
      ...{ office_hours: [], products: ['call-intel' as const] },
    })
    const there = { property_id: 14, prospect_id: 1099 }
    await store.load({
      properties: [island(13, 'Pacific/Kiritimati'), island(14, 'Pacific/Pago_Pago')],
      prospects: [
        {
          ...{ id: 1099, property_id: 14, first_name: 'Isla', last_name: 'Ito', source: 'Website', status: 'leased' },
          ...{ first_contact_channel: 'call', insert_method: 'call', created_at: '2026-02-28T10:30:00Z' },
        },
      ],
      calls: [{ ...call(6921, 1099, '2026-03-01T00:30:00+14:00'), property_id: 13 }],
      appointments: [
        {
          ...{ ...there, id: 7999, tour_type: 'in-person', created_at: '2026-02-28T10:31:00Z' },
          ...{
            starts_at: '2026-02-28T10:40:00Z',
            status: 'completed',
            status_at: '2026-02-28T10:31:00Z',
            booked_by: 'agent',
          },
        },
      ],
      visits: [{ ...there, id: 7998, visited_at: '2026-02-28T10:40:00Z', visit_type: 'in-person' }],
      leases: [
        {
          ...{ ...there, id: 7997, unit_id: 1, kind: 'new', signed_at: '2026-02-28T10:45:00Z' },
          ...{ starts_on: '2026-04-01', ends_on: '2027-03-31', monthly_rent: 1000 },
        },
      ],
    })
    const { priorRows } = await run()
    expect(row(priorRows, 'property:13')).toEqual({ totalCalls: 1, appointments: 1, visits: 1, leases: 1 })
  })
})
