import type { RecordOf } from '@leaselight/contract'
import type { Match } from '../random/expectRecount'
import type { VisitorCompany } from '../random/visitorCompany'
import { isStandalone, type Range, within } from './question'
import { localTimeAt } from './time'

/** The request, with presets resolved. */
export interface VisitorQuestion {
  current: Range
  prior: Range
  propertyIds: number[]
  agentIds: number[]
  sources: string[]
  groupBy: string
  byCreated: boolean
  nonProspects: boolean
  rows: 'contact' | 'agent'
}

interface Fact {
  id: number
  property_id: number
  agent_id?: number
  prospect_id?: number
}

/** A company's records with the helpers that all definitions need. */
export function visitorFacts({ records, now }: VisitorCompany, question: VisitorQuestion) {
  const zones = new Map(records.properties.map((one) => [one.id, one.time_zone]))
  const people = new Map(records.prospects.filter((one) => !one.deleted).map((one) => [one.id, one]))
  const deleted = new Set(records.prospects.filter((one) => one.deleted).map((one) => one.id))
  const agents = new Set(records.agents.map((one) => one.id))
  const hits: Match[] = []
  const dayOf = (instant: string, property: number) =>
    localTimeAt(Date.parse(instant), zones.get(property) ?? 'UTC').day
  const put = (column: string, path: string[], day: string, id: number): void => {
    for (const period of ['current', 'prior'] as const)
      if (within(day, question[period])) hits.push({ column, period, path, id })
  }
  return {
    records,
    now,
    hits,
    zones,
    dayOf,
    put,
    /** The requested properties that pass a gate. */
    scope: (gate: 'general' | 'tours') =>
      records.properties.filter(
        (one) =>
          !isStandalone(one, records.companies) &&
          (gate === 'general' || one.products?.includes('tours')) &&
          (question.propertyIds.length === 0 || question.propertyIds.includes(one.id)),
      ),
    personOf: (fact: Fact): RecordOf<'prospects'> | undefined =>
      fact.prospect_id === undefined ? undefined : people.get(fact.prospect_id),
    people: [...people.values()],
    /** Whether a fact counts, depending on its person. */
    counts: (fact: Fact): boolean => {
      if (fact.prospect_id === undefined) return true
      if (deleted.has(fact.prospect_id)) return false
      return question.nonProspects || !people.get(fact.prospect_id)?.not_a_prospect
    },
    /** Whether a fact matches the request's filters for agents and sources. */
    isChosen: (agent: number | undefined, person: RecordOf<'prospects'> | undefined): boolean =>
      (question.agentIds.length === 0 || question.agentIds.includes(agent ?? 0)) &&
      (question.sources.length === 0 || question.sources.includes(person?.source.trim() || 'Unknown')),
    agentKey: (id: number | undefined) => `agent:${id !== undefined && agents.has(id) ? id : 0}`,
    sourceKey: (person: RecordOf<'prospects'> | undefined) =>
      `source:${encodeURIComponent(person?.source.trim() ?? '')}`,
  }
}

export type VisitorFacts = ReturnType<typeof visitorFacts>

/** Past appointments, or upcoming ones. */
export function plainAppointments(facts: VisitorFacts, { groupBy }: VisitorQuestion, upcoming: boolean): void {
  const { records, scope, counts, isChosen, put, dayOf, personOf, agentKey, sourceKey, now } = facts
  const here = new Set(scope('general').map(({ id }) => id))
  for (const one of records.appointments) {
    if (!here.has(one.property_id) || !counts(one) || !isChosen(one.agent_id, personOf(one))) continue
    const path = {
      property: `property:${one.property_id}`,
      agent: agentKey(one.agent_id),
      source: sourceKey(personOf(one)),
    }[groupBy]
    const day = dayOf(one.starts_at, one.property_id)
    const add = (column: string) => put(column, [path ?? ''], day, one.id)
    if (upcoming) {
      if (one.status !== 'scheduled') continue
      add('scheduled')
      add({ 'in-person': 'inPerson', 'self-guided': 'selfGuided', 'live-video': 'liveVideo' }[one.tour_type])
      add({ agent: 'bookedByAgent', prospect: 'bookedByProspect', ai: 'bookedByAi' }[one.booked_by])
    } else if (Date.parse(one.starts_at) <= now) {
      add('total')
      add(
        {
          scheduled: 'unresolved',
          completed: 'completed',
          'no-show': 'noShow',
          'cancelled-renter': 'cancelledRenter',
          'cancelled-manager': 'cancelledManager',
        }[one.status],
      )
    }
  }
}

