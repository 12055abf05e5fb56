import type { RecordOf } from '@leaselight/contract'
import type { Ids } from '../ids'
import { dayOnly, isoOf } from '../moments'
import type { ReferenceData, ReferenceProperty } from '../referenceData'
import { emptyCounts, type ReadCounts, removedProperty, type Sink } from '../report'
import { writeApplications } from './applications'
import { agentField, writeCommunications } from './communications'
import type { EventKind } from './eventKinds'
import { type DatedEvent, type MapperContext, ProspectHistory } from './history'
import type { MitsCustomer, MitsEvent, MitsProspect } from './read'
import { writeLeases } from './residency'
import type { MitsSettings } from './settings'
import { writeTours } from './tours'

interface KnownAgent {
  line: number
  companyId: number
  propertyIds: Set<number>
  name: string
  email: string
}

/** Converts prospects into contract records. Agents and sources, which prospects share, are written at the end. */
export class MitsMapper {
  readonly tallies: { prospects: ReadCounts; events: ReadCounts } = { prospects: emptyCounts(), events: emptyCounts() }
  readonly #around: MapperContext
  readonly #agents = new Map<number, KnownAgent>()
  readonly #sources = new Map<string, { line: number; companyId: number; name: string }>()

  constructor(parts: { settings: MitsSettings; reference: ReferenceData; ids: Ids; sink: Sink }) {
    this.#around = { ...parts, agentOf: (event, place) => this.#agentOf(event, place) }
  }

  /** Converts one prospect and its events; each of them is accepted, used, skipped or rejected. */
  map(prospect: MitsProspect): void {
    const { prospects, events } = this.tallies
    prospects.read++
    events.read += prospect.events.length
    const story = this.#begin(prospect)
    if (!story) return
    this.#write(story, story.opener)
    for (const event of prospect.events) events[story.outcomes.get(event) ?? 'refused']++
  }

  /** Rejects a prospect whose owner is unknown, with its events. */
  reject(
    prospect: Pick<MitsProspect, 'line' | 'id'> & { events: readonly MitsEvent[] },
    field: string,
    reason: string,
  ): void {
    const { sink } = this.#around
    sink.reject({ entity: 'prospect', line: prospect.line, id: prospect.id || null, field, reason })
    this.tallies.prospects.refused++
    for (const { line, id } of prospect.events) {
      sink.reject({
        entity: 'event',
        line,
        id: id || prospect.id || null,
        field: '',
        reason: 'Its prospect was refused.',
      })
      this.tallies.events.refused++
    }
  }

  /** Emits the agents and sources that the prospects named. */
  end(): void {
    const { sink, ids, reference, settings } = this.#around
    for (const [id, { line, companyId, propertyIds, name, email }] of this.#agents) {
      // Independent of which prospect came first.
      const [first = 0, ...others] = [...propertyIds].sort((a, b) => a - b)
      sink.record('agents', line, {
        id,
        company_id: companyId,
        property_id: first,
        ...(others.length > 0 && { property_ids: [first, ...others] }),
        name,
        ...(email && { email }),
      } satisfies RecordOf<'agents'>)
    }
    for (const { line, companyId, name } of this.#sources.values()) {
      // A source that the company registered keeps its own record, with its cost and parent.
      if (reference.hasSource(companyId, name)) continue
      const id = ids.of({ entity: 'sources', companyId, system: settings.system, key: name })
      if (id === undefined)
        sink.reject({
          entity: 'source',
          line,
          id: name,
          field: 'id',
          reason: 'The id derived for it belongs to another record of this file.',
        })
      else sink.record('sources', line, { id, company_id: companyId, name } satisfies RecordOf<'sources'>)
    }
  }

