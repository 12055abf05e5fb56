import { raw, type Sql } from '../../plan/sql'
import { calendarDay, carry, firstContact, property } from '../carries'
import { type SummedRecords, table } from '../definition'

/**
 * The conditions for a record by which a prospect comes back after their first contact. A prospect that isn't known (yet) has
 * no first contact that another could follow.
 */
const afterFirstContact = (instant: string): Sql[] => [
  raw(`direction = 'inbound' AND of_prospect != 0 AND ${instant} > prospect_created_at`),
]

/** A message, and a call, by which a prospect comes back. */
export const RETURN_MESSAGE = afterFirstContact('sent_at')
export const RETURN_CALL = afterFirstContact('started_at')

/** The same records added up for each prospect's day at a property. */
export const returnsByDay = (times: 'return_messages' | 'return_calls', met: readonly Sql[]): SummedRecords => ({
  ...{ table: 'prospect_days', day: 'day', numbers: [{ times, met }] },
  fromClause: table('prospect_days'),
  ...carry(property('property_id'), calendarDay('day'), firstContact('first_contact_channel')),
})
