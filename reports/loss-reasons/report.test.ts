import type { Dimension, Row } from '@leaselight/model'
import { type Fixture, fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nonZeroCounts, openTestStore, stateFrom, type TestStore, viewer } from '../testing'
import { lossReasons } from './report'

// Lost in March 8–14, by hand:
//   Jade, Thursday 12th, Sunset Terrace, Dan, Apartments.com, Facebook: too expensive; had an appointment, canceled
//   Max, Saturday 14th, Harbor Point, Ben, Craigslist, e-mail: no reason given; had visited and applied
// and those of this test:
const person = (id: number, rest: object) => ({
  id,
  property_id: 11,
  agent_id: 101,
  source: 'Website',
  insert_method: 'email' as const,
  first_contact_channel: 'email' as const,
  created_at: '2026-01-05T12:00:00-05:00',
  status: 'lost' as const,
  ...rest,
})
const more: Fixture = {
  prospects: [
    // Olga, March 9: signed once and canceled, so her furthest stage is waiting; also lost to the price.
    person(1901, { lost_at: '2026-03-09T23:59:59-04:00', loss_reason: 'Too expensive', next_step: 'Call in May' }),
    // Pia, March 7, the last second of the prior period at her property: a lease that is live.
    person(1902, { lost_at: '2026-03-07T23:59:59-05:00', loss_reason: 'Moved abroad' }),
    // Not counted: lost long ago at an unknown time, no longer lost, no prospect.
    person(1903, {}),
    person(1904, { lost_at: '2026-03-09T12:00:00-04:00', status: 'visited' }),
    person(1905, { lost_at: '2026-03-09T12:00:00-04:00', not_a_prospect: true }),
  ],
  leases: [
    {
      id: 1901,
      property_id: 12,
      unit_id: 511,
      prospect_id: 1901,
      kind: 'new',
      signed_at: '2026-02-01T12:00:00-05:00',
      starts_on: '2026-05-01',
      ends_on: '2027-04-30',
      monthly_rent: 1000,
      cancelled_at: '2026-02-03T12:00:00-05:00',
    },
    {
      id: 1902,
      property_id: 12,
      unit_id: 511,
      prospect_id: 1902,
      kind: 'new',
      signed_at: '2026-03-20T12:00:00-05:00',
      starts_on: '2026-05-01',
      ends_on: '2027-04-30',
      monthly_rent: 1000,
    },
  ],
}

let store: TestStore
beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany, more)
})
afterAll(() => store.close())

const run = (params: Record<string, string> = {}) =>
  store
    .engineAt(fixtureCompany.now)
    .runReport(lossReasons, stateFrom(lossReasons, params), viewer('manager', 201), { depth: 'all' })
const keyed = (rows: Row[]) => rows.map((row) => [row.key, nonZeroCounts(lossReasons, row)])

