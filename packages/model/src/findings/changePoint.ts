import type { Steps } from '../steps'
import { type History, levelOf, sumSlices, unitVariance } from './amounts'
import { TRIMMED_CHI_SQUARE, trimmedMean } from './chance'
import type { WatchKind } from './watch'

/** A change point needs at least this many slices before it. */
export const MIN_SLICES_BEFORE = 8

/** Where a number changed: so many of the latest slices differ from all before. */
export interface ChangePoint {
  /** The slices since the change. */
  slices: number
  /** How many standard deviations apart both sides are; above 0 when the number rose. */
  deviations: number
  /** The latest and the earliest slice at which it may have changed, in 95 of 100 cases. */
  within: readonly [from: number, to: number]
}

/** Lengths of time, in slices, for which it is known how far numbers drift besides chance. */
export const DRIFT_LENGTHS = [1, 4, 13] as const

/** How much more than by chance alone numbers of one watch move from one period to the next, by the period’s length. */
export type Drift = readonly number[]

/** Chance alone. */
export const NO_DRIFT: Drift = DRIFT_LENGTHS.map(() => 1)

/**
 * The most likely change point of a number, in the direction that hurts; null where it has no history or never moved
 * that way.
 *
 * For each split the two sides are compared by the pooled score test and by the signed root of the likelihood ratio; the
 * smaller one counts, since each overstates another kind of small number. The largest of all splits is the change point
 * (Hinkley, Inference about the change-point in a sequence of binomial variables, Biometrika 57 (1970); Killick et al.,
 * Optimal detection of changepoints, JASA 107 (2012), for the scan).
 * @param exposure what each slice’s whole counts as, where a trend common to all is taken out; by default the whole
 */
export function findChangePoint(
  kind: WatchKind,
  history: History,
  hurts: 'up' | 'down',
  drift: Drift = NO_DRIFT,
  exposure: readonly number[] = history.whole,
): ChangePoint | null {
  const slices = history.part.length
  const all = sumSlices({ ...history, whole: exposure }, 0, slices)
  const variance = unitVariance(kind, all)
  if (!(variance > 0) || !(all.whole > 0)) return null
  const sign = hurts === 'up' ? 1 : -1
  let [part, whole] = [0, 0]
  const splits: { slices: number; deviations: number }[] = []
  let best = { slices: 0, deviations: 0 }
  for (let since = 1; since <= slices - MIN_SLICES_BEFORE; since++) {
    part += history.part[since - 1] ?? 0
    whole += exposure[since - 1] ?? 0
    const before = all.whole - whole
    if (!(whole > 0) || !(before > 0)) continue
    const spread = Math.sqrt(driftOver(drift, since))
    const score = (part - whole * levelOf(all)) / Math.sqrt((variance * whole * before) / all.whole) / spread
    // The ratio can only lower it, so a split that is out by the score needs no ratio.
    if (sign * score <= 0 || score ** 2 < best.deviations ** 2 - LIKELY_LOSS) continue
    const ratio = kind === 'mean' ? score : likelihoodRoot(kind, part, whole, all.part - part, before) / spread
    const split = { slices: since, deviations: Math.min(Math.abs(score), Math.abs(ratio)) }
    splits.push(split)
    if (split.deviations > best.deviations) best = split
  }
  if (best.slices === 0) return null
  const likely = splits.filter(({ deviations: one }) => best.deviations ** 2 - one ** 2 <= LIKELY_LOSS)
  const within = [likely[0]?.slices ?? best.slices, likely.at(-1)?.slices ?? best.slices] as const
  return { slices: best.slices, deviations: sign * best.deviations, within }
}

/** Twice the loss of log-likelihood that 95 of 100 true change points stay below. */
export const LIKELY_LOSS = 3.84

/** The root of twice the logarithm of the likelihood ratio of two levels against one. */
function likelihoodRoot(kind: WatchKind, part: number, whole: number, otherPart: number, otherWhole: number): number {
  const both = (part + otherPart) / (whole + otherWhole)
  const gain = gainOf(kind, part, whole, both) + gainOf(kind, otherPart, otherWhole, both)
  return Math.sqrt(Math.max(0, 2 * gain))
}

/** The logarithm of the likelihood of a side’s own level over that of the level of both. */
function gainOf(kind: WatchKind, part: number, whole: number, both: number): number {
  const expected = whole * both
  const hits = part > 0 && expected > 0 ? part * Math.log(part / expected) : 0
  if (kind !== 'share') return hits - (part - expected)
  const [rest, restExpected] = [whole - part, whole - expected]
  return hits + (rest > 0 && restExpected > 0 ? rest * Math.log(rest / restExpected) : 0)
}

/** The drift over a number of slices: that of the nearest known length above. */
export function driftOver(drift: Drift, slices: number): number {
  const at = DRIFT_LENGTHS.findIndex((length) => slices <= length)
  return Math.max(1, drift[at === -1 ? DRIFT_LENGTHS.length - 1 : at] ?? 1)
}

/**
 * How much more than chance numbers of one watch move: the squared differences of neighboring periods over what chance
 * alone lets expect, averaged over all subjects. The largest tenth is left out, because a real change is one large
 * difference. A step for each subject.
 * Source: the Pearson estimate of overdispersion, McCullagh and Nelder, Generalized Linear Models, 2nd ed., section 4.5.
 * @param isTrended whether a common trend was taken out; a season that was not moves even one week far from the others
 */
export function* driftOf(
  kind: WatchKind,
  histories: readonly { history: History; exposure: readonly number[] }[],
  isTrended: boolean,
): Steps<Drift> {
  let largest = 1
  const drift: number[] = []
  for (const length of DRIFT_LENGTHS) {
    const differences: number[] = []
    for (const { history, exposure } of histories) {
      yield
      differences.push(...differencesOf(kind, { ...history, whole: exposure }, length))
    }
    // Over longer periods numbers drift no less than over shorter ones; with few differences, that is all that is known.
    if (differences.length >= MIN_DIFFERENCES)
      largest = Math.max(largest, trimmedMean(differences) / TRIMMED_CHI_SQUARE)
    drift.push(largest)
  }
  return isTrended ? drift : drift.map(() => largest)
}

const MIN_DIFFERENCES = 12

function differencesOf(kind: WatchKind, history: History, length: number): number[] {
  // Of all weeks: by chance, two short ones may have no variance of their own.
  const each = unitVariance(kind, sumSlices(history, 0, history.part.length))
  const found: number[] = []
  for (let at = 0; at + 2 * length <= history.part.length; at += length) {
    const [one, other] = [sumSlices(history, at, at + length), sumSlices(history, at + length, at + 2 * length)]
    const variance = each * (1 / one.whole + 1 / other.whole)
    if (one.whole > 0 && other.whole > 0 && variance > 0) found.push((levelOf(one) - levelOf(other)) ** 2 / variance)
  }
  return found
}
