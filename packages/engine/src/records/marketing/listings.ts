import type { QueryContext } from '../../plan/measures'
import { raw, type Sql, sql } from '../../plan/sql'
import { agent, calendarDay, carry, property } from '../carries'
import { inCompany, inEitherPeriod, knownProperties } from '../conditions'
import { fromSelect, type RecordType } from '../definition'
import { recordTypes } from '../recordTypes'
import { joinAtHand } from '../tables/prospectJoin'

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
  const also = raw(
    {
      prospects: 'not_a_prospect, source, status',
      visits: 'visit_type, appointment_id, unit_shown',
      leases: 'kind, cancelled_at, monthly_rent, starts_on',
    }[table],
  )
  const facts = (person: string, named = raw(''), where = raw('')): Sql =>
    sql`SELECT id, ${raw(person)} AS person, ${raw(column)}, ${raw(dayColumn)}, ${also}${named} FROM ${own.fromClause}
        WHERE ${inCompany(companyId)} AND ${inEitherPeriod(dayColumn, context)}${where}`
  return fromSelect({
    label: own.label,
    since: own.since,
    select: sql`SELECT fact.* EXCEPT (named), listing.listing_property AS property_id, listing.listing_agent AS agent_id
      FROM (${isPeople ? facts('id', sql`, listing_id AS named`, sql` AND listing_id != 0`) : namedBy(facts('prospect_id'), context)}) AS fact
      INNER JOIN (SELECT id AS listing_id, property_id AS listing_property, agent_id AS listing_agent FROM listings FINAL WHERE ${inCompany(companyId)}) AS listing
        ON listing.listing_id = fact.named`,
    prospect: 'person',
    ...(isPeople && { isPeople }),
    agent: 'agent_id',
    when: { column, kind: 'instant' },
    ...(own.details && { details: own.details }),
    ...carry(property('property_id'), agent('agent_id'), calendarDay(dayColumn)),
  })
}

/** Facts of people who name a listing, with it as `named`. */
function namedBy(facts: Sql, { companyId, peopleAtHand }: QueryContext): Sql {
  if (peopleAtHand)
    return sql`SELECT r.*, prospect_listing AS named FROM (${facts}) AS r${joinAtHand('person', peopleAtHand)}
        WHERE prospect_listing != 0 AND prospect_property IN ${knownProperties(companyId)}`
  return sql`SELECT r.*, people.named AS named FROM (${facts}) AS r
        INNER JOIN (SELECT id AS of_prospect, listing_id AS named FROM prospects FINAL WHERE ${inCompany(companyId)} AND listing_id != 0) AS people
        ON people.of_prospect = r.person`
}