describe('Loss Reasons', () => {
  it('counts by reason, each expanding to properties', async () => {
    const result = await run()
    expect(keyed(result.rows)).toEqual([
      // Pia's reason has a row for the prior week only.
      ['loss-reason:Moved%20abroad', {}],
      ['loss-reason:Moved%20abroad/property:11', {}],
      ['loss-reason:Too%20expensive', { lost: 2, lostWaiting: 1, lostBooked: 1 }],
      ['loss-reason:Too%20expensive/property:11', { lost: 1, lostWaiting: 1 }],
      ['loss-reason:Too%20expensive/property:12', { lost: 1, lostBooked: 1 }],
      ['loss-reason:', { lost: 1, lostApplied: 1 }],
      ['loss-reason:/property:11', { lost: 1, lostApplied: 1 }],
    ])
    expect(result.rows.map((row) => row.share)).toEqual([
      0,
      0,
      expect.closeTo(2 / 3),
      expect.closeTo(1 / 3),
      expect.closeTo(1 / 3),
      expect.closeTo(1 / 3),
      expect.closeTo(1 / 3),
    ])
    expect(nonZeroCounts(lossReasons, result.total)).toEqual({ lost: 3, lostWaiting: 1, lostBooked: 1, lostApplied: 1 })
    expect(result.total).toMatchObject({ share: expect.closeTo(1), bookedShare: expect.closeTo(1 / 3) })
    expect(nonZeroCounts(lossReasons, result.priorTotal)).toEqual({ lost: 1, lostLeased: 1 })
    expect(result.priorTotal?.share).toBe(1)
    expect(result.series.map((point) => point.lost)).toEqual([0, 1, 0, 0, 1, 0, 1])
  })

  it('preserves shares of the whole in a row opened alone, and of what the filters leave', async () => {
    const opened = await store
      .engineAt(fixtureCompany.now)
      .runReport(lossReasons, stateFrom(lossReasons), viewer('manager', 201), { parent: 'loss-reason:Too%20expensive' })
    expect(opened.rows.map((row) => row.share)).toEqual([expect.closeTo(1 / 3), expect.closeTo(1 / 3)])
    const filtered = await run({ sources: 'Website,Craigslist' })
    expect(filtered.rows.filter((row) => row.depth === 0).map((row) => [row.lossReason, row.share])).toEqual([
      ['Moved abroad', 0],
      ['Too expensive', 0.5],
      ['Unknown', 0.5],
    ])
  })

  it('computes shares of the prospects that match source attributes', async () => {
    // Only Jade came through a source of type ILS.
    const { rows, total } = await run({ sources_by_attributes: 'Type:ILS' })
    expect(total).toMatchObject({ lost: 1, share: 1 })
    expect(rows.map((row) => [row.key, row.share])).toEqual([
      ['loss-reason:Too%20expensive', 1],
      ['loss-reason:Too%20expensive/property:12', 1],
    ])
  })

  it('has no share where nothing was lost', async () => {
    // No prospects of Apartments.com were lost in the week before.
    const jade = await run({ sources: 'Apartments.com' })
    expect(jade.rows.map((row) => row.share)).toEqual([1, 1])
    expect(jade.priorRows.map((row) => [row.lost, row.share])).toEqual([
      [0, null],
      [0, null],
    ])
    expect(jade.priorTotal).toMatchObject({ lost: 0, share: null })
    expect(jade.priorSeries.map(({ share }) => share)).toEqual(Array(7).fill(null))
    const nothing = await run({ sources: 'Nowhere' })
    expect([nothing.rows, nothing.total.share]).toEqual([[], null])
  })

  it('sorts by next step and by furthest stage', async () => {
    const steps = (await run({ category: 'NEXT_STEPS' })).rows.filter((row) => row.depth === 0)
    expect(steps.map((row) => [row.nextStep, row.lost])).toEqual([
      ['Call in May', 1],
      ['No further contact', 1],
      ['Unknown', 1],
    ])
    const stages = (await run({ category: 'ACTIVITY' })).rows.filter((row) => row.depth === 0)
    expect(stages.map((row) => [row.stageName, row.lost])).toEqual([
      ['Leased', 0], // Pia
      ['Applied', 1],
      ['Booked', 1],
      ['Waiting', 1],
    ])
  })

  it('expands to agents, first contacts, sources, attributes and weeks', async () => {
    const inner = async (by: Dimension, field: string) =>
      (await run({ category: 'NEXT_STEPS', group_by: by })).rows
        .filter((row) => row.depth === 1 && row.lost === 1)
        .map((row) => [row.nextStep, row[field]])
    const each = (call: string, none: string, unknown: string) => [
      ['Call in May', call],
      ['No further contact', none],
      ['Unknown', unknown],
    ]
    expect(await inner('agent', 'agent')).toEqual(each('Alice Archer', 'Dan Doyle', 'Ben Brook'))
    expect(await inner('contact', 'contactName')).toEqual(each('Email', 'Facebook', 'Email'))
    expect(await inner('source', 'source')).toEqual(each('Website', 'Apartments.com', 'Craigslist'))
    expect(await inner('custom-attribute', 'customAttribute')).toEqual(each('A', 'B', 'A')) // Class
    expect(await inner('week', 'week')).toEqual(each('2026-03-09', '2026-03-09', '2026-03-09'))
    expect(await inner('week', 'weekName')).toEqual(each('Mar 9 – 15', 'Mar 9 – 15', 'Mar 9 – 15'))
  })

  it('compares a week with the same days of the prior period', async () => {
    // Pia was lost on March 7, which March 14 is compared with.
    const { rows, priorRows } = await run({ group_by: 'week', category: 'NEXT_STEPS' })
    const weeks = (of: Row[]) => of.filter((row) => row.depth === 1).map((row) => [row.nextStep, row.week, row.lost])
    expect(weeks(rows)).toEqual([
      ['Call in May', '2026-03-09', 1],
      ['No further contact', '2026-03-09', 1],
      ['Unknown', '2026-03-09', 1],
    ])
    expect(weeks(priorRows)).toEqual([
      ['Call in May', '2026-03-09', 0],
      ['No further contact', '2026-03-09', 0],
      ['Unknown', '2026-03-09', 1],
    ])
    const list = await store
      .engineAt(fixtureCompany.now)
      .members(
        lossReasons,
        stateFrom(lossReasons, { group_by: 'week', category: 'NEXT_STEPS' }),
        viewer('manager', 201),
        {
          row: 'next-step:/week:2026-03-09',
          column: 'lost',
          period: 'prior',
          page: 1,
          pageSize: 50,
        },
      )
    expect(list.rows.map((row) => row.id)).toEqual([1902])
  })

  it('opens a list as long as each number', async () => {
    const open = (column: string, row: string | null) =>
      store.engineAt(fixtureCompany.now).members(lossReasons, stateFrom(lossReasons), viewer('manager', 201), {
        row,
        column,
        period: 'current',
        page: 1,
        pageSize: 50,
      })
    expect((await open('lost', null)).rows.map((row) => row.id)).toEqual([1013, 1010, 1901])
    expect((await open('lostApplied', 'loss-reason:')).rows.map((row) => row.name)).toEqual(['Max Moore'])
    expect((await open('lost', 'loss-reason:Too%20expensive')).total).toBe(2)
  })
})
