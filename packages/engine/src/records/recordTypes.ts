import type { Filters } from '@leaselight/model'
import type { PlanContext } from '../plan/scans'
import { raw, type Sql, sql } from '../plan/sql'
import type { RecordType } from './definition'

const table = (name: string): Sql => raw(`${name} FINAL`)

const instant = (column: string) => ({ column, kind: 'instant' as const })

const prospectFact = {
  storage: 'in a table' as const,
  id: 'id',
  prospect: 'prospect_id',
  property: 'property_id',
  agent: 'agent_id',
}

export const recordTypes = {
  prospects: {
    ...prospectFact,
    label: 'Prospect',
    from: table('prospects'),
    prospect: 'id',
    isPeople: true,
    hasFirstContact: true,
    source: 'source',
    when: instant('created_at'),
    details: raw(`concat(source, if(status = '', '', concat(' · ', status)))`),
  },
  messages: {
    ...prospectFact,
    label: 'Message',
    from: table('messages'),
    when: instant('sent_at'),
    details: raw(`concat(channel, ', ', direction, ', ', origin)`),
  },
  calls: {
    ...prospectFact,
    label: 'Call',
    from: table('calls'),
    hasCallerFields: true,
    source: 'source',
    when: instant('started_at'),
    details: raw(`concat(replaceAll(outcome, '-', ' '), ', ', toString(duration_seconds), ' s')`),
    name: raw('caller_name'),
  },
  appointments: {
    ...prospectFact,
    label: 'Appointment',
    from: table('appointments'),
    when: instant('starts_at'),
    details: raw(`concat(tour_type, ', ', replaceAll(status, '-', ' '))`),
  },
  visits: {
    ...prospectFact,
    label: 'Visit',
    from: table('visits'),
    when: instant('visited_at'),
    details: raw(`concat(visit_type, if(appointment_id = 0, ', walk-in', ''), if(unit_shown, ', home shown', ''))`),
  },
  applications: {
    ...prospectFact,
    label: 'Application',
    from: table('applications'),
    when: instant('submitted_at'),
    details: raw('status'),
  },
  leases: {
    ...prospectFact,
    label: 'Lease',
    from: table('leases'),
    when: instant('signed_at'),
    details: raw(`concat(kind, ', $', toString(monthly_rent), ' a month from ', toString(starts_on))`),
  },
  touches: {
    ...prospectFact,
    agent: undefined,
    label: 'Touch',
    from: table('touches'),
    source: 'source',
    when: instant('touched_at'),
    details: raw('source'),
  },
  listings: {
    ...prospectFact,
    label: 'Listing',
    from: table('listings'),
    prospect: undefined,
    when: instant('posted_at'),
    name: raw('title'),
    details: raw(`concat(site, if(flagged_at IS NULL, '', ', flagged'), if(removed_at IS NULL, '', ', archived'))`),
  },
  conversations: {
    ...prospectFact,
    agent: undefined,
    label: 'Conversation',
    from: table('conversations'),
    when: instant('started_at'),
    details: raw(
      `concat(channel, ', handled by ', handled_by, ', ', toString(messages_in), ' in, ', toString(messages_out), ' out')`,
    ),
  },
  webSessions: {
    ...prospectFact,
    agent: undefined,
    label: 'Web session',
    from: table('web_sessions'),
    source: 'source',
    when: instant('started_at'),
    details: raw(`concat(toString(page_views), ' page views')`),
  },
} satisfies Record<string, RecordType>

/** Leases as what happens to homes: with floorplan and name of the home, whatever became of the prospect. */
export const unitLeases: RecordType = {
  ...recordTypes.leases,
  prospect: undefined,
  name: raw('unit_name'),
  joins: ({ companyId }) => sql`
LEFT ANY JOIN (SELECT id AS of_unit, floorplan, name AS unit_name FROM units FINAL WHERE company_id = ${companyId}) AS homes
  ON homes.of_unit = r.unit_id`,
}

/** A kind of record that stands in no table: the rows of a SELECT that yields `property_id`, `id` and what the sets ask for. */
export function fromSelect(
  options: Omit<RecordType, 'id' | 'property' | 'from' | 'storage'> & { select: Sql },
): RecordType {
  const { select, ...rest } = options
  return { storage: 'in a select', id: 'id', property: 'property_id', from: sql`(${select})`, ...rest }
}

/**
 * The attributes of a fact's prospect, joined to it as `prospect_…`; empty where the prospect is not known. PREWHERE may
 * stand before FINAL here, for all it asks is part of the key that prospects are sorted and replaced by.
 */
function joinProspect(kind: RecordType, change: Partial<RecordType>): RecordType {
  const people = (context: PlanContext, behind: Sql): Sql => sql`
LEFT ANY JOIN (SELECT id AS of_prospect, property_id AS prospect_property, agent_id AS prospect_agent, source AS prospect_source,
    created_at AS prospect_created_at, first_contact_channel, insert_method FROM prospects FINAL
    PREWHERE company_id = ${context.companyId} AND ${behind}) AS people
  ON people.of_prospect = r.${raw(kind.prospect ?? kind.id)}`
  const joins = kind.joins
  return {
    ...kind,
    source: 'prospect_source',
    hasFirstContact: true,
    joins: joins ? (context, behind) => sql`${joins(context, behind)}${people(context, behind)}` : people,
    ...change,
  }
}

/** Facts in their own property's and agent's row that also know source, first contact and insert method of their prospect. */
export const withProspectFields = (kind: RecordType): RecordType => joinProspect(kind, {})

/** The same, but joined to prospects only when the reader filters or groups by what prospects alone know. */
export function withProspectFieldsIfNeeded(
  kind: RecordType,
  { groupBy, sources, sourcesByAttributes, contacts }: Filters,
): RecordType {
  const grouped = ['source', 'source-attribute', 'contact', 'insert-method'].includes(groupBy)
  const filtered = sources.length > 0 || contacts.length > 0 || Object.keys(sourcesByAttributes).length > 0
  return grouped || filtered ? withProspectFields(kind) : kind
}

/**
 * Facts that stand in the row of their prospect: its property, agent, source and first contact decide, wherever in the
 * company the fact itself happened. Facts whose prospect is not known have no row.
 */
export const inProspectRow = (kind: RecordType): RecordType =>
  joinProspect(kind, { rowOwner: 'prospect', property: 'prospect_property', agent: 'prospect_agent' })
