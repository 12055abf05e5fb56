import type { Column } from '../report/columns'
import { changeBetween } from '../report/numbers'
import {
  type Band,
  countBand,
  differenceBand,
  estimateBand,
  isInBand,
  joinBands,
  rateBand,
  ratioBand,
  USUAL_DEVIATIONS,
  wholeNumbers,
  widenBand,
} from './bands'
import { type Evidence, hasFewCases } from './evidence'

/**
 * What a comparison with the prior period is worth.
 * - `incomparable`: the prior period has no data for it, or counts something else.
 * - `thin`: too few cases to say anything.
 * - `usual`: chance alone moves it as far.
 * - `signal`: it changed.
 * - `new`, `gone`: from none, or to none.
 * - `settling`: what it counts is still happening.
 */
export const judgementStates = ['incomparable', 'thin', 'usual', 'signal', 'new', 'gone', 'settling'] as const
export type JudgementState = (typeof judgementStates)[number]

/** The states that may color, title or rank. */
export type TellingState = 'signal' | 'new' | 'gone'

export type Tone = 'good' | 'bad' | 'neutral'

/** Why a comparison can't be made, whatever the numbers. */
export interface Obstacle {
  state: 'incomparable' | 'settling'
  /** `no data before May 21, 2025` */
  words: string
}

export interface Comparison {
  current: Evidence | null
  prior: Evidence | null
  /** The days of the current period over those of the prior one; 1 for numbers that don't grow with days. */
  exposure?: number
  obstacle?: Obstacle | null
  /** How far the number moves besides chance from one period to the next, as a share of itself. */
  drift?: number
  /** How much higher it is in the current period than in the prior one by its season; null where that isn't known. */
  season?: number | null
  /** How many standard deviations are still usual; more for the most extreme of many. */
  deviations?: number
}

/** The decision about one number, without words. */
export interface Decision {
  state: JudgementState
  /** What would have been usual, null where that isn't known. */
  band: Band | null
  /** How many standard deviations the number is from the expected one; 0 where nothing can be said. */
  deviations: number
}

/** Whether a decision may color, title, or rank. */
export const isTelling = <Judged extends { state: JudgementState }>(
  judged: Judged,
): judged is Judged & { state: TellingState } => ['signal', 'new', 'gone'].includes(judged.state)

/** Whether a decision only says why nothing is compared. */
export const isUncompared = ({ state }: { state: JudgementState }): boolean =>
  state === 'incomparable' || state === 'settling'

const nothing = (state: JudgementState): Decision => ({ state, band: null, deviations: 0 })

/**
 * Judges a number against the prior period. Counts are compared as Poisson counts, rates as binomial ones, times by
 * their order statistics; see `bands.ts` for formulas and sources. Where it is known how a number moves by itself, it is
 * also usual as far as it drifts, and between what the prior period and the season let expect.
 */
export function judge(comparison: Comparison): Decision {
  const { current, prior, exposure = 1, obstacle, drift = 0, season = null } = comparison
  const { deviations = USUAL_DEVIATIONS } = comparison
  if (obstacle) return nothing(obstacle.state)
  if (!current || !prior) return nothing('incomparable')
  if (current.kind !== prior.kind) return judge({ ...comparison, ...alike(current, prior) })
  if (isThin(current, prior)) return nothing('thin')
  if (isPlainCount(current) && prior.value === 0)
    return { ...nothing('new'), deviations: Math.sqrt(current.value / exposure) }
  const usual = (times: number) => {
    const before = scaled(prior, times)
    const chance = bandOf(current, before, isPlainCount(prior) ? exposure * times : exposure, deviations)
    if (!chance || !isMoving(prior) || drift === 0) return chance
    const band = widenBand(chance, exposure * times * prior.value, deviations * drift)
    if (current.kind === 'count') return wholeNumbers(band)
    return current.kind === 'rate' ? { ...band, high: Math.min(1, band.high) } : band
  }
  const chance = usual(1)
  if (!chance) return nothing('usual')
  const band = season === null || !isMoving(prior) ? chance : joinBands(chance, usual(season))
  // Of a part of a period, none may be usual.
  if (isPlainCount(prior) && current.value === 0 && !isInBand(0, band))
    return { state: 'gone', band, deviations: -Math.sqrt(prior.value * exposure) }
  return {
    state: isInBand(current.value, band) ? 'usual' : 'signal',
    band,
    deviations:
      drift === 0 && season === null
        ? deviationsOf(current, prior, exposure, chance, deviations)
        : inHalfBands(current.value - exposure * prior.value, exposure * prior.value, band, deviations),
  }
}

