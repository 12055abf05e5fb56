import { type Amount, levelOf, unitVariance } from './amounts'
import { medianLeavingOut, normalOfT } from './chance'
import type { WatchKind } from './watch'

/** Deviations from the other subjects, in standard deviations of a new one; null where it can’t be compared. */
export type PeerDeviation = number | null

/**
 * What is assumed of the differences between offices of one company before any is known: in two of three the odds of a
 * case, or the number per case, are within a factor of 1.5 of the middle one. It counts as much as eleven offices’ numbers.
 */
const ASSUMED_SPREAD = 0.4
const ASSUMED_OFFICES = 10

/** From so many subjects on, the spread between them is taken from the middle of them, so that no outlier hides another. */
const ROBUST_FROM = 8

/**
 * How far each number is from those of the others, as a draw from offices that differ by nature.
 *
 * Shares are compared by their log odds, everything else by its logarithm, each with its sampling error. Between offices
 * they vary by a variance estimated from them all and moderated towards an assumed one, so that three offices can be
 * compared too; the deviation then follows Student’s t.
 * Sources: DerSimonian and Laird, Meta-analysis in clinical trials, Controlled Clinical Trials 7 (1986), for the two
 * variances; Smyth, Linear models and empirical Bayes methods, SAGMB 3 (2004), for the moderation; Spiegelhalter, Funnel
 * plots for comparing institutional performance, Statistics in Medicine 24 (2005), for their use.
 * @param drift how much more than chance numbers move in the period
 */
export function comparePeers(kind: WatchKind, cells: readonly Amount[], drift: number): PeerDeviation[] {
  const points = cells.map((cell) => pointOf(kind, cell, drift))
  const known = points.filter((point) => point !== null)
  if (known.length < 3) return cells.map(() => null)
  const centerWithout = medianLeavingOut(known.map(({ at }) => at))
  const spreadWithout = spreadsBetween(known)
  const others = known.length - 1
  return points.map((point) => {
    if (!point) return null
    const center = centerWithout(point.at)
    const between = spreadWithout(point, center)
    const error = Math.sqrt(point.variance + between * (1 + 1 / others))
    return normalOfT((point.at - center) / error, ASSUMED_OFFICES + others - 1)
  })
}

interface Point {
  at: number
  variance: number
}

function pointOf(kind: WatchKind, cell: Amount, drift: number): Point | null {
  const { part, whole } = cell
  if (kind === 'count' || !(whole > 0)) return null
  if (kind === 'share') {
    const rest = Math.max(0, whole - part)
    return { at: Math.log((part + 0.5) / (rest + 0.5)), variance: drift * (1 / (part + 0.5) + 1 / (rest + 0.5)) }
  }
  if (kind === 'per') return { at: Math.log((part + 0.5) / whole), variance: drift / (part + 0.5) }
  const level = levelOf(cell)
  return level > 0 ? { at: Math.log(level), variance: (drift * unitVariance(kind, cell)) / (whole * level ** 2) } : null
}

/**
 * The variance between all offices but one around their center, without that of sampling, moderated towards the assumed
 * one. Whichever office is left out, the center of the others is one of three numbers, so that distances are sorted
 * three times and not for each office.
 */
function spreadsBetween(points: readonly Point[]): (leftOut: Point, center: number) => number {
  const others = points.length - 1
  const samplingWithout = medianLeavingOut(points.map(({ variance }) => variance))
  const distances = new Map<number, (leftOut: number) => number>()
  const totalWithout = (leftOut: Point, center: number): number => {
    if (others < ROBUST_FROM) {
      const squares = points.map((point) => (point === leftOut ? 0 : (point.at - center) ** 2))
      return squares.reduce((sum, square) => sum + square, 0) / Math.max(1, others - 1)
    }
    const distanceOf = ({ at }: Point) => Math.abs(at - center)
    const around = distances.get(center) ?? medianLeavingOut(points.map(distanceOf))
    distances.set(center, around)
    return (MAD_TO_DEVIATION * around(distanceOf(leftOut))) ** 2
  }
  return (leftOut, center) => {
    const own = Math.max(0, totalWithout(leftOut, center) - samplingWithout(leftOut.variance))
    const degrees = others - 1
    return (ASSUMED_OFFICES * ASSUMED_SPREAD ** 2 + degrees * own) / (ASSUMED_OFFICES + degrees)
  }
}

/** The standard deviation of normal numbers over their median absolute deviation. */
const MAD_TO_DEVIATION = 1.4826
