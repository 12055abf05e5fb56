import type { Records } from '../testing'

/** A small world for this package's tests: two companies, three properties, one record of many kinds. */
export const company = { id: 1, name: 'Harbor', time_zone: 'America/New_York' }
export const rival = { id: 2, name: 'Rival', time_zone: 'America/Chicago' }
export const east = { id: 10, company_id: 1, name: 'East', time_zone: 'America/New_York' }
export const west = { id: 20, company_id: 1, name: 'West', time_zone: 'America/Los_Angeles' }
export const abroad = { id: 30, company_id: 2, name: 'Abroad', time_zone: 'Asia/Kathmandu' }

export const baseRecords: Records = { companies: [company, rival], properties: [east, west, abroad] }

export const ana = {
  id: 100,
  property_id: 10,
  agent_id: 3,
  source: 'Apartments.com',
  first_name: 'Ana',
  insert_method: 'email',
  first_contact_channel: 'email',
  created_at: '2026-03-07T15:00:00Z',
  status: 'waiting',
}

export const message = {
  id: 1,
  property_id: 10,
  prospect_id: 100,
  agent_id: 3,
  channel: 'email',
  direction: 'outbound',
  origin: 'agent',
  sent_at: '2026-03-08T06:30:00Z',
}

export const lease = {
  id: 1,
  property_id: 10,
  unit_id: 7,
  prospect_id: 100,
  kind: 'new',
  signed_at: '2026-03-09T18:00:00-04:00',
  starts_on: '2026-04-01',
  ends_on: '2027-03-31',
  monthly_rent: 1850.5,
}

/** Records as the bytes of a file with a line for each. */
export async function* linesOf(records: readonly object[]): AsyncIterable<Uint8Array> {
  yield Buffer.from(records.map((record) => JSON.stringify(record)).join('\n'))
}
