import type { QueryContext } from '../../plan/measures'
import { raw, sql } from '../../plan/sql'
import { agent, calendarDay, carry, property } from '../carries'
import { inCompany, inEitherPeriod } from '../conditions'
import { fromSelect, type RecordType } from '../definition'
import { recordTypes } from '../recordTypes'

/**
 * Prospects who name a listing, or their facts, in the row of that listing: its property and agent decide, wherever the
 * prospects or the facts themselves are.
 */
export function factsByListing(table: 'prospects' | 'visits' | 'leases', context: QueryContext): RecordType {
  const { companyId } = context
  const own: RecordType = recordTypes[table]
  const column = own.when?.column ?? ''
  const dayColumn = column.replace(/_at$/, '_day')
  const isPeople = table === 'prospects'
  const people = sql`SELECT id AS of_prospect, listing_id AS named FROM prospects FINAL WHERE ${inCompany(companyId)} AND listing_id != 0`
  const fact = raw(isPeople ? 'id' : 'prospect_id')
  const also = raw(
    {
      prospects: 'not_a_prospect, source, status',
      visits: 'visit_type, appointment_id, unit_shown',
      leases: 'kind, cancelled_at, monthly_rent, starts_on',
    }[table],
  )
  return fromSelect({
    label: own.label,
    since: own.since,
    select: sql`SELECT fact.*, listing.listing_property AS property_id, listing.listing_agent AS agent_id
      FROM (SELECT id, ${fact} AS person, ${raw(column)}, ${raw(dayColumn)}, ${also} FROM ${own.fromClause} WHERE ${inCompany(companyId)} AND ${inEitherPeriod(dayColumn, context)}) AS fact
      INNER JOIN (${people}) AS people ON people.of_prospect = fact.person
      INNER JOIN (SELECT id AS listing_id, property_id AS listing_property, agent_id AS listing_agent FROM listings FINAL WHERE ${inCompany(companyId)}) AS listing
        ON listing.listing_id = people.named`,
    prospect: 'person',
    ...(isPeople && { isPeople }),
    agent: 'agent_id',
    when: { column, kind: 'instant' },
    ...(own.details && { details: own.details }),
    ...carry(property('property_id'), agent('agent_id'), calendarDay(dayColumn)),
  })
}
