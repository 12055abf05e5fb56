import { isTelling, judge } from '../judgement/judge'
import type { Steps } from '../steps'
import type { Day } from '../time/dates'
import { type Amount, addAmounts, levelOf, sumSlices } from './amounts'
import { adjustForMany, tailOf, weightsOf } from './chance'
import { type ChangePoint, type Drift, driftOf, driftOver, findChangePoint } from './changePoint'
import { comparePeers } from './peers'
import {
  comparisonOf,
  firstDay,
  LONGEST_SLICES,
  MIN_SUBJECTS_FOR_TREND,
  monthlyCases,
  type Signal,
  type SignalBasis,
  signalBases,
  stakeOf,
  type Test,
  type Tested,
  type WatchSeries,
} from './signal'
import { stockTests } from './stocks'
import type { WatchKind } from './watch'

/** Of findings by chance alone, how many may there be among all. */
const FALSE_SHARE = 0.05

/** How many independent splits the search for a change point amounts to. */
const SPLITS = 12

/**
 * Every watched number that hurts beyond chance, after all were looked at; a step for each number.
 * @param end the last day of the latest slice
 */
export function* findSignals(all: readonly WatchSeries[], end: Day): Steps<{ signals: Signal[]; tests: number }> {
  const tests: Record<SignalBasis, Test[]> = { change: [], peers: [] }
  for (const group of groupsOf(all)) {
    const [first] = group
    if (!first) continue
    yield
    if (first.kind === 'stock') {
      tests.change.push(...stockTests(group, end))
      continue
    }
    const exposures = exposuresOf(group)
    yield
    const own = group.map(({ history }, at) => ({ history, exposure: exposures[at] ?? history.whole }))
    const drift = yield* driftOf(first.kind, own, isTrended(group))
    for (const [at, series] of group.entries()) {
      yield
      const exposure = exposures[at] ?? series.history.whole
      const ownDrift = yield* driftAt(series, exposure, drift)
      const change = findChangePoint(series.kind, series.history, series.hurts, ownDrift, exposure)
      if (change) tests.change.push({ series, found: changeSignal(series, exposure, change, end) })
    }
    if (first.level === 'property') tests.peers.push(...(yield* peerTests(group, drift)))
  }
  // Two questions, each with its own share of wrong answers: few properties are compared, and much more is searched for changes.
  const signals = signalBases.flatMap((basis) => {
    const weights = weightsOf(tests[basis].map(({ series }) => stakeOf(series)))
    const tested = tests[basis].flatMap(({ found }, at) => (found ? [{ ...found, weight: weights[at] ?? 1 }] : []))
    const chances = adjustForMany(
      tested.map(({ p, weight }) => p / weight),
      tests[basis].length,
    )
    return tested.flatMap(({ p: _, weight: __, ...signal }, at): Signal[] => {
      const chance = chances[at] ?? 1
      return chance <= FALSE_SHARE ? [{ ...signal, chance }] : []
    })
  })
  return { signals, tests: tests.change.length + tests.peers.length }
}

/** Whether a trend that all subjects have in common can be taken out. */
const isTrended = (group: readonly WatchSeries[]): boolean =>
  group.length >= MIN_SUBJECTS_FOR_TREND && group[0]?.kind !== 'mean' && group[0]?.level !== 'hour'

/** Sources are paid in different ways, so that some move more than others; offices are alike. */
function* driftAt(series: WatchSeries, exposure: readonly number[], common: Drift): Steps<Drift> {
  if (series.level !== 'source') return common
  const own = yield* driftOf(series.kind, [{ history: series.history, exposure }], true)
  return common.map((drift, at) => Math.max(drift, own[at] ?? 1))
}

function groupsOf(all: readonly WatchSeries[]): WatchSeries[][] {
  const groups = new Map<string, WatchSeries[]>()
  for (const series of all) {
    const key = `${series.report} ${series.watch.column} ${series.watch.of ?? series.watch.per ?? ''} ${series.level}`
    const group = groups.get(key)
    if (group) group.push(series)
    else groups.set(key, [series])
  }
  return [...groups.values()]
}

/**
 * What each slice’s whole counts as for each subject: more in slices in which the number is high at all the others, so
 * that a season isn’t taken for a change.
 */
function exposuresOf(group: readonly WatchSeries[]): (readonly number[])[] {
  if (!isTrended(group)) return group.map(({ history }) => history.whole)
  const longest = Math.max(...group.map(({ history }) => history.part.length))
  // A subject that begins later would look like a trend, so each counts relative to its own level.
  const expected = (series: WatchSeries) => {
    const level = levelOf(sumSlices(series.history, 0, series.history.part.length))
    return (at: number) => level * (series.history.whole[at] ?? 0)
  }
  const own = group.map((series) => ({ series, expects: expected(series) }))
  const totals = Array.from({ length: longest }, (_, at) =>
    own.reduce(
      (sum, { series, expects }) => ({
        part: sum.part + (series.history.part[at] ?? 0),
        expected: sum.expected + expects(at),
      }),
      { part: 0, expected: 0 },
    ),
  )
  return own.map(({ series, expects }) => {
    const others = totals.map(({ part, expected: all }, at) => ({
      part: part - (series.history.part[at] ?? 0),
      whole: all - expects(at),
    }))
    return series.history.whole.map((whole, at) => whole * smoothLevel(others, at))
  })
}

