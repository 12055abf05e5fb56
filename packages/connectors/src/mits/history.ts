import type { EntityName, RecordOf } from '@leaselight/contract'
import type { Ids } from '../ids'
import { type Moment, readMoment } from '../moments'
import type { ReferenceData, ReferenceProperty } from '../referenceData'
import type { Sink } from '../report'
import { type EventKind, eventKindOf, typeKey } from './eventKinds'
import type { MitsEvent, MitsProspect } from './read'
import type { MitsSettings } from './settings'

/** An event whose day and meaning are known. */
export interface DatedEvent {
  event: MitsEvent
  moment: Moment
  kind: EventKind
  /** Whether its type is known. */
  isKnown: boolean
  /** A key that is unique among the prospect's events and the same in every export. */
  key: string
}

/** What the events of a prospect become. */
type ProspectEntity = 'touches' | 'messages' | 'calls' | 'appointments' | 'visits' | 'applications' | 'leases'

/** What became of an event. */
export type EventOutcome = 'taken' | 'used' | 'skipped' | 'refused'

/** What each translation of a prospect needs. */
export interface MapperContext {
  settings: MitsSettings
  reference: ReferenceData
  ids: Ids
  sink: Sink
  /** The id of the agent that the event names; the agent's record is written later. */
  agentOf(event: MitsEvent, place: ReferenceProperty): number | undefined
}

/** One prospect's events in order, with the outcome of each. */
export class ProspectHistory {
  readonly outcomes = new Map<MitsEvent, EventOutcome>()
  /** The events that can be read, in the order in which they happened. */
  readonly events: readonly DatedEvent[]
  /** How it began. */
  readonly opener: DatedEvent | undefined

  constructor(
    readonly prospect: MitsProspect,
    readonly place: ReferenceProperty,
    /** The prospect's own id. */
    readonly id: number,
    readonly context: MapperContext,
  ) {
    this.events = this.#tell()
    this.opener = this.events.find(({ event }) => event.isFirstContact) ?? this.events[0]
  }

  /** The source an event names, by its mapped name; '' for none. The last event of a lost prospect names a reason instead. */
  sourceOf({ event, kind }: DatedEvent): string {
    if (kind.does === 'lose') return ''
    return this.context.settings.sources.get(event.source) ?? event.source
  }

  agentOf({ event }: DatedEvent): number | undefined {
    return this.context.agentOf(event, this.place)
  }

  /** Emits a record made from an event. Its id comes from the key, its property from the prospect. */
  record<Name extends ProspectEntity>(
    entity: Name,
    from: DatedEvent,
    fields: Omit<RecordOf<Name>, 'id' | 'property_id'>,
    key: string = from.key,
  ): number | undefined {
    const id = this.idOf(entity, key)
    if (id === undefined) {
      if (!this.outcomes.has(from.event)) this.outcomes.set(from.event, 'refused')
      this.#tellRefusal(
        from.event,
        'id',
        `The id derived for its record of ${entity} belongs to another record of this file.`,
      )
      return undefined
    }
    this.context.sink.record(entity, from.event.line, { id, property_id: this.place.id, ...fields })
    this.outcomes.set(from.event, 'taken')
    return id
  }

  idOf(entity: EntityName, key: string): number | undefined {
    const { settings, ids } = this.context
    const { companyId, id } = this.place
    return ids.of({ entity, companyId, system: settings.system, propertyId: id, key: [this.prospect.id, key] })
  }

  /** Notes that an event changed another record. */
  use(...events: readonly DatedEvent[]): void {
    for (const { event } of events) if (!this.outcomes.has(event)) this.outcomes.set(event, 'used')
  }

  reject(event: MitsEvent, field: string, reason: string): void {
    if (this.outcomes.has(event)) return
    this.outcomes.set(event, 'refused')
    this.#tellRefusal(event, field, reason)
  }

  #tellRefusal({ line, id }: MitsEvent, field: string, reason: string): void {
    this.context.sink.reject({ entity: 'event', line, id: id || this.prospect.id, field, reason })
  }

  #tell(): DatedEvent[] {
    const { settings } = this.context
    const dated: DatedEvent[] = []
    for (const event of this.prospect.events) {
      const meaning = settings.events.get(typeKey(event.type) || event.type)
      if (meaning === 'ignore') {
        this.outcomes.set(event, 'skipped')
        continue
      }
      const moment = readMoment(event.date, this.place.zone)
      const kind = eventKindOf(meaning ?? event.type)
      if (moment) dated.push({ event, moment, kind: kind ?? { does: 'nothing' }, isKnown: kind !== undefined, key: '' })
      else this.reject(event, 'EventDate', dateReason(event.date))
    }
    dated.sort(compareEvents)
    return this.#withKeys(dated)
  }

  /** Gives each event its key; of two events with the same id the first gets it. */
  #withKeys(dated: DatedEvent[]): DatedEvent[] {
    const seen = new Set<string>()
    const counts = new Map<string, number>()
    return dated.filter((one) => {
      const { event, moment } = one
      if (event.id) {
        one.key = `event ${event.id}`
        if (seen.has(one.key)) {
          this.reject(event, 'EventID', `The prospect has an earlier event ${event.id.slice(0, 100)}.`)
          return false
        }
        seen.add(one.key)
        return true
      }
      // Without an id, its type and time make the key; equal ones are numbered in their order.
      const alike = `${typeKey(event.type) || event.type} ${moment.instant} ${moment.hasHour}`
      const before = counts.get(alike) ?? 0
      counts.set(alike, before + 1)
      one.key = `${alike} ${before}`
      return true
    })
  }
}

const dateReason = (date: string): string =>
  date === ''
    ? 'EventDate is missing.'
    : `EventDate “${date.slice(0, 40)}” is no date from 1970 to 2199 that can be read.`

/** Sorts by time, then by kind, so that the order in the file doesn't matter. */
function compareEvents(a: DatedEvent, b: DatedEvent): number {
  return a.moment.instant - b.moment.instant || compare(contentOf(a), contentOf(b))
}

const contentOf = ({ event, moment }: DatedEvent): string => {
  const { line: _, agent, ...content } = event
  return JSON.stringify([moment.hasHour, typeKey(event.type), agent, content])
}
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
