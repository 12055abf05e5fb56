import type { RecordOf } from '@leaselight/contract'
import type { Fixture } from '@leaselight/sample'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestStore, stateFrom, type TestStore, viewer } from '../testing'
import { occupancy } from './report'

const NOW = '2026-06-15T16:00:00Z'

/** One unit per story; each begins with a lease whose resident moved in a year ago. */
const stories: Record<string, { occupied: boolean; leases: (first: number) => Partial<RecordOf<'leases'>>[] }> = {
  'somebody who moved in and stayed': { occupied: true, leases: () => [{}] },
  'a renewal of a renewal': {
    occupied: true,
    leases: (first) => [
      {},
      { kind: 'renewal', previous_lease_id: first },
      { kind: 'renewal', previous_lease_id: first + 1 },
    ],
  },
  'a move-out on the last lease of a chain': {
    occupied: false,
    leases: (first) => [
      {},
      { kind: 'renewal', previous_lease_id: first },
      { kind: 'renewal', previous_lease_id: first + 1, moved_out_on: '2026-06-15' },
    ],
  },
  // The chain includes the renewal that was canceled, although that lease itself is gone.
  'a move-out beyond a cancelled renewal': {
    occupied: false,
    leases: (first) => [
      {},
      { kind: 'renewal', previous_lease_id: first, cancelled_at: '2026-03-01T12:00:00Z' },
      { kind: 'renewal', previous_lease_id: first + 1, moved_out_on: '2026-06-01' },
    ],
  },
  'a move-out on a cancelled renewal counts for nothing': {
    occupied: true,
    leases: (first) => [
      {},
      { kind: 'renewal', previous_lease_id: first, cancelled_at: '2026-03-01T12:00:00Z', moved_out_on: '2026-06-01' },
    ],
  },
  'a move-out tomorrow': { occupied: true, leases: () => [{ moved_out_on: '2026-06-16' }] },
  'a renewal of a lease that is not in the data, once it starts': {
    occupied: true,
    leases: () => [{ kind: 'renewal', previous_lease_id: 999_999, moved_in_on: undefined, starts_on: '2026-06-15' }],
  },
  'a renewal of a lease that is not in the data, before it starts': {
    occupied: false,
    leases: () => [{ kind: 'renewal', previous_lease_id: 999_999, moved_in_on: undefined, starts_on: '2026-06-16' }],
  },
  'renewals that name each other never begin': {
    occupied: false,
    leases: (first) => [
      { kind: 'renewal', previous_lease_id: first + 1 },
      { kind: 'renewal', previous_lease_id: first },
    ],
  },
}

let store: TestStore
beforeAll(async () => {
  store = await openTestStore(worldOf())
})
afterAll(() => store.close())

it('follows a chain of leases to its end', async () => {
  const { rows } = await store
    .engineAt(NOW)
    .runReport(occupancy, stateFrom(occupancy), viewer('admin', 1), { parent: 'property:11' })
  const found = Object.fromEntries(rows.map((row) => [row.floorplan, row.totalOccupied === 1]))
  expect(found).toEqual(Object.fromEntries(Object.entries(stories).map(([name, { occupied }]) => [name, occupied])))
})

function worldOf(): Fixture {
  const names = Object.keys(stories)
  return {
    companies: [{ id: 1, name: 'Chains', time_zone: 'America/New_York' }],
    properties: [{ id: 11, company_id: 1, name: 'Chain House', time_zone: 'America/New_York' }],
    units: names.map((name, index) => ({
      id: index + 1,
      property_id: 11,
      name: String(index + 1),
      floorplan: name,
      bedrooms: 1,
      area_sqft: 700,
    })),
    leases: Object.values(stories).flatMap(({ leases }, index) =>
      leases((index + 1) * 10).map((lease, position): RecordOf<'leases'> => {
        const first = position === 0
        return {
          id: (index + 1) * 10 + position,
          property_id: 11,
          unit_id: index + 1,
          kind: 'new',
          signed_at: `2025-0${position + 5}-01T15:00:00Z`,
          starts_on: '2025-06-01',
          ends_on: '2026-12-31',
          monthly_rent: 1500,
          ...(first && { moved_in_on: '2025-06-01' }),
          ...lease,
        }
      }),
    ),
  }
}
