import type { ReportResult, Row } from '@leaselight/model'
import { type Fixture, fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nonZeroCounts, openTestStore, stateFrom, type TestStore, viewer } from '../testing'
import { responseTime } from './report'

// Who wrote in March 8–14 and when a person responded, by hand:
const MIN = 60
const HOUR = 3600

let store: TestStore
beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())

const run = (params: Record<string, string> = {}, now = fixtureCompany.now) =>
  store.engineAt(now).runReport(responseTime, stateFrom(responseTime, params), viewer('manager', 201), { depth: 'all' })
const keyed = (rows: Row[]) => rows.map((row) => [row.key, nonZeroCounts(responseTime, row)])
const times = (values: Row | ReportResult['total'] | null | undefined) => [values?.average, values?.median, values?.p90]

describe('Response Time', () => {
  it('measures the first answer of a person', async () => {
    const result = await run()
    expect(keyed(result.rows)).toEqual([
      ['property:11', { contacts: 3, within30: 1, never: 2, late: 2 }],
      ['property:11/agent:101', { contacts: 2, within30: 1, never: 1, late: 1 }],
      ['property:11/agent:102', { contacts: 1, never: 1, late: 1 }],
      ['property:12', { contacts: 1, within30: 1 }],
      ['property:12/agent:103', { contacts: 1, within30: 1 }],
      ['property:12/agent:104', {}],
    ])
    expect(nonZeroCounts(responseTime, result.total)).toEqual({ contacts: 4, within30: 2, never: 2, late: 2 })
    // 20 and 25 minutes; nine tenths of the way from the one to the other is 24.5.
    expect(times(result.total)).toEqual([22.5 * MIN, 22.5 * MIN, 24.5 * MIN])
    expect(result.total).toMatchObject({ within30Ratio: 0.5, neverRatio: 0.5 })
    expect(nonZeroCounts(responseTime, result.priorTotal)).toEqual({ contacts: 4, within120: 2, over120: 2, late: 2 })
    // 40 min, 45 min, 9 h 50 min, 41 h 12 min: the 90th percentile is 0.7 of the way from the third to the fourth.
    const [hana, fay] = [9 * HOUR + 50 * MIN, 41 * HOUR + 12 * MIN]
    expect(times(result.priorTotal)).toEqual([
      (85 * MIN + hana + fay) / 4,
      (45 * MIN + hana) / 2,
      expect.closeTo(hana + 0.7 * (fay - hana)),
    ])
    expect(times(result.rows[2])).toEqual([null, null, null])
  })

  it('counts only open minutes', async () => {
    const result = await run({ use_business_hours: 'true' })
    expect(times(result.total)).toEqual([10 * MIN, 10 * MIN, 18 * MIN]) // 20 minutes, and none for Kai
    expect(nonZeroCounts(responseTime, result.priorTotal)).toEqual({ contacts: 4, within30: 1, within120: 3 })
    const prior = (key: string) => result.priorRows.find((row) => row.key === key)?.average
    expect(prior('property:11/agent:101')).toBe(40 * MIN)
    expect(prior('property:11/agent:102')).toBe(72 * MIN)
    expect(prior('property:12/agent:103')).toBe(20 * MIN)
    expect(prior('property:12/agent:104')).toBe(45 * MIN)
  })

  it('groups by agent, channel and hour', async () => {
    const named = async (by: string, field: string) =>
      (await run({ by })).rows.map((row) => [row[field], row.contacts, row.never])
    expect(await named('agent', 'agent')).toEqual([
      ['Alice Archer', 2, 1],
      ['Ben Brook', 1, 1],
      ['Carla Cruz', 1, 0],
      ['Dan Doyle', 0, 0],
    ])
    expect(await named('contact', 'contactName')).toEqual([
      ['SMS', 0, 0],
      ['Email', 1, 1],
      ['Knockbot', 1, 1],
      ['Internet', 1, 0],
      ['Facebook', 0, 0],
      ['Forms', 1, 0],
    ])
    // Cleo, Fay, Hana and Jade have rows for the week before: 9, 15, 23 and 12.
    expect(await named('hour', 'hourName')).toEqual([
      ['12 AM', 1, 1],
      ['3 AM', 1, 1],
      ['9 AM', 1, 0],
      ['10 AM', 1, 0],
      ['12 PM', 0, 0],
      ['3 PM', 0, 0],
      ['11 PM', 0, 0],
    ])
  })

  it('ignores answers that are still to come', async () => {
    // Monday 09:11:59 in New York, a second before Fay's response; "last 7 days" are March 2–8: those of the week
    // before, Ivan, and Lena.
    const result = await run({}, '2026-03-09T09:11:59-04:00')
    expect(nonZeroCounts(responseTime, result.total)).toEqual({
      contacts: 6,
      within120: 2,
      over120: 1,
      never: 3,
      late: 4,
    })
  })

  it('opens a list as long as each number', async () => {
    const open = (column: string, row: string | null, params = {}) =>
      store
        .engineAt(fixtureCompany.now)
        .members(responseTime, stateFrom(responseTime, params), viewer('manager', 201), {
          row,
          column,
          period: 'current',
          page: 1,
          pageSize: 50,
        })
    const { total } = await run()
    for (const column of ['contacts', 'within30', 'within120', 'over120', 'never'])
      expect((await open(column, null)).total).toBe(total[column])
    const others: Record<string, string>[] = [{ use_business_hours: 'true' }, { cumulative_response_time: 'true' }]
    for (const params of others) expect((await open('contacts', 'property:11', params)).rows).toHaveLength(3)
    expect((await open('never', 'property:11')).rows.map((row) => row.name)).toEqual(['Lena Lopez', 'Ivan Irwin'])
  })
})