/** Conversions: every stage is a set of people. */
export function plainConversions(facts: VisitorFacts, { groupBy, byCreated }: VisitorQuestion): void {
  const { records, scope, isChosen, put, dayOf, personOf, people, agentKey, sourceKey } = facts
  const here = new Set(scope('general').map(({ id }) => id))
  const add = (column: string, person: RecordOf<'prospects'> | undefined, day: string): void => {
    if (!person || person.not_a_prospect || !here.has(person.property_id)) return
    if (!isChosen(person.agent_id, person)) return
    const path = {
      property: `property:${person.property_id}`,
      agent: agentKey(person.agent_id),
      source: sourceKey(person),
      'insert-method': `insert-method:${person.insert_method}`,
    }[groupBy]
    put(column, [path ?? ''], byCreated ? dayOf(person.created_at, person.property_id) : day, person.id)
  }
  for (const person of people) add('prospects', person, dayOf(person.created_at, person.property_id))
  for (const one of records.appointments)
    if (!one.status.startsWith('cancelled')) add('appointments', personOf(one), dayOf(one.starts_at, one.property_id))
  for (const one of records.visits) add('visits', personOf(one), dayOf(one.visited_at, one.property_id))
  for (const one of records.applications) add('applications', personOf(one), dayOf(one.submitted_at, one.property_id))
  for (const one of records.leases)
    if (one.kind === 'new' && !one.cancelled_at) add('leases', personOf(one), dayOf(one.signed_at, one.property_id))
}

/** The leasing boxscore by first contact or agent. */
export function plainBoxscore(facts: VisitorFacts, { rows }: VisitorQuestion): void {
  const { records, scope, isChosen, put, dayOf, personOf, people, agentKey, counts } = facts
  const here = new Set(scope('general').map(({ id }) => id))
  const add = (column: string, fact: Fact, person: RecordOf<'prospects'> | undefined, instant: string): void => {
    if (!here.has(fact.property_id) || !isChosen(fact.agent_id, person)) return
    const path = rows === 'agent' ? agentKey(fact.agent_id) : `contact:${person?.first_contact_channel ?? ''}`
    put(column, [path], dayOf(instant, fact.property_id), fact.id)
  }
  for (const person of people) {
    add('leads', person, person, person.created_at)
    if (!person.not_a_prospect) add('prospects', person, person, person.created_at)
  }
  const later = (fact: Fact, instant: string) => {
    const person = personOf(fact)
    return person !== undefined && Date.parse(instant) > Date.parse(person.created_at)
  }
  for (const one of records.messages.filter(counts))
    if (one.direction === 'inbound' && later(one, one.sent_at)) add('returnMessages', one, personOf(one), one.sent_at)
  for (const one of records.calls.filter(counts))
    if (one.direction === 'inbound' && later(one, one.started_at))
      add('returnCalls', one, personOf(one), one.started_at)
  for (const one of records.appointments.filter(counts))
    if (!one.status.startsWith('cancelled')) add('appointments', one, personOf(one), one.starts_at)
  for (const one of records.visits.filter(counts)) add('visits', one, personOf(one), one.visited_at)
  for (const one of records.applications.filter(counts)) {
    add('applications', one, personOf(one), one.submitted_at)
    const column = {
      approved: 'applicationsApproved',
      denied: 'applicationsDenied',
      cancelled: 'applicationsCancelled',
    }
    if (one.status !== 'pending') add(column[one.status], one, personOf(one), one.status_at)
  }
  for (const one of records.leases.filter(counts)) {
    if (one.kind !== 'new') continue
    add('leases', one, personOf(one), one.signed_at)
    if (one.cancelled_at) add('cancelledLeases', one, personOf(one), one.cancelled_at)
  }
}

