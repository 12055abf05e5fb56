import type { ageBuckets, callOutcomes, stages, tourTypes } from '../filters/enums'

/** The families of meanings and the closed list of each. */
interface MeaningFamilies {
  /** A step on the way to a lease. */
  stage: keyof typeof stages | 'lead' | 'prospect' | 'followup' | 'show'
  /** How a call, an appointment or a lease ended. */
  outcome:
    | keyof typeof callOutcomes
    | 'completed'
    | 'no-show'
    | 'cancelled-renter'
    | 'cancelled-manager'
    | 'unresolved'
    | 'renewed'
    | 'notice'
    | 'moved-out'
    | 'undecided'
  /** Calls, however they ended. */
  call: 'inbound' | 'off-hours'
  /** Conversations with the AI, however they ended, and those that led to an appointment. */
  conversation: 'all' | 'booked'
  /** Where a conversation with the AI took place. */
  channel: 'voice' | 'email' | 'chat' | 'sms'
  /** How well prospects are looked after. */
  care: 'green' | 'yellow' | 'red' | 'score'
  /** How long people wait for an answer, by minutes. */
  wait: 'within30' | 'within120' | 'over120' | 'never' | 'late'
  /** The state of a unit. */
  unit: 'occupied' | 'staying' | 'rented-vacant' | 'unrented-vacant' | 'rented-notice' | 'unrented-notice'
  /** Visits by whether an ID was scanned, and what the scan found. */
  scan: 'scanned' | 'valid' | 'invalid'
  gender: 'female' | 'male' | 'unknown'
  age: keyof typeof ageBuckets | 'unknown'
  tour: keyof typeof tourTypes
  /** How a source reached a prospect: alone, before other sources, or after one. */
  touch: 'single' | 'first' | 'later'
  /** Prospects who talked with the AI, and those who did not. */
  assistance: 'ai' | 'none'
  /** What became of a campaign's message. */
  message: 'sent' | 'opened'
}

export type MeaningFamily = keyof MeaningFamilies
export type MeaningMember<F extends MeaningFamily> = MeaningFamilies[F]

/** What a column stands for in the trade, whatever its name: `{ outcome: 'missed' }`, `{ stage: 'visit' }`. */
export type Meaning = { [F in MeaningFamily]: { readonly [K in F]: MeaningMember<F> } }[MeaningFamily]
