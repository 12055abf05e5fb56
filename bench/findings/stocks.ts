import type { WatchSeries } from '@leaselight/model'

/** Moves of a stock within so many days stay together: who gives notice leaves weeks later. */
const BLOCK_DAYS = 28

/** An order of the blocks of days, for `shuffledLevels`. */
export function shuffledBlocks(days: number, random: () => number): number[] {
  const order = Array.from({ length: Math.ceil(days / BLOCK_DAYS) }, (_, block) => block)
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0]
  }
  return order
}

/** A stock's levels, the latest first, with its moves in another order: it moves as far as ever, but at other times. */
export function shuffledLevels(
  levels: readonly number[],
  order: readonly number[],
  whole: readonly number[],
): number[] {
  const steps = levels.slice(1).map((before, day) => (levels[day] ?? 0) - before)
  const moved = order.flatMap((block) => steps.slice(block * BLOCK_DAYS, (block + 1) * BLOCK_DAYS))
  const found = [levels[0] ?? 0]
  for (const step of moved) found.push((found.at(-1) ?? 0) - step)
  return found.map((value, day) => Math.min(whole[day] ?? 0, Math.max(0, value)))
}

/** The homes that are no longer leased after leases were lost, for each day, the latest first. */
export function drainedLevels(
  levels: readonly number[],
  before: readonly WatchSeries[],
  after: readonly WatchSeries[],
): number[] {
  const lost = levels.map((_, day) =>
    before.reduce((sum, { history }, at) => sum + (history.part[day] ?? 0) - (after[at]?.history.part[day] ?? 0), 0),
  )
  const gone = [...lost]
  for (let day = gone.length - 2; day >= 0; day--) gone[day] = (gone[day] ?? 0) + (gone[day + 1] ?? 0)
  return levels.map((level, day) => Math.max(0, level - (gone[day] ?? 0)))
}