/** Visits and their outcomes, for the three reports about tours. */
export function plainTours(facts: VisitorFacts, report: 'id-verification' | 'tour-engagement' | 'tour-type'): void {
  const { records, scope, put, dayOf, agentKey, counts } = facts
  const here = new Set(scope(report === 'tour-type' ? 'general' : 'tours').map(({ id }) => id))
  for (const visit of records.visits) {
    if (!here.has(visit.property_id) || !counts(visit)) continue
    const inner = report === 'tour-type' ? `visit-type:${visit.visit_type}` : agentKey(visit.agent_id)
    const add = (column: string, id = visit.id) =>
      put(column, [`property:${visit.property_id}`, inner], dayOf(visit.visited_at, visit.property_id), id)
    const after = (instant: string) => Date.parse(instant) >= Date.parse(visit.visited_at)
    const leases = records.leases.filter(
      (one) => one.prospect_id === visit.prospect_id && one.kind === 'new' && !one.cancelled_at && after(one.signed_at),
    )
    if (report === 'tour-type') {
      add('visits')
      for (const one of records.applications)
        if (one.prospect_id === visit.prospect_id && after(one.submitted_at)) add('applications', one.id)
      for (const one of leases) add('leases', one.id)
    } else if (report === 'id-verification') {
      add('visits')
      if (visit.id_scanned_at) add('visitsWithScan')
      if (visit.id_scanned_at) add(visit.id_scan_valid ? 'validScans' : 'invalidScans')
    } else {
      add('totalVisits')
      add(visit.uses_tour_app ? 'toursVisits' : 'otherVisits')
      if (!visit.uses_tour_app) continue
      if (visit.unit_shown) add('toursVisitsWithShow')
      if (visit.tour_started_at) add('tourStart')
      if (visit.met_at) add('meetAndGreet')
      if (visit.id_scanned_at) add('idScan')
      if (visit.walkthrough_at) add('walkthrough')
      if (visit.quoted_at) add('quote')
      if (visit.tour_finished_at) add('tourFinish')
      for (const one of leases) add('toursLeases', one.id)
    }
  }
}

const AGES: [under: number, bucket: string, column: string][] = [
  [18, '', 'ageUnknown'],
  [25, '18-24', 'age18To24'],
  [35, '25-34', 'age25To34'],
  [45, '35-44', 'age35To44'],
  [55, '45-54', 'age45To54'],
  [65, '55-64', 'age55To64'],
  [999, '65+', 'age65Plus'],
]

/** Visitors with an ID scan, by gender and age at the first such visit of the period. */
export function plainDemographics({ hits, ...facts }: VisitorFacts, question: VisitorQuestion): void {
  const { records, scope, dayOf, personOf, counts } = facts
  const here = new Set(scope('tours').map(({ id }) => id))
  const behindGate = (id: number) =>
    records.properties.some(
      (one) => one.id === id && one.products?.includes('tours') && !isStandalone(one, records.companies),
    )
  for (const period of ['current', 'prior'] as const) {
    const scanned = records.visits.filter(
      (visit) =>
        visit.id_scanned_at &&
        counts(visit) &&
        behindGate(visit.property_id) &&
        within(dayOf(visit.visited_at, visit.property_id), question[period]),
    )
    for (const visit of scanned.filter((one) => here.has(one.property_id))) {
      const [first] = scanned
        .filter((one) => one.prospect_id === visit.prospect_id)
        .sort((a, b) => Date.parse(a.visited_at) - Date.parse(b.visited_at) || a.id - b.id)
      const born = personOf(visit)?.birth_on
      const on = first && dayOf(first.visited_at, first.property_id)
      const years =
        born && on ? Number(on.slice(0, 4)) - Number(born.slice(0, 4)) - (on.slice(5) < born.slice(5) ? 1 : 0) : 0
      const [, bucket = '', column = ''] = AGES.find(([under]) => years < under) ?? []
      const path = [`property:${visit.property_id}`, `age:${encodeURIComponent(bucket)}`]
      for (const name of ['total', personOf(visit)?.gender ?? 'genderUnknown', column])
        hits.push({ column: name, period, path, id: visit.prospect_id })
    }
  }
}