/** A number as the season would have it. Of counts, the exposure is scaled instead, because they are counted. */
function scaled(one: Evidence, times: number): Evidence {
  if (times === 1 || one.kind === 'count') return one
  if (one.kind !== 'rate') return { ...one, value: one.value * times }
  const part = Math.min(one.whole, one.part * times)
  return { ...one, part, value: part / one.whole }
}

/** Whether a number moves in proportion to itself; a difference may be 0 and move all the same. */
const isMoving = (one: Evidence): boolean => one.kind !== 'count' || isPlainCount(one)

/** A count or a sum of counts, not a difference: what it counts is all there is. */
const isPlainCount = (one: Evidence): boolean => one.kind === 'count' && one.value === one.events

/** Both as one kind: as ratios where both can be, otherwise as numbers of which nothing else is known. */
function alike(current: Evidence, prior: Evidence): { current: Evidence; prior: Evidence } {
  const ratios = { current: asRatio(current), prior: asRatio(prior) }
  if (ratios.current.kind === ratios.prior.kind) return ratios
  return { current: unknown(current), prior: unknown(prior) }
}

const unknown = ({ value }: Evidence): Evidence => ({ kind: 'unknown', value })

/** A share of cases as a ratio: one that is more than all of them in one period is a ratio in both. */
function asRatio(one: Evidence): Evidence {
  if (one.kind === 'rate') return { kind: 'ratio', value: one.value, counts: [one.part, one.whole] }
  return one.kind === 'ratio' ? one : unknown(one)
}

/** Few records of one period beside many of the other are news; a rate, a time, or a ratio needs enough in both. */
function isThin(current: Evidence, prior: Evidence): boolean {
  if (current.kind === 'count') return hasFewCases(current) && hasFewCases(prior)
  return hasFewCases(current) || hasFewCases(prior)
}

/** The band around the number expected after the prior one; null where nothing is known of its spread. */
function bandOf(current: Evidence, prior: Evidence, exposure: number, deviations: number): Band | null {
  if (current.kind === 'count' && prior.kind === 'count') {
    return isPlainCount(current) && isPlainCount(prior)
      ? countBand(prior.value, exposure, deviations)
      : differenceBand(prior.value, current.events + prior.events, exposure, deviations)
  }
  if (current.kind === 'rate' && prior.kind === 'rate') return rateBand(prior, current.whole, deviations)
  if (current.kind === 'ratio' && prior.kind === 'ratio')
    return ratioBand(prior.value, [...current.counts, ...prior.counts], deviations)
  if (current.kind === 'estimate' && prior.kind === 'estimate')
    return estimateBand(prior, current, exposure, deviations)
  return null
}

/** Exact for counts; otherwise the distance in units of half a band, which is `width` deviations wide. */
function deviationsOf(current: Evidence, prior: Evidence, exposure: number, band: Band, width: number): number {
  const expected = exposure * prior.value
  const change = current.value - expected
  if (change === 0) return 0
  if (current.kind === 'count' && prior.kind === 'count')
    return change / Math.sqrt(exposure * (current.events + prior.events))
  return inHalfBands(change, expected, band, width)
}

/** A distance in units of half a band, which is `width` deviations wide. */
function inHalfBands(change: number, expected: number, band: Band, width: number): number {
  if (change === 0) return 0
  const reach = change > 0 ? band.high - expected : expected - band.low
  return reach > 0 ? (width * change) / reach : Math.sign(change) * width
}

/** Whether a change is good, bad or neither: only a judged one is either. */
export function toneOf(
  column: Pick<Column, 'better'>,
  state: JudgementState,
  current: number | null | undefined,
  prior: number | null | undefined,
): Tone {
  if (!isTelling({ state }) || !column.better || typeof current !== 'number' || typeof prior !== 'number')
    return 'neutral'
  if (current === prior) return 'neutral'
  return current > prior === (column.better === 'higher') ? 'good' : 'bad'
}

/** Larger changes are told by their two numbers: `17, was 1`. */
export const MAX_TOLD_CHANGE = 3

/** The change that may be written as a percentage: relative, or in points; null for none, or one too large. */
export function toldChange(
  column: Pick<Column, 'format'>,
  current: number | null | undefined,
  prior: number | null | undefined,
): number | null {
  const change = changeBetween(column, current, prior)
  return change !== null && Math.abs(change) > MAX_TOLD_CHANGE ? null : change
}