  #begin(prospect: MitsProspect): ProspectHistory | undefined {
    const { settings, reference, ids, sink } = this.#around
    const { id, property } = prospect
    const refuse = (field: string, reason: string): undefined => {
      this.reject(prospect, field, reason)
    }
    if (!id) return refuse('Identification', 'The prospect has no id: there is no Identification with an IDValue.')
    const ours = settings.properties.get(property.toLowerCase()) ?? settings.properties.get('*')
    if (ours === undefined) {
      return property
        ? refuse('PropertyID', `The property “${property.slice(0, 100)}” is not in the property map.`)
        : refuse('PropertyID', 'The file does not say whose prospect it is, and the property map has no “*”.')
    }
    const place = reference.property(ours)
    if (!place)
      return refuse('PropertyID', `The property ${ours}, to which the property map leads, is not in the data.`)
    if (place.isRemoved) sink.note('prospect', 'PropertyID', removedProperty(place.id))
    const own = ids.of({
      entity: 'prospects',
      companyId: place.companyId,
      system: settings.system,
      propertyId: ours,
      key: id,
    })
    if (own === undefined) return refuse('id', 'The id derived for it belongs to another record of this file.')
    const story = new ProspectHistory(prospect, place, own, this.#around)
    if (story.opener) return story
    for (const event of prospect.events) this.tallies.events[story.outcomes.get(event) ?? 'refused']++
    // Its events have been rejected one by one, each with its own reason.
    this.reject(
      { ...prospect, events: [] },
      'Events',
      'The prospect has no event with a readable date, so its first day is unknown.',
    )
    return undefined
  }

  #write(story: ProspectHistory, opener: DatedEvent | undefined): void {
    if (!opener) return
    const { prospect, place } = story
    const { sink } = this.#around
    writeCommunications(story)
    const { booked, visited } = writeTours(story)
    const applied = writeApplications(story)
    const lost = lostBy(story)
    const leased = writeLeases(story, lost)
    const customer = mainCustomer(prospect)
    const isLost = lost !== undefined || (LOST_TYPES.has(customer?.type ?? '') && !leased)
    const status = leased
      ? 'leased'
      : isLost
        ? 'lost'
        : applied
          ? 'applied'
          : visited
            ? 'visited'
            : booked
              ? 'booked'
              : 'waiting'
    const sourced = [opener, ...story.events].find((dated) => story.sourceOf(dated) !== '')
    const source = sourced ? story.sourceOf(sourced) : ''
    for (const dated of story.events) this.#noteSource(story, dated)
    const named = [opener, ...story.events].find((dated) => story.agentOf(dated) !== undefined)
    const { first, last } = customer?.name ?? { first: '', last: '' }
    sink.record('prospects', prospect.line, {
      id: story.id,
      property_id: place.id,
      ...(named && agentField(story, named)),
      source,
      ...(first && { first_name: first }),
      ...(last && { last_name: last }),
      ...(customer?.phone && { phone: customer.phone }),
      ...(customer?.email && { email: customer.email }),
      ...beginningOf(opener.kind),
      created_at: isoOf(opener.moment.instant),
      ...dayOnly(opener.moment),
      status,
      is_referral: /referr/i.test(source),
      ...(status === 'lost' && lost && { lost_at: isoOf(lost.moment.instant) }),
      ...(status === 'lost' && lost?.event.reasons && { loss_reason: lost.event.reasons }),
    } satisfies RecordOf<'prospects'>)
    this.tallies.prospects.taken++
    this.#settle(story, opener)
    this.#noteRest(story)
  }

  #noteSource(story: ProspectHistory, dated: DatedEvent): void {
    const name = story.sourceOf(dated)
    const { companyId } = story.place
    const key = `${companyId}\n${name}`
    if (name !== '' && !this.#sources.has(key)) this.#sources.set(key, { line: dated.event.line, companyId, name })
  }

  /** Every event has an outcome after this. */
  #settle(story: ProspectHistory, opener: DatedEvent): void {
    story.use(opener)
    for (const dated of story.events) {
      const { event, kind, isKnown } = dated
      // A later web form without a source adds nothing to what the prospect's record says.
      if (kind.does === 'lose' || kind.does === 'reactivate' || kind.does === 'web') story.use(dated)
      else if (!isKnown)
        story.reject(
          event,
          'EventType',
          event.type
            ? `The event type “${event.type.slice(0, 60)}” is not known. The settings can say under “events” what it means, or “ignore”.`
            : 'EventType is missing.',
        )
      else story.reject(event, 'EventType', `The data contract has no place for ${event.type}.`)
    }
  }

  /** Notes what the contract has no field for, besides events. */
  #noteRest({ prospect, events, opener }: ProspectHistory): void {
    const { sink } = this.#around
    for (const field of new Set(prospect.preferences))
      sink.note('prospect', `CustomerPreferences/${field}`, 'The data contract has no place for it.')
    for (let more = prospect.customers.length; more > 1; more--)
      sink.note('prospect', 'Customers', 'A prospect has one name here; further customers of it are left out.')
    if (opener && !opener.moment.hasHour)
      sink.note(
        'prospect',
        'created_at',
        'It began on a day without an hour: it begins at midnight, and Response Time leaves it out.',
      )
    if (!events.some(({ event }) => event.source))
      sink.note('prospect', 'TransactionSource', 'No event names a source: it stands under Unknown.')
  }

  #agentOf({ agent: named, line }: MitsEvent, place: ReferenceProperty): number | undefined {
    if (!named) return undefined
    const { settings, ids } = this.#around
    const ours = settings.agents.get(named.id) ?? settings.agents.get(named.name)
    if (ours !== undefined) return ours
    const { companyId, id: propertyId } = place
    // A name identifies an agent at one property, an id throughout the company.
    const own = named.id ? { key: `id ${named.id}` } : { propertyId, key: named.name }
    const id = ids.of({ entity: 'agents', companyId, system: settings.system, ...own })
    if (id === undefined) return undefined
    const known = this.#agents.get(id)
    const name = named.name || `Agent ${named.id}`
    if (!known) this.#agents.set(id, { line, companyId, propertyIds: new Set([propertyId]), name, email: named.email })
    else {
      // Independent of which prospect came first.
      known.propertyIds.add(propertyId)
      if (named.name && (known.name === `Agent ${named.id}` || named.name < known.name)) known.name = named.name
      if (named.email && (!known.email || named.email < known.email)) known.email = named.email
    }
    return id
  }
}

