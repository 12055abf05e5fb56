import { formatCell } from '../format/values'
import type { GoalPace } from '../goals/pace'
import { behindText, paceText } from '../goals/words'
import { type Evidence, MIN_CASES, MIN_COUNT } from '../judgement/evidence'
import { isTelling, type JudgementState } from '../judgement/judge'
import type { Column } from '../report/columns'

/** When a watched number is told: it crosses a threshold, changes by more than is usual, or falls behind its goal. */
export type NumberCondition =
  | { condition: 'above' | 'below'; threshold: number }
  | { condition: 'unusual' }
  | { condition: 'behind' }

/** A watched number on a day. */
export interface NumberReading {
  /** In the column's own unit; null without a number. */
  value: number | null
  text: string
  /** The number of the prior period as text; null without one. */
  priorText: string | null
  /** What the change from the prior period is worth; null on a report without a prior period. */
  state: JudgementState | null
  direction: 'up' | 'down' | 'flat'
  /** `usual 42 – 86`, where it is known. */
  usual: string
  evidence: Evidence | null
  /** The pace of its goal in the current month; null without one, and where the condition is about no goal. */
  goal: GoalPace | null
}

/** Whether a number meets a condition; null where it can't be said: no number, or too little behind it. */
export function watchVerdict(condition: NumberCondition, reading: NumberReading): 'met' | 'clear' | null {
  if (condition.condition === 'behind') return behindVerdict(reading)
  const { value, state } = reading
  if (value === null || state === 'settling' || state === 'incomparable') return null
  if (state === 'thin' && !isNone(condition, reading)) return null
  if (condition.condition === 'unusual') return state === null ? null : isTelling({ state }) ? 'met' : 'clear'
  if (state === null && isThinAlone(reading.evidence, condition.threshold)) return null
  const { threshold } = condition
  return (condition.condition === 'above' ? value > threshold : value < threshold) ? 'met' : 'clear'
}

/** A month that begins is not behind, so that each month can be told once; too few say nothing. */
function behindVerdict({ goal }: NumberReading): 'met' | 'clear' | null {
  if (goal === null || goal.state === 'thin') return null
  return goal.state === 'behind' ? 'met' : 'clear'
}

/** Whether there are no records at all where a threshold expects ten or more: nothing about that is by chance. */
const isNone = (condition: NumberCondition, { evidence }: NumberReading): boolean =>
  condition.condition !== 'unusual' &&
  condition.condition !== 'behind' &&
  evidence?.kind === 'count' &&
  evidence.events === 0 &&
  condition.threshold >= MIN_COUNT

/** Without a prior period, the threshold is what a count is compared with. */
function isThinAlone(evidence: Evidence | null, threshold: number): boolean {
  switch (evidence?.kind) {
    case 'count':
      return evidence.events < MIN_COUNT && threshold < MIN_COUNT
    case 'rate':
      return evidence.whole < MIN_CASES
    case 'ratio':
      return Math.min(...evidence.counts) < MIN_COUNT
    case 'estimate':
      return evidence.count < MIN_COUNT
    default:
      return false
  }
}

/**
 * Whether a number crosses into its condition: it did not meet it when it was last known, and now it does. The first
 * reading crosses nothing, and one that can't be judged leaves what was known before.
 */
export const crosses = (before: 'met' | 'clear' | null, now: 'met' | 'clear' | null): boolean =>
  before === 'clear' && now === 'met'

/** `above 10`, `below 42.0%`, `unusual` */
export const conditionText = (condition: NumberCondition, format: Column['format']): string =>
  condition.condition === 'behind'
    ? 'behind its goal'
    : condition.condition === 'unusual'
      ? 'unusual'
      : `${condition.condition} ${formatCell(condition.threshold, format)}`

/** What a reading that meets its condition is told with: `Leads at Willow Creek: 7, below 10`. */
export function crossingText(
  subject: string,
  condition: NumberCondition,
  reading: NumberReading,
  format: Column['format'],
): string {
  const { text, state, direction } = reading
  if (condition.condition === 'behind') return `${subject}: ${reading.goal ? behindText(reading.goal) : text}`
  if (condition.condition !== 'unusual') return `${subject}: ${text}, ${conditionText(condition, format)}`
  if (state === 'gone') return `${subject} stopped: none`
  if (state === 'new') return `${subject}: ${text}, none before`
  return `${subject}: ${text}, unusually ${direction === 'down' ? 'low' : 'high'}`
}

/** What a reading says of its goal, as a sentence. */
export function goalText({ goal }: NumberReading): string {
  if (goal === null) return 'There is no goal for this month.'
  if (goal.state === 'upcoming' || goal.state === 'early') return `${paceText(goal)}. The month has hardly begun.`
  return goal.state === 'thin' ? `${paceText(goal)}. There are too few cases to say more.` : `${paceText(goal)}.`
}

/** Why nothing can be said of a number, for its owner. */
export function unknownText({ value, state }: NumberReading): string {
  if (value === null) return 'There is no number for this period.'
  switch (state) {
    case 'settling':
      return 'The numbers of this period are still coming in.'
    case 'incomparable':
      return 'The period before has nothing to compare it with.'
    default:
      return 'There are too few cases to say anything.'
  }
}
