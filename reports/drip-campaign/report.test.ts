import type { Row } from '@leaselight/model'
import { type Fixture, fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nonZeroCounts, openTestStore, stateFrom, type TestStore, viewer } from '../testing'
import { dripCampaign } from './report'

// March 8–14, by hand: "Sorry we missed you" (401) wrote to Bob on the 13th, delivered and opened; "Still looking?" (402,
// archived) to Lena on the 12th, delivered, opened, clicked, and she opted out. None did anything after it. Of this test, to Max
// (1013; visits on the 11th at 12:00, lease below) and Kai (1011; appointment made on the 12th at 10:00, visit on the 14th):
const drip = (
  id: number,
  prospect_id: number,
  campaign_id: number,
  step: number | undefined,
  sent_at: string,
  rest = {},
) => ({
  id,
  property_id: 11,
  prospect_id,
  channel: 'email' as const,
  direction: 'outbound' as const,
  origin: 'drip' as const,
  campaign_id,
  ...(step !== undefined && { step }),
  sent_at,
  ...rest,
})
const more: Fixture = {
  messages: [
    // Max's visit follows steps 1 and 2 of 401: once in each step's row, once in the campaign's.
    drip(1901, 1013, 401, 1, '2026-03-08T12:00:00-04:00', {
      delivered_at: '2026-03-08T12:00:05-04:00',
      replied_at: '2026-03-08T13:00:00-04:00',
    }),
    drip(1902, 1013, 401, 2, '2026-03-11T11:59:59-04:00'),
    // At the very instant of the visit: not after it.
    drip(1903, 1013, 401, 10, '2026-03-11T12:00:00-04:00'),
    // A campaign that no file contains, and no step: Kai books and visits after it, at another property.
    drip(1904, 1011, 499, undefined, '2026-03-12T09:30:00-07:00', { delivered_at: '2026-03-12T09:30:05-07:00' }),
    // Dora is no prospect, Eli is deleted.
    drip(1905, 1004, 401, 1, '2026-03-10T12:00:00-04:00'),
    drip(1906, 1005, 401, 1, '2026-03-10T12:00:00-04:00'),
  ],
  leases: [
    // 14 days to the second after step 1; a second later would be too late.
    ['2026-03-22T12:00:00-04:00', 1901] as const,
    ['2026-03-25T12:00:01-04:00', 1902] as const,
  ].map(([signed_at, id]) => ({
    id,
    property_id: 12,
    unit_id: 511,
    prospect_id: 1013,
    kind: 'new' as const,
    signed_at,
    starts_on: '2026-05-01',
    ends_on: '2027-04-30',
    monthly_rent: 1000,
  })),
}

let store: TestStore
beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany, more)
})
afterAll(() => store.close())

const run = (params = {}) =>
  store
    .engineAt(fixtureCompany.now)
    .runReport(dripCampaign, stateFrom(dripCampaign, params), viewer('manager', 201), { depth: 'all' })
const keyed = (rows: Row[]) => rows.map((row) => [row.key, nonZeroCounts(dripCampaign, row)])

describe('Drip campaign', () => {
  it('counts messages and what followed them by campaign and step', async () => {
    const result = await run()
    expect(keyed(result.rows)).toEqual([
      ['campaign:401', { enrolled: 2, sent: 4, delivered: 2, opened: 1, replied: 1, visits: 1, leases: 1 }],
      ['campaign:401/step:1', { enrolled: 2, sent: 2, delivered: 2, opened: 1, replied: 1, visits: 1, leases: 1 }],
      ['campaign:401/step:2', { enrolled: 1, sent: 1, visits: 1, leases: 1 }],
      // The lease of the 25th is 14 days and a second after step 10.
      ['campaign:401/step:10', { enrolled: 1, sent: 1, leases: 1 }],
      ['campaign:402', { enrolled: 1, sent: 1, delivered: 1, opened: 1, clicked: 1, optedOut: 1 }],
      ['campaign:402/step:1', { enrolled: 1, sent: 1, delivered: 1, opened: 1, clicked: 1, optedOut: 1 }],
      ['campaign:0', { enrolled: 1, sent: 1, delivered: 1, appointments: 1, visits: 1 }],
      ['campaign:0/step:', { enrolled: 1, sent: 1, delivered: 1, appointments: 1, visits: 1 }],
    ])
    expect(result.rows.map((row) => row.stepName ?? row.campaign)).toEqual([
      'Sorry we missed you',
      'Step 1',
      'Step 2',
      'Step 10',
      'Still looking?',
      'Step 1',
      'Unknown',
      'Unknown',
    ])
    expect(nonZeroCounts(dripCampaign, result.total)).toEqual({
      enrolled: 4, // Bob, Lena, Max, Kai
      sent: 6,
      delivered: 4,
      opened: 2,
      clicked: 1,
      replied: 1,
      optedOut: 1,
      appointments: 1,
      visits: 2,
      leases: 1,
    })
    expect(result.total).toMatchObject({ deliveredRate: expect.closeTo(4 / 6), openedRate: 0.5, visitsRate: 0.5 })
    expect(nonZeroCounts(dripCampaign, result.priorTotal)).toEqual({})
  })

  it('filters live or archived campaigns and message types', async () => {
    const sent = async (params: object) => (await run(params)).total.sent
    expect(await sent({ drip_campaign_statuses: 'live' })).toBe(4)
    expect(await sent({ drip_campaign_statuses: 'archived' })).toBe(1)
    expect(await sent({ trigger_types: 'NO_SHOW' })).toBe(4)
    expect(await sent({ trigger_types: 'STALE_PROSPECT,CANCELLED_RENTER' })).toBe(1)
    expect((await run({ drip_campaign_statuses: 'archived' })).total.visits).toBe(0)
  })

  it('opens a list as long as each number', async () => {
    const open = (column: string, row: string | null) =>
      store.engineAt(fixtureCompany.now).members(dripCampaign, stateFrom(dripCampaign), viewer('manager', 201), {
        row,
        column,
        period: 'current',
        page: 1,
        pageSize: 50,
      })
    const { total, rows } = await run()
    const columns = [
      'enrolled',
      'sent',
      'delivered',
      'opened',
      'clicked',
      'replied',
      'optedOut',
      'appointments',
      'visits',
      'leases',
    ]
    for (const column of columns) {
      expect((await open(column, null)).rows).toHaveLength(Number(total[column]))
      expect((await open(column, 'campaign:401')).total).toBe(rows[0]?.[column])
    }
    expect((await open('visits', 'campaign:401/step:2')).rows.map((row) => row.name)).toEqual(['Max Moore'])
    expect((await open('sent', 'campaign:0/step:')).rows.map((row) => row.name)).toEqual(['Kai Klein'])
  })
})
