import type { RecordOf, ValueOf } from '@leaselight/contract'
import type { CommunicationCompany } from '../random/communicationCompany'
import type { Match } from '../random/expectRecount'
import { isStandalone, type Range, within } from './question'
import { daysOf, isOpenAt, type LocalTime, localTimeAt } from './time'

/** The request, with presets resolved. */
export interface CommunicationQuestion {
  current: Range
  prior: Range
  propertyIds: number[]
  callerTypes: string[]
  sources: string[]
  agentIds: number[]
  scheduled: string
  groupBy: string
  by: string
  search: string
}

export const ms = (instant: string): number => Date.parse(instant)
const DAY = 24 * 3_600_000
const keyed = (dimension: string, name: string | undefined): string => `${dimension}:${encodeURIComponent(name ?? '')}`

type Gate = 'general' | 'call-intel' | 'call-transcripts' | 'ai' | 'ai-voice' | 'ai-email' | 'ai-chat' | 'ai-sms'

/** The properties that pass a gate: those with one of its products, and standalone ones only for calls. */
const GATES: Record<Gate, [products: ValueOf<'properties', 'products'>[] | null, standalone: boolean]> = {
  general: [null, false],
  'call-intel': [['call-intel', 'call-intel-standalone'], true],
  'call-transcripts': [['call-transcripts'], true],
  ai: [['ai', 'ai-email', 'ai-chat', 'ai-sms'], false],
  'ai-voice': [['ai'], false],
  'ai-email': [['ai-email'], false],
  'ai-chat': [['ai-chat'], false],
  'ai-sms': [['ai-sms'], false],
}

/** A company's records with the helpers that all definitions need. */
export function communicationFacts({ records, now }: CommunicationCompany, question: CommunicationQuestion) {
  const people = new Map(records.prospects.map((one) => [one.id, one]))
  const agents = new Set(records.agents.map((one) => one.id))
  const zones = new Map(records.properties.map((one) => [one.id, one.time_zone]))
  const hits: Match[] = []
  const wallOf = (instant: string, property: number): LocalTime =>
    localTimeAt(ms(instant), zones.get(property) ?? 'UTC')
  const personOf = (id: number | undefined): RecordOf<'prospects'> | undefined =>
    id === undefined ? undefined : people.get(id)
  const scope = (gate: Gate): Set<number> => {
    const [products, standalone] = GATES[gate]
    return new Set(
      records.properties
        .filter((property) => {
          const alone = isStandalone(property, records.companies)
          // Without standalone handling, the product has no meaning.
          const has = (property.products ?? []).filter((one) => one !== 'call-intel-standalone' || alone)
          const chosen = question.propertyIds.length === 0 || question.propertyIds.includes(property.id)
          const behind = products === null || has.some((one) => products.includes(one))
          return chosen && behind && (standalone || !alone)
        })
        .map(({ id }) => id),
    )
  }
  return {
    question,
    records,
    now,
    hits,
    scope,
    wallOf,
    personOf,
    /** Counts a record in each period that contains its day. */
    put: (column: string, path: string[], day: string, id: number, value?: number): void => {
      for (const period of ['current', 'prior'] as const)
        if (within(day, question[period])) hits.push({ column, period, path, id, value })
    },
    /** Whether a fact counts: not when its person is excluded everywhere. */
    counts: ({ prospect_id }: { prospect_id?: number }): boolean => {
      const one = personOf(prospect_id)
      return !one?.deleted && !one?.not_a_prospect
    },
    agentKey: (id: number | undefined) => `agent:${id !== undefined && agents.has(id) ? id : 0}`,
  }
}

export type CommunicationFacts = ReturnType<typeof communicationFacts>

/** Calls that match the request's filters, at the properties that pass a gate. */
export function callsOf({ records, question, scope, counts }: CommunicationFacts, gate: Gate): RecordOf<'calls'>[] {
  const here = scope(gate)
  return records.calls.filter(
    (one) =>
      here.has(one.property_id) &&
      counts(one) &&
      (question.callerTypes.length === 0 || question.callerTypes.includes(one.caller_type)) &&
      (question.sources.length === 0 || question.sources.includes(one.source?.trim() || 'Unknown')) &&
      (question.agentIds.length === 0 || question.agentIds.includes(one.agent_id ?? 0)) &&
      (question.scheduled === 'ALL' || (question.scheduled === 'SCHEDULED') === (one.appointment_id !== undefined)),
  )
}

