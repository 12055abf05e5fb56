import type { ValueOf } from '@leaselight/contract'

/** Who wrote or called; `either` where the type of the event does not say. */
type Direction = ValueOf<'messages', 'direction'> | 'either'
type MessageChannel = ValueOf<'messages', 'channel'>
type VisitType = ValueOf<'visits', 'visit_type'>
/** How an application was decided. */
export type Decision = Exclude<ValueOf<'applications', 'status'>, 'pending'>

/** What an event means for the contract. */
export type EventKind =
  | { does: 'message'; channel: MessageChannel; direction: Direction }
  | { does: 'call'; direction: Direction }
  /** A web form: a first contact without a message. */
  | { does: 'web' }
  | { does: 'visit'; type: VisitType; shown: boolean; unannounced: boolean }
  | { does: 'appointment' }
  | { does: 'endAppointment'; status: 'cancelled' | 'no-show' }
  | { does: 'application' }
  | { does: 'decide'; status: Decision }
  | { does: 'lease' }
  | { does: 'lose' }
  | { does: 'reactivate' }
  /** Nothing that the contract stores; a prospect's history may still begin with it. */
  | { does: 'nothing' }

const message = (channel: MessageChannel, direction: Direction = 'either'): EventKind => ({
  does: 'message',
  channel,
  direction,
})
const visit = (type: VisitType, shown: boolean, unannounced = false): EventKind => ({
  does: 'visit',
  type,
  shown,
  unannounced,
})
const call = (direction: Direction): EventKind => ({ does: 'call', direction })
const decide = (status: Decision): EventKind => ({ does: 'decide', status })
const nothing: EventKind = { does: 'nothing' }

/** The event types of the standard and what systems write for them, in lower case and letters alone. */
const kinds: Readonly<Record<string, EventKind>> = {
  email: message('email'),
  emailfromprospect: message('email', 'inbound'),
  emailtoprospect: message('email', 'outbound'),
  text: message('text'),
  sms: message('text'),
  textfromprospect: message('text', 'inbound'),
  texttoprospect: message('text', 'outbound'),
  chat: message('chat', 'inbound'),
  chatfromprospect: message('chat', 'inbound'),
  chattoprospect: message('chat', 'outbound'),
  facebook: message('facebook', 'inbound'),
  call: call('either'),
  phonecall: call('either'),
  callfromprospect: call('inbound'),
  calltoprospect: call('outbound'),
  webservice: { does: 'web' },
  internet: { does: 'web' },
  online: { does: 'web' },
  ils: { does: 'web' },
  walkin: visit('in-person', false, true),
  show: visit('in-person', true),
  tour: visit('in-person', true),
  returnvisit: visit('in-person', true),
  selfguidedtour: visit('self-guided', true),
  virtualtour: visit('live-video', true),
  appointment: { does: 'appointment' },
  cancelappointment: { does: 'endAppointment', status: 'cancelled' },
  noshow: { does: 'endAppointment', status: 'no-show' },
  application: { does: 'application' },
  reapply: { does: 'application' },
  approve: decide('approved'),
  applicationdenied: decide('denied'),
  deny: decide('denied'),
  cancelapplication: decide('cancelled'),
  leasesign: { does: 'lease' },
  cancel: { does: 'lose' },
  reactivate: { does: 'reactivate' },
  firstcontact: nothing,
  other: nothing,
  hold: nothing,
  release: nothing,
  transfer: nothing,
  quote: nothing,
}

/** The lookup key of a type: `Walk-In`, `walk in` and `WalkIn` are the same. */
export const typeKey = (type: string): string => type.toLowerCase().replace(/[^a-z]/g, '')

/** What events of the type mean; undefined for an unknown type. */
export const eventKindOf = (type: string): EventKind | undefined =>
  Object.hasOwn(kinds, typeKey(type)) ? kinds[typeKey(type)] : undefined

/** Whether the type is a known one, to which others may be mapped. */
export const isKnownType = (type: string): boolean => eventKindOf(type) !== undefined
