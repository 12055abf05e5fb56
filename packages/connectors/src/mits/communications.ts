import type { ValueOf } from '@leaselight/contract'
import { dayOnly, isoOf } from '../moments'
import type { EventKind } from './eventKinds'
import type { DatedEvent, ProspectHistory } from './history'

type Message = Extract<EventKind, { does: 'message' }>
type Call = Extract<EventKind, { does: 'call' }>

/**
 * Messages, calls, and the sources that reached the prospect.
 *
 * A contact of which only the day is known says so, and Response Time ignores it.
 */
export function writeCommunications(story: ProspectHistory): void {
  for (const dated of story.events) {
    const { kind } = dated
    if (kind.does === 'message') writeMessage(story, dated, kind)
    else if (kind.does === 'call') writeCall(story, dated, kind)
  }
  for (const dated of story.events) writeTouch(story, dated)
}

function writeMessage(story: ProspectHistory, dated: DatedEvent, { channel, direction }: Message): void {
  const way = directionOf(story, dated, direction)
  if (!way) return
  story.record('messages', dated, {
    prospect_id: story.id,
    ...agentField(story, dated),
    channel,
    direction: way,
    origin: 'agent',
    sent_at: isoOf(dated.moment.instant),
    ...dayOnly(dated.moment),
  })
}

function writeCall(story: ProspectHistory, dated: DatedEvent, { direction }: Call): void {
  const way = directionOf(story, dated, direction)
  if (!way) return
  const source = story.sourceOf(dated)
  const [caller] = story.prospect.customers
  const name = caller && [caller.name.first, caller.name.last].filter((part) => part !== '').join(' ')
  story.record('calls', dated, {
    prospect_id: story.id,
    ...agentField(story, dated),
    ...(source && { source }),
    direction: way,
    handled_by: 'agent',
    ...(way === 'inbound' && name && { caller_name: name }),
    ...(way === 'inbound' && caller?.phone && { caller_phone: caller.phone }),
    caller_type: way === 'inbound' && dated === story.opener ? 'prospect-first-call' : 'prospect-return-call',
    started_at: isoOf(dated.moment.instant),
    ...dayOnly(dated.moment),
    duration_seconds: 0,
    outcome: 'answered',
  })
}

/** The direction of an event that doesn't state it; undefined when the event is rejected. */
function directionOf(
  story: ProspectHistory,
  dated: DatedEvent,
  direction: Message['direction'],
): ValueOf<'messages', 'direction'> | undefined {
  if (direction !== 'either') return direction
  const { undirected } = story.context.settings
  // The event that made the person a prospect came from the prospect.
  if (dated === story.opener || dated.event.isFirstContact) return 'inbound'
  if (undirected === 'by-agent') return dated.event.agent ? 'outbound' : 'inbound'
  if (undirected !== 'refuse') return undirected
  story.reject(dated.event, 'EventType', `${dated.event.type} does not say who wrote or called.`)
  return undefined
}

/** An inbound event records that its source reached the prospect. */
function writeTouch(story: ProspectHistory, dated: DatedEvent): void {
  const source = story.sourceOf(dated)
  if (source === '' || story.outcomes.get(dated.event) === 'refused') return
  const { kind } = dated
  const cameIn =
    dated === story.opener ||
    kind.does === 'web' ||
    (kind.does === 'visit' && kind.unannounced) ||
    ((kind.does === 'message' || kind.does === 'call') && kind.direction === 'inbound')
  if (!cameIn) return
  const before = story.outcomes.get(dated.event)
  story.record('touches', dated, { prospect_id: story.id, source, touched_at: isoOf(dated.moment.instant) })
  // A second record doesn't turn a rejected event into an accepted one, or the reverse.
  if (before) story.outcomes.set(dated.event, before)
}

/** The agent of an event as a field. */
export function agentField(story: ProspectHistory, dated: DatedEvent): { agent_id?: number } {
  const id = story.agentOf(dated)
  return id === undefined ? {} : { agent_id: id }
}
