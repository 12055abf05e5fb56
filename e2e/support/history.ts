import type { Fixture } from '@leaselight/sample'

const MANY = Array.from({ length: 40 }, (_, index) => index)
const PROPERTY = 21

/**
 * A past for the other company's property, so that it has a forecast: 40 leases that ended in January and whose residents
 * were undecided ten days before, 10 of whom left; 40 leads of last June, 10 of whom leased; a unit whose lease ends in
 * April; and 25 vacant units. The units of the past are down, so they count nowhere else.
 */
export const otherHistory: Fixture = {
  units: [
    { id: 590, property_id: PROPERTY, name: 'B1', floorplan: 'Bay', bedrooms: 1, area_sqft: 700 },
    ...MANY.slice(0, 25).map((index) => ({
      ...{ id: 700 + index, property_id: PROPERTY, name: `D${index + 1}` },
      ...{ floorplan: 'Dune', bedrooms: 1, area_sqft: 700 },
    })),
    ...MANY.map((index) => ({
      ...{ id: 600 + index, property_id: PROPERTY, name: `C${index + 1}`, status: 'down' as const },
      ...{ floorplan: 'Cove', bedrooms: 1, area_sqft: 700 },
    })),
  ],
  leases: [
    {
      ...{ id: 3100, property_id: PROPERTY, unit_id: 590, kind: 'new', monthly_rent: 2000 },
      ...{ signed_at: '2025-04-01T10:00:00-05:00', starts_on: '2025-04-21', moved_in_on: '2025-04-21' },
      ends_on: '2026-04-20',
    },
    ...MANY.map((index) => ({
      ...{ id: 3000 + index, property_id: PROPERTY, unit_id: 600 + index, kind: 'new' as const, monthly_rent: 2000 },
      ...{ signed_at: '2025-06-07T10:00:00-05:00', starts_on: '2025-06-10', moved_in_on: '2025-06-10' },
      ends_on: '2026-01-20',
      ...(index < 10 && { prospect_id: 2200 + index, notice_on: '2026-01-12', moved_out_on: '2026-01-20' }),
    })),
  ],
  prospects: MANY.map((index) => ({
    ...{
      id: 2200 + index,
      property_id: PROPERTY,
      source: 'Website',
      first_name: 'Past',
      last_name: `Lead ${index + 1}`,
    },
    ...{ insert_method: 'walk-in', first_contact_channel: 'walk-in', status: 'lost' },
    created_at: '2025-06-02T10:00:00-05:00',
  })),
}
