import { isTelling, judge } from '../judgement/judge'
import type { Day } from '../time/dates'
import { type Amount, levelOf } from './amounts'
import { normalOfT, TRIMMED_CHI_SQUARE, tailOf, trimmedMean } from './chance'
import { LIKELY_LOSS } from './changePoint'
import { comparisonOf, firstDay, MIN_SUBJECTS_FOR_TREND, monthlyCases, type Test, type WatchSeries } from './signal'

/** Over so many slices a stock is compared with what it was. */
const LENGTHS = [1, 2, 4, 8, 13] as const

/** Past moves of all properties count for one property as much as so many of its own. */
const COMMON_MOVES = 10

/**
 * Looks for stocks (homes that are leased or on notice on a day) that moved further than they usually do. A home that is
 * leased today was leased yesterday, so that levels say nothing about chance; moves from one day to a later one do.
 *
 * A move over some weeks, in shares times the root of the homes, is compared with earlier moves over as many weeks: the
 * property's own, and those of all properties for the same watch. What all others have in common is taken out. With an
 * estimated variance it follows Student's t. The largest of five lengths counts, and its probability five times
 * (Bonferroni).
 * Sources: random walks with an estimated step, as in Hamilton, Time Series Analysis (1994), 15.3; Smyth, SAGMB 3 (2004),
 * for the moderated variance.
 */
export function stockTests(group: readonly WatchSeries[], end: Day): Test[] {
  const moves = LENGTHS.map((length) => ({ length, moves: movesOver(group, length) }))
  return group.flatMap((series, at): Test[] => {
    const found = moves.flatMap(({ length, moves: all }) => {
      const own = all[at] ?? []
      const [latest, ...earlier] = own
      const others = all.filter((_, other) => other !== at).flatMap((list) => list.slice(1))
      if (latest === undefined || earlier.length === 0) return []
      const { variance, degrees } = usualMove(earlier, others, homesOf(series))
      return variance > 0 ? [{ length, deviations: normalOfT(latest / Math.sqrt(variance), degrees) }] : []
    })
    return found.length > 0 ? [{ series, found: movedSignal(series, found, end) }] : []
  })
}

/** How far a stock usually moves: the mean square of its earlier moves, moderated towards that of the others. */
function usualMove(own: readonly number[], others: readonly number[], homes: number) {
  const square = (list: readonly number[]) => list.map((move) => move ** 2)
  const mean = square(own).reduce((sum, one) => sum + one, 0) / own.length
  const common = others.length > 0 ? trimmedMean(square(others)) / TRIMMED_CHI_SQUARE : mean
  const weight = others.length > 0 ? COMMON_MOVES : 0
  const variance = (weight * common + own.length * mean) / (weight + own.length)
  // One home more or less says nothing, however still it was before.
  return { variance: Math.max(variance, 1 / Math.max(1, homes)), degrees: weight + own.length }
}

/** The moves of each stock over some slices, the latest first, without what all the others have in common. */
function movesOver(group: readonly WatchSeries[], length: number): number[][] {
  const raw = group.map(({ history: { part, whole } }) => {
    const shares = part.map((value, at) => levelOf({ part: value, whole: whole[at] ?? 0 }))
    const count = Math.max(0, Math.floor((shares.length - 1) / length))
    return Array.from({ length: count }, (_, at) => (shares[at * length] ?? 0) - (shares[(at + 1) * length] ?? 0))
  })
  return raw.map((moves, at) =>
    moves.map((move, time) => (move - commonMove(raw, at, time)) * Math.sqrt(homesOf(group[at]))),
  )
}

function commonMove(moves: readonly (readonly number[])[], own: number, time: number): number {
  const others = moves.filter((_, at) => at !== own).flatMap((list) => list[time] ?? [])
  if (others.length < MIN_SUBJECTS_FOR_TREND - 1) return 0
  return others.reduce((sum, move) => sum + move, 0) / others.length
}

const homesOf = (series: WatchSeries | undefined): number => series?.history.whole[0] ?? 0

/** The signal of a stock that moved the way that hurts; null for any other. */
function movedSignal(
  series: WatchSeries,
  found: readonly { length: number; deviations: number }[],
  end: Day,
): Test['found'] {
  const sign = series.hurts === 'up' ? 1 : -1
  const [best] = found.toSorted((a, b) => sign * (b.deviations - a.deviations))
  if (!best || sign * best.deviations <= 0) return null
  const [now, reference] = [levelAt(series, 0), levelAt(series, best.length)]
  if (!isTelling(judge(comparisonOf(series.kind, now, reference)))) return null
  const likely = found.filter(
    ({ deviations }) => sign * deviations > 0 && best.deviations ** 2 - deviations ** 2 <= LIKELY_LOSS,
  )
  const lengths = likely.map(({ length }) => length)
  return {
    series,
    basis: 'change',
    slices: best.length,
    now,
    reference,
    since: firstDay(end, best.length),
    between: { start: firstDay(end, Math.max(...lengths)), end: firstDay(end, Math.min(...lengths)) },
    deviations: best.deviations,
    p: Math.min(1, LENGTHS.length * tailOf(Math.abs(best.deviations))),
    ...monthlyCases(series.kind, sign, now, reference, best.length, best.deviations),
  }
}

const levelAt = ({ history: { part, whole } }: WatchSeries, at: number): Amount => ({
  part: part[at] ?? 0,
  whole: whole[at] ?? 0,
  squares: 0,
})
