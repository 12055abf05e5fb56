import { countBand } from '../judgement/bands'
import { MIN_COUNT } from '../judgement/evidence'

/** How a goal is going at one property, or at several together. */
export interface GoalProgress {
  target: number
  /** What was counted from the month's first day through the last day with all records. */
  done: number
  /** The days that `done` covers; of several properties their average. */
  gone: number
  /** The days of the month after them. */
  left: number
}

/**
 * - `upcoming`: no day of the month is complete yet.
 * - `early`: the month has hardly begun, so nothing is said.
 * - `thin`: what was done and what is missing are both too few to say anything.
 * - `behind`, `ahead`: the days left would have to bring more, or less, than is usual after the days gone.
 * - `onPace`: at the pace so far the target is reached.
 * - `possible`: at the pace so far it is not, but as many as the days left must bring are usual.
 * - `reached`, `missed`: the target is done, or the month is over without it.
 */
export const goalStates = [
  'upcoming',
  'early',
  'thin',
  'behind',
  'possible',
  'onPace',
  'ahead',
  'reached',
  'missed',
] as const
export type GoalState = (typeof goalStates)[number]

/** A goal's progress with what it needs and does, and what that is worth. */
export interface GoalPace extends GoalProgress {
  state: GoalState
  /** How many a day are needed from now on; null when the month is over. */
  needsPerDay: number | null
  /** How many a day were done; null before the first complete day. */
  doesPerDay: number | null
  /** How many the month ends with at the pace so far; null before the first complete day. */
  expected: number | null
}

/** Before so many complete days nothing is said: every day of the week must have come once. */
export const EARLY_DAYS = 7

/**
 * Judges a goal. It is behind when the rest of the target is more than the days left usually bring after what the days
 * gone brought: two Poisson counts of one rate, more than two standard deviations apart (`countBand`). No day of the
 * week and no season weighs more than another.
 */
export function judgeGoal(progress: GoalProgress): GoalPace {
  const { target, done, gone, left } = progress
  const rest = Math.max(0, target - done)
  const doesPerDay = gone > 0 ? done / gone : null
  return {
    ...progress,
    state: stateOf(progress, rest),
    needsPerDay: left > 0 ? rest / left : null,
    doesPerDay,
    expected: doesPerDay === null ? null : Math.round(done + doesPerDay * left),
  }
}

function stateOf({ target, done, gone, left }: GoalProgress, rest: number): GoalState {
  if (gone > 0 && done >= target) return 'reached'
  if (left <= 0) return 'missed'
  if (gone <= 0) return 'upcoming'
  if (gone < EARLY_DAYS) return 'early'
  if (rest < MIN_COUNT && done < MIN_COUNT) return 'thin'
  const { low, high } = countBand(done, left / gone)
  if (rest > high) return 'behind'
  if (rest < low) return 'ahead'
  return rest <= (done * left) / gone ? 'onPace' : 'possible'
}

/** The progress of several properties together; their days are averages, as they may differ by time zone and history. */
export function addProgress(parts: readonly GoalProgress[]): GoalProgress | null {
  if (parts.length === 0) return null
  const sum = (key: keyof GoalProgress) => parts.reduce((all, part) => all + part[key], 0)
  return {
    target: sum('target'),
    done: sum('done'),
    gone: sum('gone') / parts.length,
    left: sum('left') / parts.length,
  }
}

/** From most to least behind its goal by now: what a straight line to the target would have, less what was done. */
export function shortfall({ target, done, gone, left }: GoalProgress): number {
  return gone + left === 0 ? 0 : (target * gone) / (gone + left) - done
}
