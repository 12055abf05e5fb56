import type { EntityName } from '@leaselight/contract'
import { type Words, words } from './words'

/** What each value of a choice is called, and the words of other systems for it, in lower case. */
const VALUES: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  'prospects.status': {
    waiting: words(
      'New',
      ...['new', 'new lead', 'open', 'active', 'lead', 'inquiry', 'waiting', 'contacted', 'in progress', 'working'],
      ...[
        'prospect',
        'engaged',
        'follow up',
        'nurture',
        'guest card',
        'first contact',
        'attempted contact',
        'responded',
      ],
    ),
    booked: words(
      'Tour booked',
      'tour scheduled',
      'appointment',
      'appointment scheduled',
      'appointment set',
      'scheduled',
      'appt set',
    ),
    visited: words(
      'Toured',
      'visited',
      'tour completed',
      'tour complete',
      'shown',
      'show',
      'showed',
      'walk in',
      'tour',
    ),
    applied: words(
      'Applied',
      'application',
      'applicant',
      'application submitted',
      'app submitted',
      'application pending',
      'approved',
      'application approved',
    ),
    leased: words(
      'Leased',
      'lease signed',
      'signed',
      'won',
      'closed won',
      'resident',
      'moved in',
      'future resident',
      'current resident',
      'move in',
    ),
    lost: words(
      'Lost',
      'closed lost',
      'dead',
      'not interested',
      'canceled',
      'cancelled',
      'inactive',
      'closed',
      'denied',
      'declined',
      'archived',
      'lost lead',
      'no longer interested',
    ),
  },
  first_contact_channel: {
    call: words('Call', 'phone', 'phone call', 'telephone', 'call in', 'inbound call', 'voicemail'),
    email: words('E-mail', 'email'),
    sms: words('Text', 'sms', 'text message'),
    chat: words('Chat', 'live chat', 'chatbot', 'web chat'),
    'walk-in': words('Walk-in', 'walk in', 'in person', 'visit', 'drive by', 'onsite', 'on site'),
    internet: words('Internet', 'web', 'website', 'online', 'ils', 'internet listing'),
    facebook: words('Facebook', 'facebook messenger', 'social', 'messenger'),
    'knock-schedule': words('Online scheduling', 'self schedule', 'online scheduler'),
    form: words('Web form', 'form', 'contact form', 'guest card form', 'website form'),
  },
  kind: {
    new: words('New', 'new lease', 'initial', 'new move in'),
    renewal: words('Renewal', 'renew', 'renewed', 'renewal lease', 'mtm', 'month to month'),
    transfer: words('Transfer', 'unit transfer', 'onsite transfer'),
  },
  visit_type: tourTypes(),
  tour_type: tourTypes(),
  booked_by: {
    agent: words('Agent', 'leasing agent', 'staff', 'office'),
    prospect: words('Prospect', 'self', 'online', 'renter', 'guest'),
    ai: words('AI', 'bot', 'virtual assistant'),
  },
  'appointments.status': {
    scheduled: words('Scheduled', 'confirmed', 'upcoming', 'pending', 'booked'),
    completed: words('Completed', 'complete', 'showed', 'shown', 'attended', 'toured'),
    'no-show': words('No-show', 'no show', 'noshow', 'missed'),
    'cancelled-renter': words(
      'Canceled by the renter',
      'cancelled',
      'canceled',
      'cancelled by guest',
      'cancelled by prospect',
    ),
    'cancelled-manager': words(
      'Canceled by the office',
      'cancelled by agent',
      'cancelled by property',
      'cancelled by office',
    ),
  },
  'applications.status': {
    pending: words('Pending', 'submitted', 'in review', 'started', 'in progress', 'new'),
    approved: words('Approved', 'accepted', 'approved with conditions', 'conditionally approved'),
    denied: words('Denied', 'declined', 'rejected'),
    cancelled: words('Canceled', 'cancelled', 'withdrawn'),
  },
  direction: {
    inbound: words('Inbound', 'incoming', 'in', 'received'),
    outbound: words('Outbound', 'outgoing', 'out', 'sent', 'made'),
  },
  outcome: {
    answered: words('Answered', 'connected', 'completed', 'spoke'),
    missed: words('Missed', 'no answer', 'abandoned', 'busy', 'unanswered'),
    voicemail: words('Voicemail', 'left voicemail', 'vm', 'left message'),
    'requested-text': words('Requested a text', 'text requested'),
  },
  gender: { female: words('Female', 'f', 'woman'), male: words('Male', 'm', 'man') },
  fee_type: {
    free: words('Free', 'none'),
    monthly: words('Monthly', 'flat', 'flat fee', 'subscription', 'per month'),
    'per-lead': words('Per lead', 'lead', 'cpl', 'pay per lead'),
    'per-lease': words('Per lease', 'lease', 'pay per lease', 'ppl', 'success fee'),
  },
}

function tourTypes(): Record<string, Words> {
  return {
    'in-person': words('In person', 'guided', 'in person tour', 'agent guided', 'onsite', 'guided tour'),
    'self-guided': words('Self-guided', 'self guided tour', 'self tour', 'sgt'),
    'live-video': words('Live video', 'virtual', 'video', 'virtual tour', 'live virtual', 'facetime', 'zoom'),
  }
}

const valueWords = (entity: EntityName, field: string) => VALUES[`${entity}.${field}`] ?? VALUES[field]

/** The name of a choice's value on screens. */
export function valueLabel(entity: EntityName, field: string, value: string): string {
  const known = valueWords(entity, field)
  if (known && Object.hasOwn(known, value)) return known[value]?.label ?? value
  const plain = value.replaceAll(/[-_]/g, ' ')
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** The words by which a choice's value is known, in lower case. */
export function valueNames(entity: EntityName, field: string, value: string): readonly string[] {
  const known = valueWords(entity, field)?.[value]
  return [value.replaceAll(/[-_]/g, ' '), ...(known ? [known.label.toLowerCase(), ...known.names] : [])]
}
