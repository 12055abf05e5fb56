import type { Fixture } from '@leaselight/sample'

/** A property with call intelligence alone, with a prospect, a call, and a unit. */
export const standalone: Fixture = {
  properties: [
    {
      id: 13,
      company_id: 1,
      name: 'Quay Desk',
      time_zone: 'America/New_York',
      products: ['call-intel', 'call-intel-standalone'],
    },
  ],
  prospects: [
    {
      id: 1301,
      property_id: 13,
      source: 'Website',
      insert_method: 'call',
      first_contact_channel: 'call',
      created_at: '2026-03-10T23:00:00-04:00',
      status: 'waiting',
    },
  ],
  calls: [
    {
      id: 6301,
      property_id: 13,
      prospect_id: 1301,
      source: 'Website',
      direction: 'inbound',
      handled_by: 'agent',
      caller_type: 'prospect-first-call',
      started_at: '2026-03-10T23:00:00-04:00',
      duration_seconds: 60,
      outcome: 'answered',
    },
  ],
  units: [{ id: 1302, property_id: 13, name: 'Q1', floorplan: 'Quay', bedrooms: 1, area_sqft: 600 }],
}
