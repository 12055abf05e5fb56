import type { Steps, Watch, WatchLevel, WatchSeries } from '@leaselight/model'
import { isMissing } from '../plan/rowKeys'
import { levelDimensions } from './levels'

/** Adds the properties of agents and hours, and the company of properties; leaves out levels that aren’t watched. */
export function* rollUp(read: readonly WatchSeries[]): Steps<WatchSeries[]> {
  const isInner = ({ level }: WatchSeries) => level === 'agent' || level === 'hour'
  const withBoth = ({ watch, level }: WatchSeries) => level === 'hour' && watch.at.includes('agent')
  const properties = yield* together(
    read.filter((series) => isInner(series) && !withBoth(series)),
    'property',
    ([property]) => (property === undefined ? [] : [property]),
  )
  const all = [...read, ...properties]
  const company = yield* together(
    all.filter(({ level }) => level === 'property'),
    'company',
    () => [],
  )
  return [...all, ...company].filter(
    ({ watch, level, keys }) =>
      watch.at.includes(level) && keys.every((key, at) => !isMissing(levelDimensions[level][at] ?? 'property', key)),
  )
}

/** The sums of histories of one watch that have the same outer keys. */
function* together(
  parts: readonly WatchSeries[],
  level: WatchLevel,
  keysOf: (keys: WatchSeries['keys']) => WatchSeries['keys'],
): Steps<WatchSeries[]> {
  const sums = new Map<string, WatchSeries>()
  const watches = new Map<Watch, number>()
  for (const series of parts) {
    yield
    const keys = keysOf(series.keys)
    const id = watches.get(series.watch) ?? watches.size
    watches.set(series.watch, id)
    const name = JSON.stringify([id, keys])
    const sum = sums.get(name)
    sums.set(name, sum ? { ...sum, history: addHistories(series, sum) } : { ...series, level, keys })
  }
  return [...sums.values()]
}

/** The sum over the slices that both know; a count is one number for each slice, however many are added. */
function addHistories(one: WatchSeries, other: WatchSeries): WatchSeries['history'] {
  const [a, b] = [one.history, other.history]
  const add = (x: readonly number[], y: readonly number[]) =>
    Array.from({ length: Math.min(x.length, y.length) }, (_, at) => (x[at] ?? 0) + (y[at] ?? 0))
  return {
    part: add(a.part, b.part),
    whole: one.kind === 'count' ? a.whole.slice(0, b.whole.length) : add(a.whole, b.whole),
    ...(a.squares && b.squares && { squares: add(a.squares, b.squares) }),
  }
}
