import type { WatchKind } from './watch'

/** A watched number in equally long slices of time, the latest first. */
export interface History {
  /** Records of the part; of a mean the sum of the values. */
  part: readonly number[]
  /** Records, money, or for a count 1 for each slice. */
  whole: readonly number[]
  /** Of a mean: the sum of the squared values. */
  squares?: readonly number[]
}

/** A watched number over some slices together. */
export interface Amount {
  part: number
  whole: number
  squares: number
}

/** The slices from the one with index `from` up to but without `to`, together. */
export const sumSlices = ({ part, whole, squares }: History, from: number, to: number): Amount => ({
  part: sumOf(part, from, to),
  whole: sumOf(whole, from, to),
  squares: squares ? sumOf(squares, from, to) : 0,
})

function sumOf(numbers: readonly number[], from: number, to: number): number {
  let sum = 0
  for (let at = from; at < to; at++) sum += numbers[at] ?? 0
  return sum
}

/** Part over whole; 0 without a whole. */
export const levelOf = ({ part, whole }: Pick<Amount, 'part' | 'whole'>): number => (whole > 0 ? part / whole : 0)

/**
 * The variance of the part for each unit of the whole, by chance alone: binomial for shares, Poisson for counts and numbers
 * per exposure, the values’ own variance for means.
 */
export function unitVariance(kind: WatchKind, cell: Amount): number {
  const level = levelOf(cell)
  if (kind === 'share') return Math.max(0, level * (1 - level))
  if (kind === 'mean') return cell.whole > 0 ? Math.max(0, cell.squares / cell.whole - level ** 2) : 0
  return level
}

export const addAmounts = (one: Amount, other: Amount): Amount => ({
  part: one.part + other.part,
  whole: one.whole + other.whole,
  squares: one.squares + other.squares,
})
