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
  | { does: 'lease'; kind: ValueOf<'leases', 'kind'> }
  /** A move or a notice, or that one is taken back. */
  | { does: 'reside'; what: 'movedIn' | 'movedOut' | 'notice'; undo: boolean }
  /** A lease goes on without a new term. */
  | { does: 'continue' }
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

const lease = (kind: ValueOf<'leases', 'kind'>): EventKind => ({ does: 'lease', kind })
const reside = (what: Extract<EventKind, { does: 'reside' }>['what'], undo = false): EventKind => ({
  does: 'reside',
  what,
  undo,
})

/**
 * The event types of the standard: the union of what public MITS 4.0 interfaces list, since the schema itself goes to
 * members only.
 */
const standard = {
  Email: message('email'),
  EmailFromProspect: message('email', 'inbound'),
  EmailToProspect: message('email', 'outbound'),
  EmailFromILS: message('email', 'inbound'),
  Text: message('text'),
  TextFromProspect: message('text', 'inbound'),
  TextToProspect: message('text', 'outbound'),
  Chat: message('chat', 'inbound'),
  Call: call('either'),
  CallFromProspect: call('inbound'),
  CallToProspect: call('outbound'),
  Phone: call('either'),
  Webservice: { does: 'web' },
  Internet: { does: 'web' },
  WalkIn: visit('in-person', false, true),
  Show: visit('in-person', true),
  ReturnVisit: visit('in-person', true),
  SelfGuidedTour: visit('self-guided', true),
  VirtualTour: visit('live-video', true),
  Appointment: { does: 'appointment' },
  CancelAppointment: { does: 'endAppointment', status: 'cancelled' },
  NoShow: { does: 'endAppointment', status: 'no-show' },
  Application: { does: 'application' },
  ReApply: { does: 'application' },
  Approve: decide('approved'),
  ApplicationDenied: decide('denied'),
  CancelApplication: decide('cancelled'),
  LeaseSign: lease('new'),
  Renew: lease('renewal'),
  Transfer: lease('transfer'),
  MonthToMonth: { does: 'continue' },
  MoveIn: reside('movedIn'),
  CancelMoveIn: reside('movedIn', true),
  MoveOut: reside('movedOut'),
  CancelMoveOut: reside('movedOut', true),
  Skip: reside('movedOut'),
  Notice: reside('notice'),
  Eviction: reside('notice'),
  CancelNotice: reside('notice', true),
  CancelEviction: reside('notice', true),
  Cancel: { does: 'lose' },
  ReActivate: { does: 'reactivate' },
  FirstContact: nothing,
  Contact: nothing,
  Other: nothing,
  Hold: nothing,
  Release: nothing,
  Quote: nothing,
} as const satisfies Record<string, EventKind>

/** The event types of the standard, as it writes them. */
export const standardTypes = Object.keys(standard) as (keyof typeof standard)[]

/** What systems write instead, in lower case and letters alone. */
const synonyms: Readonly<Record<string, keyof typeof standard | EventKind>> = {
  sms: 'Text',
  chatfromprospect: 'Chat',
  chattoprospect: message('chat', 'outbound'),
  facebook: message('facebook', 'inbound'),
  phonecall: 'Call',
  online: 'Webservice',
  ils: 'Webservice',
  tour: 'Show',
  deny: 'ApplicationDenied',
  renewal: 'Renew',
  leaserenewal: 'Renew',
  renewlease: 'Renew',
  leaserenew: 'Renew',
  unittransfer: 'Transfer',
  mtm: 'MonthToMonth',
  noticegiven: 'Notice',
  noticetovacate: 'Notice',
  givenotice: 'Notice',
  noticecancelled: 'CancelNotice',
  noticecanceled: 'CancelNotice',
  movedin: 'MoveIn',
  movedout: 'MoveOut',
  skipped: 'Skip',
  evict: 'Eviction',
}

/** The lookup key of a type: `Walk-In`, `walk in` and `WalkIn` are the same. */
export const typeKey = (type: string): string => type.toLowerCase().replace(/[^a-z]/g, '')

const kinds: ReadonlyMap<string, EventKind> = new Map([
  ...standardTypes.map((type): [string, EventKind] => [typeKey(type), standard[type]]),
  ...Object.entries(synonyms).map(([type, kind]): [string, EventKind] => [
    type,
    typeof kind === 'string' ? standard[kind] : kind,
  ]),
])

/** What events of the type mean; undefined for an unknown type. */
export const eventKindOf = (type: string): EventKind | undefined => kinds.get(typeKey(type))

/** Whether the type is a known one, to which others may be mapped. */
export const isKnownType = (type: string): boolean => eventKindOf(type) !== undefined