const LOST_TYPES = new Set(['lost', 'canceled', 'cancelled', 'denied'])
const AT_ONCE = [
  'prospect',
  'applicant',
  'future_resident',
  'future resident',
  'current_resident',
  'current resident',
  'former_resident',
  ...LOST_TYPES,
]

/** The main person of the prospect: the first of a leading type, else the first. */
function mainCustomer({ customers }: MitsProspect): MitsCustomer | undefined {
  return customers.find(({ type }) => AT_ONCE.includes(type)) ?? customers[0]
}

/** The event by which the prospect was lost, unless a later one brought it back. */
function lostBy({ events }: ProspectHistory): DatedEvent | undefined {
  let lost: DatedEvent | undefined
  for (const one of events) {
    if (one.kind.does === 'lose') lost = one
    if (one.kind.does === 'reactivate' || one.kind.does === 'lease' || isMoveIn(one.kind)) lost = undefined
  }
  return lost
}

const isMoveIn = (kind: EventKind): boolean => kind.does === 'reside' && kind.what === 'movedIn' && !kind.undo

/** The first contact's channel, by the first event. */
function beginningOf(kind: EventKind): Pick<RecordOf<'prospects'>, 'insert_method' | 'first_contact_channel'> {
  if (kind.does === 'message') {
    const channel = kind.channel === 'text' ? 'sms' : kind.channel
    return { insert_method: channel, first_contact_channel: channel }
  }
  if (kind.does === 'call') return { insert_method: 'call', first_contact_channel: 'call' }
  if (kind.does === 'visit') return { insert_method: 'walk-in', first_contact_channel: 'walk-in' }
  if (kind.does === 'web') return { insert_method: 'web-form', first_contact_channel: 'internet' }
  if (kind.does === 'appointment') return { insert_method: 'scheduling', first_contact_channel: 'internet' }
  // Not stated; most such prospects come from a web site.
  return { insert_method: 'import', first_contact_channel: 'internet' }
}