/** The overview: incoming calls by day, or by weekday and hour. */
export function plainOverview(facts: CommunicationFacts): void {
  const { wallOf, put, question } = facts
  const dayOfRow = new Map(
    daysOf(question.prior.start, question.prior.end).map((day, at) => [
      day,
      daysOf(question.current.start, question.current.end)[at] ?? '',
    ]),
  )
  for (const one of callsOf(facts, 'call-intel')) {
    if (one.direction !== 'inbound') continue
    const { day, hour, weekday } = wallOf(one.started_at, one.property_id)
    // A day of the prior period is in the row of the day it is compared with.
    const path = question.by === 'day' ? [`date:${dayOfRow.get(day) ?? day}`] : [`day:${weekday}`, `hour:${hour}`]
    const add = (column: string, value?: number) => put(column, path, day, one.id, value)
    add('totalCalls')
    if (one.outcome === 'answered') {
      add('answered')
      add('talk', one.duration_seconds)
    }
    if (one.outcome === 'missed') add('missed')
    if (one.score !== undefined) add('scored', one.score)
    if (one.appointment_id) add('appointments')
  }
}

/** First-time calls and their outcomes, each step after the one before. */
export function plainCallConversions(facts: CommunicationFacts): void {
  const { records, wallOf, put, question, agentKey } = facts
  for (const one of callsOf(facts, 'call-intel')) {
    if (one.direction !== 'inbound' || one.caller_type !== 'prospect-first-call') continue
    const path = {
      property: `property:${one.property_id}`,
      agent: agentKey(one.agent_id),
      source: keyed('source', one.source?.trim()),
    }[question.groupBy]
    const add = (column: string) => put(column, [path ?? ''], wallOf(one.started_at, one.property_id).day, one.id)
    add('totalCalls')
    if (one.prospect_id === undefined) continue
    const theirs = (fact: { prospect_id?: number }) => fact.prospect_id === one.prospect_id
    const called = ms(one.started_at)
    const booked = records.appointments
      .filter(theirs)
      .map((fact) => ms(fact.created_at))
      .filter((made) => made >= called && made <= called + 30 * DAY)
    if (booked.length === 0) continue
    add('appointments')
    const toured = records.visits
      .filter(theirs)
      .map((fact) => ms(fact.visited_at))
      .filter((visited) => booked.some((made) => visited >= made))
    if (toured.length === 0) continue
    add('visits')
    const signed = records.leases.filter((fact) => theirs(fact) && fact.kind === 'new' && !fact.cancelled_at)
    if (signed.some((fact) => toured.some((visited) => ms(fact.signed_at) >= visited))) add('leases')
  }
}

/** The intents of calls; a call may have several. */
export function plainIntents(facts: CommunicationFacts): void {
  const { wallOf, put } = facts
  for (const one of callsOf(facts, 'call-intel')) {
    if (one.direction !== 'inbound') continue
    const { day } = wallOf(one.started_at, one.property_id)
    const intents = one.intents && one.intents.length > 0 ? new Set<string>(one.intents) : ['']
    for (const intent of intents) {
      const add = (column: string, value?: number) => put(column, [keyed('intent', intent)], day, one.id, value)
      add('totalCalls', 1)
      if (one.outcome === 'answered') add('answered')
      if (one.appointment_id) add('appointments')
      add('duration', one.duration_seconds)
    }
  }
}

/** Answered calls by agent. */
export function plainCallAgents(facts: CommunicationFacts): void {
  const { wallOf, put, agentKey } = facts
  for (const one of callsOf(facts, 'call-intel')) {
    if (one.direction !== 'inbound' || one.outcome !== 'answered' || one.handled_by !== 'agent') continue
    const add = (column: string, value?: number) =>
      put(column, [agentKey(one.agent_id)], wallOf(one.started_at, one.property_id).day, one.id, value)
    add('answered')
    add('talk', one.duration_seconds)
    if (one.score !== undefined) add('scored', one.score)
    if (one.appointment_id) add('appointments')
  }
}

