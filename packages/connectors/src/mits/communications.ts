import type { ValueOf } from '@leaselight/contract'
import { dayOnly, isoOf } from '../moments'
import type { EventKind } from './eventKinds'
import type { DatedEvent, ProspectHistory } from './history'

type Message = Extract<EventKind, { does: 'message' }>
type Call = Extract<EventKind, { does: 'call' }>

/**
 * Messages, calls, and the sources that reached the prospect.
 *
 * A contact of which only the day is known says so, and Response Time passes it over.
 */
export function writeCommunications(story: ProspectHistory): void {
  for (const told of story.events) {
    const { kind } = told
    if (kind.does === 'message') writeMessage(story, told, kind)
    else if (kind.does === 'call') writeCall(story, told, kind)
  }
  for (const told of story.events) writeTouch(story, told)
}

function writeMessage(story: ProspectHistory, told: DatedEvent, { channel, direction }: Message): void {
  const way = directionOf(story, told, direction)
  if (!way) return
  story.record('messages', told, {
    prospect_id: story.id,
    ...agentField(story, told),
    channel,
    direction: way,
    origin: 'agent',
    sent_at: isoOf(told.moment.instant),
    ...dayOnly(told.moment),
  })
}

function writeCall(story: ProspectHistory, told: DatedEvent, { direction }: Call): void {
  const way = directionOf(story, told, direction)
  if (!way) return
  const source = story.sourceOf(told)
  const [caller] = story.prospect.customers
  const name = caller && [caller.name.first, caller.name.last].filter((part) => part !== '').join(' ')
  story.record('calls', told, {
    prospect_id: story.id,
    ...agentField(story, told),
    ...(source && { source }),
    direction: way,
    handled_by: 'agent',
    ...(way === 'inbound' && name && { caller_name: name }),
    ...(way === 'inbound' && caller?.phone && { caller_phone: caller.phone }),
    caller_type: way === 'inbound' && told === story.opener ? 'prospect-first-call' : 'prospect-return-call',
    started_at: isoOf(told.moment.instant),
    ...dayOnly(told.moment),
    duration_seconds: 0,
    outcome: 'answered',
  })
}

/** Which way an event goes that does not say so; undefined once it is refused. */
function directionOf(
  story: ProspectHistory,
  told: DatedEvent,
  direction: Message['direction'],
): ValueOf<'messages', 'direction'> | undefined {
  if (direction !== 'either') return direction
  const { undirected } = story.context.settings
  // Whoever is a prospect by it has got in touch.
  if (told === story.opener || told.event.isFirstContact) return 'inbound'
  if (undirected === 'by-agent') return told.event.agent ? 'outbound' : 'inbound'
  if (undirected !== 'refuse') return undirected
  story.reject(told.event, 'EventType', `${told.event.type} does not say who wrote or called.`)
  return undefined
}

/** A source reached the prospect with whatever came from outside. */
function writeTouch(story: ProspectHistory, told: DatedEvent): void {
  const source = story.sourceOf(told)
  if (source === '' || story.outcomes.get(told.event) === 'refused') return
  const { kind } = told
  const cameIn =
    told === story.opener ||
    kind.does === 'web' ||
    (kind.does === 'visit' && kind.unannounced) ||
    ((kind.does === 'message' || kind.does === 'call') && kind.direction === 'inbound')
  if (!cameIn) return
  const before = story.outcomes.get(told.event)
  story.record('touches', told, { prospect_id: story.id, source, touched_at: isoOf(told.moment.instant) })
  // A second record does not make a refused event a taken one, nor the other way round.
  if (before) story.outcomes.set(told.event, before)
}

/** The agent of an event as a field. */
export function agentField(story: ProspectHistory, told: DatedEvent): { agent_id?: number } {
  const id = story.agentOf(told)
  return id === undefined ? {} : { agent_id: id }
}