describe('Response Time of every exchange', () => {
  const message = (id: number, prospect_id: number, direction: 'inbound' | 'outbound', sent_at: string, rest = {}) => ({
    id,
    property_id: 11,
    prospect_id,
    channel: 'text' as const,
    direction,
    origin: 'agent' as const,
    sent_at,
    ...rest,
  })
  const more: Fixture = {
    messages: [
      // Ann writes twice on Tuesday; Alice calls her at 11:00 (6009), which answers both: 30 minutes for the first.
      message(1901, 1001, 'inbound', '2026-03-10T10:30:00-04:00'),
      message(1902, 1001, 'inbound', '2026-03-10T10:45:00-04:00'),
      // And once more on the 14th, without a response.
      message(1903, 1001, 'inbound', '2026-03-14T10:00:00-04:00'),
      // Bob called, which opens nothing; his text does, and the response comes two hours and a second later.
      message(1904, 1002, 'inbound', '2026-03-11T12:00:00-04:00'),
      message(1905, 1002, 'outbound', '2026-03-11T14:00:01-04:00', { agent_id: 102 }),
      // Lena still waits since Sunday: no new exchange. Dora is no prospect, prospect 1999 is unknown.
      message(1906, 1012, 'inbound', '2026-03-11T12:00:00-04:00'),
      message(1907, 1004, 'inbound', '2026-03-12T12:00:00-04:00'),
      message(1908, 1999, 'inbound', '2026-03-12T12:00:00-04:00'),
    ],
  }

  it('opens an exchange with the first unanswered message, and ends it with the next answer', async () => {
    await store.load(more)
    const result = await run({ cumulative_response_time: 'true', by: 'agent' })
    expect(result.rows.map((row) => [row.agent, nonZeroCounts(responseTime, row)])).toEqual([
      ['Alice Archer', { contacts: 4, within30: 2, never: 2, late: 2 }], // Ann 20 and 30 minutes, Ann and Ivan never
      ['Ben Brook', { contacts: 2, over120: 1, never: 1, late: 2 }], // Bob, Lena
      ['Carla Cruz', { contacts: 1, within30: 1 }], // Kai
      ['Dan Doyle', {}],
    ])
    // 20, 25 and 30 minutes, and 2 hours and a second.
    expect(result.total.average).toBeCloseTo((75 * MIN + 2 * HOUR + 1) / 4)
    expect(result.total.median).toBeCloseTo(27.5 * MIN)
    // First contacts are the same as before.
    expect((await run()).total.contacts).toBe(4)
  })
})
