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
