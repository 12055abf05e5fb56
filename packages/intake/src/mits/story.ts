import type { EntityName } from '@leaselight/facts'
import type { Sink } from '../account'
import type { Ids } from '../ids'
import { type Moment, readMoment } from '../moments'
import type { Place, Places } from '../places'
import { type Kind, kindOf, typeKey } from './kinds'
import type { MitsEvent, MitsProspect } from './read'
import type { MitsSettings } from './settings'

/** An event whose day and meaning are known. */
export interface Told {
  event: MitsEvent
  moment: Moment
  kind: Kind
  /** Whether its type is one that we know. */
  isKnown: boolean
  /** What tells it from the prospect's other events, the same in every export. */
  key: string
}

/** What became of an event. */
export type Outcome = 'taken' | 'used' | 'skipped' | 'refused'

/** What every translation of a prospect works with. */
export interface Surroundings {
  settings: MitsSettings
  places: Places
  ids: Ids
  sink: Sink
  /** The id of the agent that the event names, who will be made known. */
  agentOf(event: MitsEvent, place: Place): number | undefined
}

/** One prospect's events in their order, and what has become of each. */
export class Story {
  readonly outcomes = new Map<MitsEvent, Outcome>()
  /** The events that can be read, in the order in which they happened. */
  readonly told: readonly Told[]
  /** How it began. */
  readonly opener: Told | undefined

  constructor(
    readonly prospect: MitsProspect,
    readonly place: Place,
    /** The prospect's own id. */
    readonly id: number,
    readonly around: Surroundings,
  ) {
    this.told = this.#tell()
    this.opener = this.told.find(({ event }) => event.isFirstContact) ?? this.told[0]
  }

  /** The source an event names, by the name it has here; '' for none. What a lost prospect's last event says is a reason. */
  sourceOf({ event, kind }: Told): string {
    if (kind.does === 'lose') return ''
    return this.around.settings.sources.get(event.source) ?? event.source
  }

  agentOf({ event }: Told): number | undefined {
    return this.around.agentOf(event, this.place)
  }

  /** Hands a record over that an event made; without its field `id`, which comes from the key. */
  record(entity: EntityName, from: Told, fields: object, key: string = from.key): number | undefined {
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
    this.around.sink.record(entity, from.event.line, { id, property_id: this.place.id, ...fields })
    this.outcomes.set(from.event, 'taken')
    return id
  }

  idOf(entity: EntityName, key: string): number | undefined {
    const { settings, ids } = this.around
    const { companyId, id } = this.place
    return ids.of({ entity, companyId, system: settings.system, key: JSON.stringify([id, this.prospect.id, key]) })
  }

  /** Notes that an event changed another record. */
  use(...events: readonly Told[]): void {
    for (const { event } of events) if (!this.outcomes.has(event)) this.outcomes.set(event, 'used')
  }

  refuse(event: MitsEvent, field: string, reason: string): void {
    if (this.outcomes.has(event)) return
    this.outcomes.set(event, 'refused')
    this.#tellRefusal(event, field, reason)
  }

  #tellRefusal({ line, id }: MitsEvent, field: string, reason: string): void {
    this.around.sink.refuse({ entity: 'event', line, id: id || this.prospect.id, field, reason })
  }

  #tell(): Told[] {
    const { settings } = this.around
    const told: Told[] = []
    for (const event of this.prospect.events) {
      const meaning = settings.events.get(typeKey(event.type) || event.type)
      if (meaning === 'ignore') {
        this.outcomes.set(event, 'skipped')
        continue
      }
      const moment = readMoment(event.date, this.place.zone)
      const kind = kindOf(meaning ?? event.type)
      if (moment) told.push({ event, moment, kind: kind ?? { does: 'nothing' }, isKnown: kind !== undefined, key: '' })
      else this.refuse(event, 'EventDate', dateReason(event.date))
    }
    told.sort(inOrder)
    return this.#withKeys(told)
  }

  /** Gives each event its key; an id that stands twice is the first one's. */
  #withKeys(told: Told[]): Told[] {
    const seen = new Set<string>()
    const counts = new Map<string, number>()
    return told.filter((one) => {
      const { event, moment } = one
      if (event.id) {
        one.key = `event ${event.id}`
        if (seen.has(one.key)) {
          this.refuse(event, 'EventID', `The prospect has an earlier event ${event.id.slice(0, 100)}.`)
          return false
        }
        seen.add(one.key)
        return true
      }
      // Without an id its type, day and hour must do; of several alike the first is always the first.
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

/** By time; what happened at the same time by what it is, so that the order in the file says nothing. */
function inOrder(a: Told, b: Told): number {
  return a.moment.instant - b.moment.instant || compare(contentOf(a), contentOf(b))
}

const contentOf = ({ event, moment }: Told): string => {
  const { line: _, agent, ...content } = event
  return JSON.stringify([moment.hasHour, typeKey(event.type), agent, content])
}
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