/** Conversations handled by AI, on all channels or one. */
export function plainAi(facts: CommunicationFacts, channel?: 'voice' | 'email' | 'chat' | 'sms'): void {
  const { records, scope, counts, wallOf, put } = facts
  const here = scope(channel ? `ai-${channel}` : 'ai')
  for (const one of records.conversations) {
    if (one.handled_by !== 'ai' || !here.has(one.property_id) || !counts(one)) continue
    if (channel && one.channel !== channel) continue
    const office = records.properties.find(({ id }) => id === one.property_id)
    const add = (column: string, value?: number) =>
      put(column, [`property:${one.property_id}`], wallOf(one.started_at, one.property_id).day, one.id, value)
    add('conversations')
    add(one.channel)
    add('in', one.messages_in)
    add('out', one.messages_out)
    add('handled', one.handle_seconds)
    if (one.first_reply_at) add('reply', (ms(one.first_reply_at) - ms(one.started_at)) / 1000)
    if (office && !isOpenAt(office, ms(one.started_at))) add('offHours')
    if (one.handed_off_at) add('handedOff')
    if (one.appointment_id) add('appointments')
  }
}

/** New prospects, split by whether an AI ever talked with them. */
export function plainAiLeasing(facts: CommunicationFacts): void {
  const { records, scope, counts, wallOf, put } = facts
  const here = scope('ai')
  for (const one of records.prospects) {
    if (!here.has(one.property_id) || !counts({ prospect_id: one.id })) continue
    const theirs = (fact: { prospect_id?: number }) => fact.prospect_id === one.id
    const kind = records.conversations.some((fact) => theirs(fact) && fact.handled_by === 'ai') ? 'ai' : 'other'
    const add = (what: string, when = true) =>
      when &&
      put(`${kind}${what}`, [`property:${one.property_id}`], wallOf(one.created_at, one.property_id).day, one.id)
    add('Prospects')
    add(
      'Appointments',
      records.appointments.some((fact) => theirs(fact) && !fact.status.startsWith('cancelled')),
    )
    add('Visits', records.visits.some(theirs))
    add('Applications', records.applications.some(theirs))
    add(
      'Leases',
      records.leases.some((fact) => theirs(fact) && fact.kind === 'new' && !fact.cancelled_at),
    )
  }
}

/** The headline numbers. */
export function plainSnapshot(facts: CommunicationFacts): void {
  const { records, scope, counts, wallOf, put } = facts
  const here = scope('general')
  const add = (column: string, fact: { id: number; property_id: number }, instant: string): void => {
    if (here.has(fact.property_id))
      put(column, [`property:${fact.property_id}`], wallOf(instant, fact.property_id).day, fact.id)
  }
  for (const one of records.prospects.filter(({ deleted }) => !deleted)) {
    add('leads', one, one.created_at)
    if (!one.not_a_prospect) add('prospects', one, one.created_at)
  }
  for (const one of records.calls.filter(counts)) {
    if (one.direction !== 'inbound') continue
    add('calls', one, one.started_at)
    if (one.outcome === 'answered') add('answered', one, one.started_at)
  }
  for (const one of records.appointments.filter(counts))
    if (!one.status.startsWith('cancelled')) add('appointments', one, one.starts_at)
  for (const one of records.visits.filter(counts)) add('visits', one, one.visited_at)
  for (const one of records.applications.filter(counts)) add('applications', one, one.submitted_at)
  for (const one of records.leases.filter(counts))
    if (one.kind === 'new' && !one.cancelled_at) add('leases', one, one.signed_at)
}

/** Web sessions by source; non-prospects are leads too. */
export function plainSessions(facts: CommunicationFacts): void {
  const { records, scope, counts, wallOf, put, personOf } = facts
  const here = scope('general')
  for (const one of records.web_sessions) {
    if (!here.has(one.property_id)) continue
    const { day } = wallOf(one.started_at, one.property_id)
    const path = [keyed('source', one.source?.trim())]
    if (counts(one)) {
      put('sessions', path, day, one.id)
      put('views', path, day, one.id, one.page_views)
    }
    const person = personOf(one.prospect_id)
    if (person && !person.deleted) put('leads', path, day, person.id)
  }
}
