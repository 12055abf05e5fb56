import type { RecordOf } from '@leaselight/contract'
import type { ColumnName } from '@leaselight/model'
import type { activity } from '@leaselight/reports/definitions'
import type { PlainCompany } from './company'
import { type PlainQuestion, propertiesOf, rangesOf, within } from './question'
import { type Numbers, type PlainAnswer, type RowKeyPart, type RowMatch, ratioOf, sortable, tabulate } from './table'
import { daysOf, localTimeAt } from './time'

const COUNTS = [
  'leads',
  'prospects',
  'email',
  'bulkEmail',
  'call',
  'text',
  'facebook',
  'appointments',
  'visits',
  'walkIn',
  'shows',
  'leases',
  'referrals',
  'qualification',
] as const satisfies readonly ColumnName<typeof activity>[]
type Count = (typeof COUNTS)[number]

/** The columns in the sum, for its list. */
export const FOLLOWUPS = ['email', 'bulkEmail', 'call', 'text', 'facebook']

interface Fact {
  id: number
  property_id: number
  agent_id?: number
  prospect_id?: number
}

/** Computes Activity record by record. */
export function plainActivity(company: PlainCompany, question: PlainQuestion): PlainAnswer {
  const properties = propertiesOf(question, company, 'general')
  const { current, prior } = rangesOf(question, company)
  const zones = new Map(company.properties.map((property) => [property.id, property.time_zone]))
  const agents = new Map(company.agents.map((agent) => [agent.id, agent.name]))
  const people = new Map(company.prospects.map((prospect) => [prospect.id, prospect]))
  const hits: RowMatch[] = []

  const dayOf = (instant: string, property: number) =>
    localTimeAt(Date.parse(instant), zones.get(property) ?? 'UTC').day
  const pathOf = (fact: Fact): RowKeyPart[] | undefined => {
    const property = properties.find((one) => one.id === fact.property_id)
    return property && [propertyKeyPart(property), agentKeyPart(fact.agent_id, agents)]
  }
  const put = (column: Count, fact: Fact, day: string): void => {
    const path = pathOf(fact)
    if (!path) return
    if (within(day, current)) hits.push({ column, period: 'current', path, day, id: fact.id })
    if (within(day, prior)) hits.push({ column, period: 'prior', path, day, id: fact.id })
  }

  /** By event, anyone who did something is a lead of that day. */
  const meet = (fact: Fact, instant: string): void => {
    const person = fact.prospect_id === undefined ? undefined : company.knownProspects.get(fact.prospect_id)
    if (!person || question.byCreated) return
    const known: Fact = { ...fact, id: person.id }
    const day = dayOf(instant, fact.property_id)
    put('leads', known, day)
    if (!person.not_a_prospect) put('prospects', known, day)
  }

  for (const lead of company.prospects) {
    const created = dayOf(lead.created_at, lead.property_id)
    put('leads', lead, created)
    if (!lead.not_a_prospect) put('prospects', lead, created)
    if (lead.is_referral) put('referrals', lead, created)
    if (lead.qualified_at && (question.nonProspects || !lead.not_a_prospect))
      put('qualification', lead, question.byCreated ? created : dayOf(lead.qualified_at, lead.property_id))
  }

  /** Counts a fact on its own day, or on its prospect's created day. */
  const count = (column: Count, fact: Fact, instant: string): void => {
    if (fact.prospect_id !== undefined && company.deletedProspects.has(fact.prospect_id)) return
    const person: RecordOf<'prospects'> | undefined =
      fact.prospect_id === undefined ? undefined : people.get(fact.prospect_id)
    if (person?.not_a_prospect && !question.nonProspects) return
    if (!question.byCreated) put(column, fact, dayOf(instant, fact.property_id))
    else if (person) put(column, fact, dayOf(person.created_at, person.property_id))
  }

  for (const message of company.messages) {
    if (message.direction === 'inbound' || message.origin === 'agent') meet(message, message.sent_at)
    if (message.direction !== 'outbound') continue
    if (message.origin === 'agent' && message.channel === 'email') count('email', message, message.sent_at)
    if (message.origin === 'agent' && message.channel === 'text') count('text', message, message.sent_at)
    if (message.origin === 'agent' && message.channel === 'facebook') count('facebook', message, message.sent_at)
    if ((message.origin === 'bulk' || message.origin === 'drip') && message.channel === 'email')
      count('bulkEmail', message, message.sent_at)
  }
  for (const call of company.calls) {
    if (call.direction === 'inbound' || call.handled_by === 'agent') meet(call, call.started_at)
    if (call.direction === 'outbound' && call.handled_by === 'agent') count('call', call, call.started_at)
  }
  for (const appointment of company.appointments)
    if (appointment.status !== 'cancelled-renter' && appointment.status !== 'cancelled-manager') {
      meet(appointment, appointment.starts_at)
      count('appointments', appointment, appointment.starts_at)
    }
  for (const application of company.applications) meet(application, application.submitted_at)
  for (const visit of company.visits) {
    meet(visit, visit.visited_at)
    count('visits', visit, visit.visited_at)
    if (visit.appointment_id === undefined) count('walkIn', visit, visit.visited_at)
    if (visit.unit_shown) count('shows', visit, visit.visited_at)
  }
  for (const lease of company.leases)
    if (lease.kind === 'new' && !lease.cancelled_at) {
      meet(lease, lease.signed_at)
      count('leases', lease, lease.signed_at)
    }

  return tabulate({
    matches: hits,
    counts: COUNTS,
    distinct: ['leads', 'prospects'],
    finish,
    alwaysPresent: properties.map((property) => [propertyKeyPart(property)]),
    days: daysOf(current.start, current.end),
    priorDays: daysOf(prior.start, prior.end),
  })
}

function finish(counted: Record<string, number>): Numbers {
  const followups = FOLLOWUPS.reduce((sum, part) => sum + (counted[part] ?? 0), 0)
  const perProspect = (value: number | undefined) => ratioOf(value, counted.prospects)
  return {
    ...counted,
    followups,
    followupsPerProspect: perProspect(followups),
    emailPerProspect: perProspect(counted.email),
    bulkEmailPerProspect: perProspect(counted.bulkEmail),
    callPerProspect: perProspect(counted.call),
    textPerProspect: perProspect(counted.text),
    facebookPerProspect: perProspect(counted.facebook),
    showPerVisit: ratioOf(counted.shows, counted.visits),
    referralsPerProspect: perProspect(counted.referrals),
  }
}

export function propertyKeyPart(property: RecordOf<'properties'>): RowKeyPart {
  const name = property.name.trim()
  return {
    key: `property:${property.id}`,
    order: [false, sortable(name), property.id],
    fields: { propertyId: property.id, property: name },
  }
}

/** An unknown or missing agent is the Unassigned row. */
function agentKeyPart(id: number | undefined, agents: ReadonlyMap<number, string>): RowKeyPart {
  const name = id === undefined ? undefined : agents.get(id)?.trim()
  if (id === undefined || name === undefined)
    return { key: 'agent:0', order: [true, '', 0], fields: { agentId: null, agent: 'Unassigned' } }
  return { key: `agent:${id}`, order: [false, sortable(name), id], fields: { agentId: id, agent: name } }
}
