import type { Day } from '../time/dates'
import type { WordedFinding } from './words'

/** `snoozed`: hidden from one user for some days. `dismissed`: no problem, for everyone, until undone. */
export const findingRuleKinds = ['snoozed', 'dismissed'] as const
export type FindingRuleKind = (typeof findingRuleKinds)[number]

/** A finding that is not shown, and why. */
export interface HiddenFinding {
  key: string
  kind: FindingRuleKind
  /** What it says, or where it is over, what it was about. */
  sentence: string
  /** The end of a snooze. */
  until: string | null
  /** Who said that it is no problem. */
  by: string | null
}

/** What hurts, the heaviest first. */
export interface FindingsAnswer {
  findings: WordedFinding[]
  hidden: HiddenFinding[]
  /** How many numbers were looked at. */
  lookedAt: number
  /** The last day that they know; null before any import. */
  end: Day | null
  computedAt: string
}

/** What the navigation shows of a finding that is not hidden. */
export interface WaitingFinding {
  key: string
  /** The report that shows it. */
  report: string
  /** Null where it is about the company or a source. */
  propertyId: number | null
}
