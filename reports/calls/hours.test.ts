import type { RecordOf } from '@leaselight/contract'
import type { Fixture } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore, stateFrom, type TestStore, viewer } from '../testing'
import { calls } from './report'

// Office hours are instants, also on days of a clock change: a skipped local time uses the offset before the change; a
// repeated one opens at its first occurrence and closes at its second.

type Hours = [weekday: number, opens: string, closes: string][]

interface Place {
  about: string
  zone: string
  hours: Hours
  holidays?: string[]
  /** Calls while the office is open, and while it is closed. */
  open: string[]
  closed: string[]
}

const places: Place[] = [
  {
    about: 'opens when a time comes for the first time and closes when it comes again',
    zone: 'America/New_York',
    hours: [[7, '01:15', '01:45']],
    open: [
      '2026-11-01T01:15:00-04:00',
      '2026-11-01T01:50:00-04:00', // the wall shows a time after closing
      '2026-11-01T01:05:00-05:00', // the wall shows a time before opening
      '2026-11-01T01:44:59.999-05:00',
    ],
    closed: ['2026-11-01T01:14:59.999-04:00', '2026-11-01T01:45:00-05:00'],
  },
  {
    about: 'opens and closes an hour late where both times are skipped',
    zone: 'America/New_York',
    hours: [[7, '02:15', '02:45']],
    open: ['2026-03-08T03:15:00-04:00', '2026-03-08T03:44:59-04:00'],
    closed: ['2026-03-08T01:59:59-05:00', '2026-03-08T03:00:00-04:00', '2026-03-08T03:45:00-04:00'],
  },
  {
    about: 'opens late where the opening alone is skipped',
    zone: 'America/Los_Angeles',
    hours: [[7, '02:30', '09:00']],
    open: ['2026-03-08T03:30:00-07:00', '2026-03-08T08:59:59-07:00'],
    closed: ['2026-03-08T03:10:00-07:00', '2026-03-08T09:00:00-07:00'],
  },
  {
    about: 'closes at a midnight that is skipped, and opens at it',
    zone: 'America/Sao_Paulo',
    hours: [
      [6, '20:00', '24:00'],
      [7, '00:00', '02:00'],
    ],
    open: ['2018-11-03T20:00:00-03:00', '2018-11-03T23:59:59-03:00', '2018-11-04T01:00:00-02:00'],
    closed: ['2018-11-03T19:59:59-03:00', '2018-11-04T02:00:00-02:00'],
  },
  {
    about: 'stays open through an evening hour that comes twice',
    zone: 'America/Sao_Paulo',
    hours: [[6, '10:00', '23:30']],
    open: ['2019-02-16T23:29:00-02:00', '2019-02-16T23:45:00-02:00', '2019-02-16T23:29:59-03:00'],
    closed: ['2019-02-16T23:30:00-03:00', '2019-02-17T10:30:00-03:00'],
  },
  {
    about: 'knows changes of half an hour',
    zone: 'Australia/Lord_Howe',
    hours: [[7, '01:40', '01:50']],
    open: ['2026-04-05T01:40:00+11:00', '2026-04-05T01:55:00+11:00', '2026-04-05T01:35:00+10:30'],
    closed: ['2026-04-05T01:39:59+11:00', '2026-04-05T01:50:00+10:30'],
  },
  {
    about: 'knows zones off the whole hour, lunch breaks, overlaps and holidays',
    zone: 'Asia/Kathmandu',
    hours: [
      [1, '09:00', '12:00'],
      [1, '13:00', '16:00'],
      [1, '15:00', '18:00'],
    ],
    holidays: ['2026-03-16'],
    open: [
      '2026-03-09T09:00:00+05:45',
      '2026-03-09T13:00:00+05:45',
      '2026-03-09T16:00:00+05:45',
      '2026-03-09T12:14:59Z',
    ],
    closed: [
      '2026-03-09T08:59:59+05:45',
      '2026-03-09T12:00:00+05:45',
      '2026-03-09T12:15:00Z',
      '2026-03-10T10:00:00+05:45', // Tuesday
      '2026-03-16T10:00:00+05:45', // a Monday, but a holiday
    ],
  },
  {
    about: 'never calls a time out of hours where none are kept, not even on a holiday',
    zone: 'UTC',
    hours: [],
    holidays: ['2026-03-09'],
    open: ['2026-03-09T03:00:00Z', '2026-03-15T23:59:59Z'],
    closed: [],
  },
]

const properties = places.map(
  ({ zone, hours, holidays }, index): RecordOf<'properties'> => ({
    id: index + 1,
    company_id: 1,
    name: `Place ${index}`,
    time_zone: zone,
    office_hours: hours.map(([weekday, opens, closes]) => ({ weekday, opens, closes })),
    holidays: holidays ?? [],
  }),
)

const records: RecordOf<'calls'>[] = places.flatMap(({ open, closed }, index) =>
  [...open, ...closed].map(
    (started_at, at): RecordOf<'calls'> => ({
      id: (index + 1) * 100 + at,
      property_id: index + 1,
      direction: 'inbound',
      handled_by: 'agent',
      caller_type: 'other',
      started_at,
      duration_seconds: 1,
      outcome: 'answered',
    }),
  ),
)

const hours: Fixture = {
  companies: [{ id: 1, name: 'Clocks', time_zone: 'UTC' }],
  properties,
  calls: records,
}

describe('office hours', () => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(hours)
  })
  afterAll(() => store.close())

  it.each(places.map((place, index) => ({ ...place, index })))('$about', async ({ index, open, closed }) => {
    const engine = store.engineAt('2026-12-01T00:00:00Z')
    const state = stateFrom(calls, {
      caller_type: 'ALL',
      start_date: '2018-11-01',
      end_date: '2026-11-30',
      prior_start_date: '2017-01-01',
      prior_end_date: '2017-01-01',
    })
    const admin = viewer('admin', 1)
    const request = { row: `property:${index + 1}`, column: 'offHoursCalls', period: 'current' } as const
    const list = await engine.members(calls, state, admin, { ...request, page: 1, pageSize: 50 })
    const instants = list.rows.map((row) => records.find((call) => call.id === row.id)?.started_at)
    expect(instants.sort()).toEqual([...closed].sort())
    const result = await engine.runReport(calls, state, admin)
    expect(result.rows.find((row) => row.key === request.row)).toMatchObject({
      totalCalls: open.length + closed.length,
      offHoursCalls: closed.length,
    })
  })
})
