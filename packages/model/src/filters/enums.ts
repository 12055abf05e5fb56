import type { ValueOf } from '@leaselight/contract'

/**
 * The fixed lists of values, each value with its label. Where the specification gives a label (§3), it is that label to
 * the letter. Adding or removing a value in the data contract is a compile error here.
 */
export const callerTypes = {
  'prospect-first-call': 'First Call',
  'prospect-return-call': 'Return Call',
  resident: 'Resident',
  other: 'Other',
} as const satisfies Record<ValueOf<'calls', 'caller_type'>, string>
export type CallerType = keyof typeof callerTypes

/** The specification's names for sets of callers (§3), each with its caller types; an empty list means all. */
export const callerTypeChoices: Readonly<
  Record<'ALL' | 'FIRST_TIME' | 'RETURN_CALL' | 'FIRST_AND_RETURN_CALL' | 'RESIDENT', CallerType[]>
> = {
  ALL: [],
  FIRST_TIME: ['prospect-first-call'],
  RETURN_CALL: ['prospect-return-call'],
  FIRST_AND_RETURN_CALL: ['prospect-first-call', 'prospect-return-call'],
  RESIDENT: ['resident'],
}

export const callOutcomes = {
  answered: 'Answered',
  missed: 'Missed',
  voicemail: 'Voicemail',
  'requested-text': 'Requested text',
} as const satisfies Record<ValueOf<'calls', 'outcome'>, string>

/** The columns of Calls by the names of the specification's call metrics map (§3). */
export const callMetrics = {
  totalCalls: 'TOTAL_CALLS',
  answered: 'ANSWERED',
  missed: 'MISSED',
  voicemail: 'VOICEMAIL',
  requestedText: 'REQUESTED_TEXT',
  offHoursCalls: 'OFF_HOURS',
} as const

/** First-contact channels with the specification's labels (§3). */
export const contactChannels = {
  sms: 'SMS',
  call: 'Call',
  email: 'Email',
  'walk-in': 'Walk-in',
  chat: 'Knockbot',
  'knock-schedule': 'Scheduling',
  internet: 'Internet',
  facebook: 'Facebook',
  form: 'Forms',
} as const satisfies Record<ValueOf<'prospects', 'first_contact_channel'>, string>

export const insertMethods = {
  call: 'Call',
  email: 'Email',
  sms: 'SMS',
  chat: 'Chat',
  'walk-in': 'Walk-in',
  'web-form': 'Web form',
  scheduling: 'Scheduling',
  facebook: 'Facebook',
  manual: 'Entered by hand',
  import: 'Imported',
} as const satisfies Record<ValueOf<'prospects', 'insert_method'>, string>

export const callIntents = {
  tour: 'Tour',
  price: 'Price',
  availability: 'Availability',
  application: 'Application',
  maintenance: 'Maintenance',
  payment: 'Payment',
  other: 'Other',
} as const satisfies Record<ValueOf<'calls', 'intents'>, string>

export const tourTypes = {
  'in-person': 'In person',
  'self-guided': 'Self-guided',
  'live-video': 'Live video',
} as const satisfies Record<ValueOf<'appointments', 'tour_type'>, string>

export const bookers = { agent: 'Agent', prospect: 'Prospect', ai: 'AI' } as const satisfies Record<
  ValueOf<'appointments', 'booked_by'>,
  string
>

/** Age in years at a visit; under 18 or unknown has no bracket. */
export const ageBuckets = {
  '18-24': '18 – 24',
  '25-34': '25 – 34',
  '35-44': '35 – 44',
  '45-54': '45 – 54',
  '55-64': '55 – 64',
  '65+': '65 and over',
} as const

/** How far a prospect got, furthest first. */
export const stages = {
  lease: 'Leased',
  application: 'Applied',
  visit: 'Visited',
  appointment: 'Booked',
  waiting: 'Waiting',
} as const

/** Drip trigger types (§3), labeled by the message they send. */
export const triggerTypes = {
  CANCELLED_MANAGER: 'Cancelled by the office',
  CANCELLED_RENTER: 'Cancelled by the renter',
  CONFIGURABLE_STALE: 'Stale prospect, custom delay',
  NO_SHOW: 'Did not show up',
  POST_APPOINTMENT_MESSAGE: 'After the appointment',
  STALE_PROSPECT: 'Stale prospect',
} as const satisfies Record<ValueOf<'campaigns', 'trigger_type'>, string>

export const liveStatuses = { all: 'All', live: 'Live', archived: 'Archived' } as const

/** Calls with or without an appointment. */
export const scheduledOptions = { ALL: 'All', SCHEDULED: 'Scheduled', NOT_SCHEDULED: 'Not scheduled' } as const

/** Sources by whether they cost money. */
export const sourceByViewOptions = { ALL: 'All', PAID: 'Paid', NON_PAID: 'Not paid' } as const

export const weekdays = {
  1: 'Monday',
  2: 'Tuesday',
  3: 'Wednesday',
  4: 'Thursday',
  5: 'Friday',
  6: 'Saturday',
  7: 'Sunday',
} as const

/** An hour of the day: 0 is `12 AM`, 13 is `1 PM`. */
export function hourLabel(hour: number): string {
  return `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`
}

export const viewAsOptions = { COUNT: 'Count', PERCENTAGE: 'Percentage' } as const
export type ViewAs = keyof typeof viewAsOptions

export const viewByLabels = {
  all: 'Leases and visits',
  'lease-conversion': 'Lease conversion',
  'visit-conversion': 'Visit conversion',
} as const

/** The label of a unit by its bedrooms: 0 is a studio. */
export function bedroomsLabel(bedrooms: number): string {
  if (bedrooms === 0) return 'Studio'
  return bedrooms === 1 ? '1 bedroom' : `${bedrooms} bedrooms`
}
