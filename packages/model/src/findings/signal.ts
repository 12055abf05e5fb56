import type { Evidence } from '../judgement/evidence'
import { addTo, DAYS_IN_WEEK, type Day } from '../time/dates'
import { type Amount, type History, levelOf, sumSlices, unitVariance } from './amounts'
import { dollarsPerCase, type Watch, type WatchKind, type WatchLevel } from './watch'

/** Histories are read in slices of a week, so that each holds every weekday once. */
export const SLICE_DAYS = DAYS_IN_WEEK

/** The longest period that a finding's numbers are shown for, in slices: 91 days. */
export const LONGEST_SLICES = 13

/** From so many subjects on, what all of them have in common is the season’s. */
export const MIN_SUBJECTS_FOR_TREND = 6

/** The history of one watched number of one subject. */
export interface WatchSeries {
  report: string
  watch: Watch
  kind: WatchKind
  /** The direction that hurts, of the part over the whole. */
  hurts: Watch['hurts']
  level: WatchLevel
  /** The ids or names of the subject, outermost first: none for the company; property; property and agent or hour; source. */
  keys: readonly (string | number)[]
  history: History
}

/** Why a number is a signal: it changed, or it is unlike that of the other properties. */
export const signalBases = ['change', 'peers'] as const
export type SignalBasis = (typeof signalBases)[number]

/** One watched number that is as it should not be, beyond chance. */
export interface Signal {
  series: WatchSeries
  basis: SignalBasis
  /** The number over the days shown. */
  slices: number
  now: Amount
  /** The number it is compared with: before the change, or at the other properties. */
  reference: Amount
  /** The first day after the change; null where it was always so. */
  since: Day | null
  /** The earliest and the latest day that it may have been. */
  between: { start: Day; end: Day } | null
  deviations: number
  /** The adjusted probability that chance alone made it. */
  chance: number
  /** How many bad cases it brings each month; the part of them that is certain. */
  monthly: number
  certain: number
}

/** A signal with its own probability by chance, before all others that were looked at count. */
export interface Tested extends Omit<Signal, 'chance'> {
  p: number
}

/** A number that was looked at, and what it is when it hurts. */
export interface Test {
  series: WatchSeries
  found: Tested | null
}

/** The first day of the latest slices. */
export const firstDay = (end: Day, slices: number): Day => addTo(end, 1 - slices * SLICE_DAYS)

/** Both sides as the judgement compares them; a number per exposure is a count whose exposure differs. */
export function comparisonOf(kind: WatchKind, now: Amount, reference: Amount) {
  const evidence = (cell: Amount): Evidence => {
    if (kind === 'share' || kind === 'stock')
      return { kind: 'rate', value: levelOf(cell), part: cell.part, whole: cell.whole }
    if (kind !== 'mean') return { kind: 'count', value: cell.part, events: cell.part }
    const error = Math.sqrt(unitVariance(kind, cell) / Math.max(1, cell.whole))
    return { kind: 'estimate', value: levelOf(cell), count: cell.whole, below: error, above: error }
  }
  const isCounted = kind === 'count' || kind === 'per'
  return {
    current: evidence(now),
    prior: evidence(reference),
    ...(isCounted && { exposure: reference.whole > 0 ? now.whole / reference.whole : 1 }),
  }
}

const SLICES_IN_MONTH = 365.25 / 12 / SLICE_DAYS

/** Bad cases a month beyond the reference; of a mean, records that took longer. */
export function monthlyCases(
  kind: WatchKind,
  sign: number,
  now: Amount,
  reference: Amount,
  slices: number,
  deviations: number,
): Pick<Signal, 'monthly' | 'certain'> {
  const usual = levelOf(reference)
  const excess =
    kind === 'mean'
      ? now.whole * Math.min(1, Math.max(0, sign * (levelOf(now) / Math.max(usual, Number.MIN_VALUE) - 1)))
      : sign * (now.part - now.whole * usual)
  // A home that is empty is empty all month.
  const monthly = Math.max(0, kind === 'stock' ? excess : (excess / slices) * SLICES_IN_MONTH)
  return { monthly, certain: monthly * Math.max(0, 1 - 1 / Math.abs(deviations)) }
}

/**
 * What all cases of a watched number are worth in dollars each month: the most that a change for the worse can cost. Null
 * for the company, whose season no others tell.
 */
export function stakeOf({ watch, kind, level, hurts, history }: WatchSeries): number | null {
  if (level === 'company') return null
  // Of a stock, as many homes as are amiss on a day.
  if (kind === 'stock') {
    const [part, whole] = [history.part[0] ?? 0, history.whole[0] ?? 0]
    return (hurts === 'up' ? part : whole - part) * dollarsPerCase(watch)
  }
  const { part, whole } = sumSlices(history, 0, history.part.length)
  const cases = kind === 'share' || kind === 'mean' ? whole : part
  return (cases / Math.max(1, history.part.length)) * SLICES_IN_MONTH * dollarsPerCase(watch)
}
