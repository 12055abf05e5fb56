import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore, type TestStore } from '../testing'
import { reportReader } from '../testingReader'
import { upcomingAppointments } from './report'

// It is Sunday, March 15. Upcoming: Kai on the 16th at Sunset Terrace, self-guided (he booked it, Carla's), Ivan on the
// 17th at Harbor Point (booked by the AI, Alice's). Of the three days before, only Hana's of the 13th is still
// scheduled.

let store: TestStore
const { run, row, names, checkLists } = reportReader(() => store, upcomingAppointments)

beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())

describe('Upcoming appointments', () => {
  it('covers three days, today included', async () => {
    const { period, priorPeriod, rows, total, priorRows, series } = await run()
    expect(period).toEqual({ start: '2026-03-15', end: '2026-03-17' })
    expect(priorPeriod).toEqual({ start: '2026-03-12', end: '2026-03-14' })
    expect(row(rows, 'property:11')).toEqual({ scheduled: 1, inPerson: 1, bookedByAi: 1 })
    expect(row(rows, 'property:12')).toEqual({ scheduled: 1, selfGuided: 1, bookedByProspect: 1 })
    expect(total).toMatchObject({ scheduled: 2, inPerson: 1, selfGuided: 1, liveVideo: 0, bookedByAgent: 0 })
    expect(row(priorRows, 'property:12')).toEqual({ scheduled: 1, inPerson: 1, bookedByAgent: 1 })
    expect(series.map(({ scheduled }) => scheduled)).toEqual([0, 1, 1])
  })

  it('covers the requested days', async () => {
    expect((await run({ future_preset: 'tomorrow' })).total).toMatchObject({ scheduled: 1, selfGuided: 1 })
    const { period, total } = await run({ future_preset: 'next_7_days' })
    expect([period?.end, total.scheduled]).toEqual(['2026-03-21', 2])
    expect((await run({ future_start_date: '2026-03-17', future_end_date: '2026-03-20' })).total.scheduled).toBe(1)
    expect((await run({ sources: 'Website', agent_ids: '101' })).total.scheduled).toBe(1)
  })

  it('has rows by day, kind of tour and who booked', async () => {
    const of = async (group_by: string) => (await run({ group_by })).rows.map((one) => [one.key, one.scheduled])
    expect(await of('date')).toEqual([
      ['date:2026-03-16', 1],
      ['date:2026-03-17', 1],
    ])
    expect(await of('tour-type')).toEqual([
      ['tour-type:in-person', 1],
      ['tour-type:self-guided', 1],
    ])
    expect(await of('booked-by')).toEqual([
      ['booked-by:agent', 0],
      ['booked-by:ai', 1],
      ['booked-by:prospect', 1],
    ])
    expect(await of('agent')).toEqual([
      ['agent:101', 1],
      ['agent:103', 1],
    ])
    expect(await of('source')).toEqual([
      ['source:Apartments.com', 0],
      ['source:Website', 2],
    ])
  })

  it('compares a day with the day three before', async () => {
    // Hana's of the 13th is compared with the 16th.
    const priorOf = async (params: Record<string, string>) =>
      (await run(params)).priorRows.filter(({ scheduled }) => scheduled !== 0).map((one) => one.key)
    expect(await priorOf({ group_by: 'date' })).toEqual(['date:2026-03-16'])
    expect(await priorOf({ by: 'hour' })).toEqual(['date:2026-03-16', expect.stringMatching(/^date:2026-03-16\/hour:/)])
    expect(await names('scheduled', 'date:2026-03-16', { group_by: 'date' }, 'prior')).toEqual(['Hana Hill'])
    await checkLists({ group_by: 'date' })
  })

  it('opens every number to its people', async () => {
    expect(await names('scheduled', null)).toEqual(['Ivan Irwin', 'Kai Klein'])
    await checkLists()
  })
})
