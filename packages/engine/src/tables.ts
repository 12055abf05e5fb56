import type { Dimension } from '@leaselight/model'
import type { PlanContext } from './plan'
import { raw, type Sql, sql } from './sql'

/**
 * What a kind of record looks like to the planner: where its rows come from, what its fields are called, and how one
 * record reads in a list. A field that is missing here belongs to no row of that dimension.
 */
export interface RecordKind {
  /** What one record is called in a list. */
  label: string
  from: Sql
  id: string
  /** The prospect behind the record; 0 when it is not known. */
  prospect?: string
  property: string
  agent?: string
  source?: string
  /** The instant, or day, that lists show and sort by. */
  when?: { column: string; kind: 'instant' | 'day' }
  /** What else a list says of one record. */
  details?: Sql
  /** A name of its own, where no prospect stands behind it. */
  name?: Sql
  /** Whether rows stand in a table of all companies, or in a SELECT that is already one company's. */
  stands: 'in a table' | 'in a select'
  /** The record's own property decides its row and its scope, unless the row is its prospect's. */
  rowOf?: 'prospect'
  /** Keys of dimensions that this kind names in its own way. */
  keys?: Partial<Record<Dimension, Sql>>
  /** Whether the records are the people themselves. */
  isPeople?: boolean
  /** Whether the caller filters speak of these records. */
  carriesCallers?: boolean
  /** What is joined to the records in scope, where its sets ask for more than they hold. */
  joins?: (context: PlanContext) => Sql
  /** Fields worked out of a record and what is joined to it. */
  fields?: readonly Sql[]
}

/** The wall-clock hour, 0–23, of a record's main instant. */
export function localHour(instantColumn: string): Sql {
  return raw(`intDiv(${localSecond(instantColumn)}, 3600)`)
}

/** The wall-clock second of the day of a record's main instant. */
export function localSecond(instantColumn: string): string {
  return `positiveModulo(toUnixTimestamp(${instantColumn}) + ${instantColumn.replace(/_at$/, '_offset')}, 86400)`
}

const table = (name: string): Sql => raw(`${name} FINAL`)

const instant = (column: string) => ({ column, kind: 'instant' as const })

const ofProspect = {
  stands: 'in a table' as const,
  id: 'id',
  prospect: 'prospect_id',
  property: 'property_id',
  agent: 'agent_id',
}

export const kinds = {
  prospects: {
    ...ofProspect,
    label: 'Prospect',
    from: table('prospects'),
    prospect: 'id',
    isPeople: true,
    source: 'source',
    when: instant('created_at'),
    details: raw(`concat(source, if(status = '', '', concat(' · ', status)))`),
  },
  messages: {
    ...ofProspect,
    label: 'Message',
    from: table('messages'),
    when: instant('sent_at'),
    details: raw(`concat(channel, ', ', direction, ', ', origin)`),
  },
  calls: {
    ...ofProspect,
    label: 'Call',
    from: table('calls'),
    carriesCallers: true,
    source: 'source',
    when: instant('started_at'),
    details: raw(`concat(replaceAll(outcome, '-', ' '), ', ', toString(duration_seconds), ' s')`),
    name: raw('caller_name'),
  },
  appointments: {
    ...ofProspect,
    label: 'Appointment',
    from: table('appointments'),
    when: instant('starts_at'),
    details: raw(`concat(tour_type, ', ', replaceAll(status, '-', ' '))`),
  },
  visits: {
    ...ofProspect,
    label: 'Visit',
    from: table('visits'),
    when: instant('visited_at'),
    details: raw(`concat(visit_type, if(appointment_id = 0, ', walk-in', ''), if(unit_shown, ', home shown', ''))`),
  },
  applications: {
    ...ofProspect,
    label: 'Application',
    from: table('applications'),
    when: instant('submitted_at'),
    details: raw('status'),
  },
  leases: {
    ...ofProspect,
    label: 'Lease',
    from: table('leases'),
    when: instant('signed_at'),
    details: raw(`concat(kind, ', $', toString(monthly_rent), ' a month from ', toString(starts_on))`),
  },
} satisfies Record<string, RecordKind>

/** A kind of record that stands in no table: the rows of a SELECT that yields `property_id`, `id` and what the sets ask for. */
export function selected(
  options: Omit<RecordKind, 'id' | 'property' | 'from' | 'stands'> & { select: Sql },
): RecordKind {
  const { select, ...rest } = options
  return { stands: 'in a select', id: 'id', property: 'property_id', from: sql`(${select})`, ...rest }
}

/**
 * Facts that stand in the row of their prospect: its property, agent, source and first contact decide, wherever in the
 * company the fact itself happened. Facts whose prospect is not known have no row.
 */
export function ofTheirProspects(kind: RecordKind): RecordKind {
  const people = (context: PlanContext): Sql => sql`
LEFT ANY JOIN (SELECT id AS of_prospect, property_id AS prospect_property, agent_id AS prospect_agent, source AS prospect_source,
    first_contact_channel, insert_method FROM prospects FINAL WHERE company_id = ${context.companyId}) AS people
  ON people.of_prospect = r.${raw(kind.prospect ?? kind.id)}`
  const joins = kind.joins
  return {
    ...kind,
    rowOf: 'prospect',
    property: 'prospect_property',
    agent: 'prospect_agent',
    source: 'prospect_source',
    joins: joins ? (context) => sql`${joins(context)}${people(context)}` : people,
  }
}
