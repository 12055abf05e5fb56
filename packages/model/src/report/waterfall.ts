/** A part of the way from one number to another. */
export interface WaterfallPart {
  key: string
  name: string
  change: number
}

/** A bar from where the one before it ended. */
export interface WaterfallBar extends WaterfallPart {
  from: number
  to: number
  /** The change as a whole number: those of all bars add up to the whole change. */
  shown: number
}

/** A bar that is told in words, too. */
export interface ToldBar extends WaterfallBar {
  /** The same in words, for who doesn't see the bar. */
  sentence: string
  /** What remains, which is no part of its own. */
  isRest?: boolean
}

/** The bars from one number to another, in the order of their parts. */
export function waterfall<Part extends WaterfallPart>(start: number, parts: readonly Part[]): (Part & WaterfallBar)[] {
  let from = start
  return parts.map((part) => {
    const to = from + part.change
    const bar = { ...part, from, to, shown: Math.round(to) - Math.round(from) }
    from = to
    return bar
  })
}

/** The parts that change most, the largest first in either direction, and what remains. */
export function largestParts<Part extends WaterfallPart>(
  parts: readonly Part[],
  limit: number,
): { largest: Part[]; rest: Part[] } {
  const sorted = parts.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))
  const largest = sorted.filter(({ change }) => change !== 0).slice(0, limit)
  const shown = new Set(largest)
  return { largest, rest: sorted.filter((part) => !shown.has(part)) }
}

/** How a waterfall is drawn: where a number is between the lowest, 0, and the highest, 1, and how a bar goes. */
export interface WaterfallScale {
  place: (value: number) => number
  /** Whether it goes the way of the whole, as a part of its own: it is inked. All others are pale. */
  isInked: (bar: Pick<ToldBar, 'from' | 'to' | 'isRest'>) => boolean
}

/** The scale of bars from one number to another. */
export function waterfallScale(start: number, end: number, bars: readonly WaterfallBar[]): WaterfallScale {
  const edges = [start, end, ...bars.map(({ to }) => to)]
  const [low, high] = [Math.min(...edges), Math.max(...edges)]
  return {
    place: (value) => (high > low ? (value - low) / (high - low) : 0),
    isInked: ({ from, to, isRest = false }) => !isRest && Math.sign(to - from) === Math.sign(end - start),
  }
}

/** `+5` or `−5`; a part that changes nothing is `0`. */
export function signedChange(change: number): string {
  const sign = change > 0 ? '+' : change < 0 ? '−' : ''
  return `${sign}${Math.abs(change).toLocaleString('en-US')}`
}