/** The common level around a slice, over five slices, drawn towards 1 where few records tell it. */
function smoothLevel(slices: readonly { part: number; whole: number }[], at: number): number {
  let [part, whole] = [COMMON_PRIOR, COMMON_PRIOR]
  for (let near = Math.max(0, at - 2); near <= Math.min(slices.length - 1, at + 2); near++) {
    part += slices[near]?.part ?? 0
    whole += slices[near]?.whole ?? 0
  }
  return part / whole
}

/** Records’ worth of belief that nothing is common to all. */
const COMMON_PRIOR = 20

function changeSignal(series: WatchSeries, exposure: readonly number[], change: ChangePoint, end: Day): Tested | null {
  const { history, kind, hurts } = series
  const sign = hurts === 'up' ? 1 : -1
  if (sign * change.deviations <= 0) return null
  const { slices } = change
  const before = sumSlices({ ...history, whole: exposure }, slices, history.part.length)
  const since = sumSlices({ ...history, whole: exposure }, 0, slices)
  const shown = Math.min(slices, LONGEST_SLICES)
  if (!isTelling(judge(comparisonOf(kind, since, before))) || !isStillSo(series, exposure, change, since, before))
    return null
  const exposed = sumSlices({ ...history, whole: exposure }, 0, shown)
  const signal = {
    series,
    basis: 'change' as const,
    slices: shown,
    now: sumSlices(history, 0, shown),
    // In the shown days’ own whole, without the trend that was taken out.
    reference: atExposure(before, exposed, sumSlices(history, 0, shown)),
    since: firstDay(end, slices),
    between: { start: firstDay(end, change.within[1]), end: firstDay(end, change.within[0]) },
    deviations: change.deviations,
    p: Math.min(1, SPLITS * tailOf(Math.abs(change.deviations))),
  }
  return { ...signal, ...monthlyCases(kind, sign, exposed, before, shown, change.deviations) }
}

/** The reference as the shown days would have it: scaled by what is common to all. */
function atExposure(before: Amount, exposed: Amount, now: Amount): Amount {
  const trend = now.whole > 0 ? exposed.whole / now.whole : 1
  return { ...before, part: before.part * trend }
}

/** Whether the latest weeks are nearer to the number since the change than to the one before. */
function isStillSo(
  { history, hurts }: WatchSeries,
  exposure: readonly number[],
  { slices }: ChangePoint,
  since: Amount,
  before: Amount,
): boolean {
  const latest = sumSlices({ ...history, whole: exposure }, 0, Math.min(slices, LATEST_SLICES))
  const middle = (levelOf(since) + levelOf(before)) / 2
  if (latest.whole * middle < MIN_LATEST_CASES) return true
  return hurts === 'up' ? levelOf(latest) >= middle : levelOf(latest) <= middle
}

const LATEST_SLICES = 4
const MIN_LATEST_CASES = 3

/** Properties are compared over a year, since chance moves a quarter too far to tell few offices apart. */
const PEER_SLICES = 52

function* peerTests(group: readonly WatchSeries[], drift: Drift): Steps<Test[]> {
  const over = (slices: number) =>
    group.map(({ history }) => sumSlices(history, 0, Math.min(slices, history.part.length)))
  const [years, latest] = [over(PEER_SLICES), over(LONGEST_SLICES)]
  const kind = group[0]?.kind ?? 'count'
  const deviations = comparePeers(kind, years, driftOver(drift, LONGEST_SLICES))
  const tests: Test[] = []
  for (const [at, series] of group.entries()) {
    yield
    const [now, year, from] = [latest[at], years[at], deviations[at]]
    if (now && year && from !== null && from !== undefined)
      tests.push({ series, found: peerSignal(series, kind, { now, year, from }, () => amountOfOthers(latest, at)) })
  }
  return tests
}

const amountOfOthers = (all: readonly Amount[], at: number): Amount =>
  all.filter((_, other) => other !== at).reduce(addAmounts, { part: 0, whole: 0, squares: 0 })

/** The signal of a property that is worse than the others, and still is in the latest slices; null for any other. */
function peerSignal(
  series: WatchSeries,
  kind: WatchKind,
  { now, year, from }: { now: Amount; year: Amount; from: number },
  readOthers: () => Amount,
): Tested | null {
  const sign = series.hurts === 'up' ? 1 : -1
  if (sign * from <= 0) return null
  const others = readOthers()
  const isStillSo = sign * (levelOf(now) - (levelOf(year) + levelOf(others)) / 2) > 0
  if (!isStillSo || !isTelling(judge(comparisonOf(kind, now, others)))) return null
  const slices = Math.min(LONGEST_SLICES, series.history.part.length)
  const signal = { series, basis: 'peers' as const, slices, now, reference: others, since: null, between: null }
  const cases = monthlyCases(kind, sign, now, others, slices, from)
  return { ...signal, deviations: from, p: tailOf(Math.abs(from)), ...cases }
}
