import type { ageBuckets, callOutcomes, stages, tourTypes } from '../filters/enums'

/** The families of meanings and the fixed list of each. */
interface MeaningFamilies {
  /** A step toward a lease. */
  stage: keyof typeof stages | 'lead' | 'prospect' | 'followup' | 'show'
  /** How far a prospect came before leaving. */
  reached: 'waiting' | 'appointment' | 'visit' | 'application' | 'lease'
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
  /** Calls, whatever their outcome. */
  call: 'inbound' | 'off-hours'
  /** Conversations with the AI, whatever their outcome, and those that led to an appointment. */
  conversation: 'all' | 'booked'
  /** Where a conversation with the AI took place. */
  channel: 'voice' | 'email' | 'chat' | 'sms'
  /** How well prospects are followed up. */
  care: 'green' | 'yellow' | 'red' | 'score'
  /** How long prospects wait for a response, by minutes. */
  wait: 'within30' | 'within120' | 'over120' | 'never' | 'late'
  /** The status of a unit. */
  unit: 'occupied' | 'staying' | 'rented-vacant' | 'unrented-vacant' | 'rented-notice' | 'unrented-notice'
  /** Visits by ID scan and its result. */
  scan: 'scanned' | 'valid' | 'invalid'
  gender: 'female' | 'male' | 'unknown'
  age: keyof typeof ageBuckets | 'unknown'
  tour: keyof typeof tourTypes
  /** How a source reached a prospect: alone, before other sources, or after one. */
  touch: 'single' | 'first' | 'later'
  /** Prospects who had an AI conversation, and those who didn't. */
  assistance: 'ai' | 'none'
  /** What happened to a campaign's message. */
  message: 'sent' | 'opened'
}

export type MeaningFamily = keyof MeaningFamilies
export type MeaningMember<F extends MeaningFamily> = MeaningFamilies[F]

/**
 * The meaning of a column in the leasing business, whatever its name: `{ outcome: 'missed' }`, `{ stage: 'visit' }`.
 */
export type Meaning = { [F in MeaningFamily]: { readonly [K in F]: MeaningMember<F> } }[MeaningFamily]
