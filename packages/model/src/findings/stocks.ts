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
  const moves = LENGTHS.map((length) => {
    const all = movesOver(group, length)
    // Of all properties, once: at hundreds, what each one's own moves add to it is little.
    const earlier = group.length > 1 ? all.flatMap((list) => list.slice(1).map((move) => move ** 2)) : []
    return { length, all, common: earlier.length > 0 ? trimmedMean(earlier) / TRIMMED_CHI_SQUARE : null }
  })
  return group.flatMap((series, at): Test[] => {
    const found = moves.flatMap(({ length, all, common }) => {
      const [latest, ...earlier] = all[at] ?? []
      if (latest === undefined || earlier.length === 0) return []
      const { variance, degrees } = usualMove(earlier, common, homesOf(series))
      return variance > 0 ? [{ length, deviations: normalOfT(latest / Math.sqrt(variance), degrees) }] : []
    })
    return found.length > 0 ? [{ series, found: movedSignal(series, found, end) }] : []
  })
}

/** How far a stock usually moves: the mean square of its earlier moves, moderated towards that of all. */
function usualMove(own: readonly number[], common: number | null, homes: number) {
  const mean = own.reduce((sum, move) => sum + move ** 2, 0) / own.length
  const weight = common === null ? 0 : COMMON_MOVES
  const variance = (weight * (common ?? 0) + own.length * mean) / (weight + own.length)
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
  const longest = Math.max(...raw.map((moves) => moves.length))
  const sums = Array.from({ length: longest }, (_, time) =>
    raw.reduce(
      ({ sum, count }, moves) => ({ sum: sum + (moves[time] ?? 0), count: count + Number(time < moves.length) }),
      { sum: 0, count: 0 },
    ),
  )
  return raw.map((moves, at) =>
    moves.map((move, time) => {
      const { sum, count } = sums[time] ?? { sum: 0, count: 0 }
      const common = count >= MIN_SUBJECTS_FOR_TREND ? (sum - move) / (count - 1) : 0
      return (move - common) * Math.sqrt(homesOf(group[at]))
    }),
  )
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
