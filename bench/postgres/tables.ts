/**
 * What PostgreSQL gets of each table: the columns that the compared questions use, which is fewer than the product keeps and
 * in PostgreSQL's favor, and the indexes that these questions want. Covering indexes let it answer from the index alone.
 */
export interface ComparedTable {
  columns: Readonly<Record<string, string>>
  indexes: readonly string[]
}

const INSTANT = 'timestamptz(3)'

const ofProspect = { id: 'bigint', property_id: 'int', prospect_id: 'bigint' }

export const comparedTables: Readonly<Record<string, ComparedTable>> = {
  prospects: {
    columns: {
      id: 'bigint',
      property_id: 'int',
      source: 'text',
      first_contact_channel: 'text',
      created_at: INSTANT,
      created_day: 'date',
      qualified_day: 'date',
      not_a_prospect: 'smallint',
      is_referral: 'smallint',
    },
    indexes: [
      'UNIQUE (id) INCLUDE (property_id, first_contact_channel, created_at, not_a_prospect)',
      '(created_day) INCLUDE (id, property_id, source, first_contact_channel, created_at, not_a_prospect, is_referral)',
      '(qualified_day) INCLUDE (property_id, not_a_prospect)',
      '(id) WHERE not_a_prospect = 1',
    ],
  },
  messages: {
    columns: {
      ...ofProspect,
      channel: 'text',
      direction: 'text',
      origin: 'text',
      campaign_id: 'bigint',
      sent_at: INSTANT,
      sent_day: 'date',
      delivered_at: INSTANT,
      opened_at: INSTANT,
      clicked_at: INSTANT,
      replied_at: INSTANT,
      opted_out_at: INSTANT,
    },
    indexes: [
      '(sent_day) INCLUDE (property_id, prospect_id, channel, direction, origin, sent_at)',
      `(sent_day) INCLUDE (property_id, prospect_id, campaign_id, sent_at, delivered_at, opened_at, clicked_at, replied_at, opted_out_at)
         WHERE direction = 'outbound' AND origin = 'drip'`,
    ],
  },
  calls: {
    columns: { ...ofProspect, direction: 'text', handled_by: 'text', started_at: INSTANT, started_day: 'date' },
    indexes: ['(started_day) INCLUDE (property_id, prospect_id, direction, handled_by, started_at)'],
  },
  appointments: {
    columns: { ...ofProspect, created_at: INSTANT, created_day: 'date', starts_day: 'date', status: 'text' },
    indexes: [
      '(starts_day) INCLUDE (property_id, prospect_id, status)',
      '(created_day) INCLUDE (id, prospect_id, created_at, status)',
    ],
  },
  visits: {
    columns: {
      ...ofProspect,
      appointment_id: 'bigint',
      visited_at: INSTANT,
      visited_day: 'date',
      unit_shown: 'smallint',
    },
    indexes: [
      '(visited_day) INCLUDE (id, property_id, prospect_id, appointment_id, visited_at, unit_shown)',
      '(prospect_id)',
    ],
  },
  applications: {
    columns: { ...ofProspect, status: 'text', submitted_day: 'date', status_day: 'date' },
    indexes: [
      '(submitted_day) INCLUDE (property_id, prospect_id)',
      '(status_day) INCLUDE (property_id, prospect_id, status)',
    ],
  },
  leases: {
    columns: {
      ...ofProspect,
      kind: 'text',
      signed_at: INSTANT,
      signed_day: 'date',
      cancelled_at: INSTANT,
      cancelled_day: 'date',
    },
    indexes: [
      '(signed_day) INCLUDE (id, property_id, prospect_id, kind, signed_at, cancelled_at)',
      '(cancelled_day) INCLUDE (property_id, prospect_id, kind)',
      `(prospect_id) WHERE kind = 'new' AND cancelled_at IS NULL`,
    ],
  },
  touches: {
    columns: { ...ofProspect, source: 'text', touched_at: INSTANT },
    indexes: ['(prospect_id) INCLUDE (property_id, source, touched_at, id)'],
  },
}
