import { agent, carry, instant, lazily, property, values } from './carries'
import type { RecordType } from './definition'
import { applications } from './tables/applications'
import { appointments } from './tables/appointments'
import { calls } from './tables/calls'
import { conversations } from './tables/conversations'
import { byUnit, leases } from './tables/leases'
import { listings } from './tables/listings'
import { messages } from './tables/messages'
import { prospectContact, prospectSource } from './tables/prospectJoin'
import { prospects } from './tables/prospects'
import { visits } from './tables/visits'
import { webSessions } from './tables/webSessions'

/** The record types that are tables of the data contract; functions define those made by a SELECT. */
export const recordTypes = {
  prospects,
  messages,
  calls,
  appointments,
  visits,
  applications,
  leases,
  listings,
  conversations,
  webSessions,
} satisfies Record<string, RecordType>

/** Leases as events of units: with floorplan and unit name, whatever happened to the prospect. */
export const unitLeases: RecordType = {
  ...leases,
  prospect: undefined,
  joinsProspects: undefined,
  ...byUnit,
  countsSeveralDays: true,
  ...carry(
    property('property_id'),
    agent('agent_id'),
    lazily(values({ floorplan: 'floorplan' })),
    instant('signed_at'),
  ),
}

/**
 * Facts in the row of their prospect: its property, agent, source, and first contact decide, wherever in the company
 * the fact itself happened. Facts of unknown prospects have no row.
 */
export function inProspectRow(fact: RecordType): RecordType {
  return {
    ...fact,
    rowOwner: 'prospect',
    property: 'prospect_property',
    agent: 'prospect_agent',
    joinsProspects: 'always',
    ...carry(
      { dimensions: fact.dimensions, filters: fact.filters },
      property('prospect_property'),
      agent('prospect_agent'),
      prospectSource,
      prospectContact,
    ),
  }
}
