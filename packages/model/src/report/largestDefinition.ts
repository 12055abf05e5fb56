import type { Dimension } from './dimensions'

/**
 * A sentence of an answer about the largest of some parts: `{name} has the most: {part} of {whole:unit}.`
 * - `rows`: the rows of a dimension by a column, without those that `less` counts; their whole is a column of the total,
 *   or of the row itself. Where two rows lead together, `both` is said of them.
 *   Where none leads, the two halves of `near` give the counts of the first two, without a word of who is ahead; of several
 *   with the same number the first half is said alone, with “each” at its place.
 * - `groups`: columns of the total, summed under what the sentence calls them; their whole is the sum of all.
 * - `steps`: what is lost before each stage, each with what the sentence calls it; their whole is the first column. Where
 *   the report shows no rates between stages, they are of different people, and nothing is said.
 */
export type Largest = { says: string } & (
  | (LargestRow & { wholeOf: 'row' })
  | (LargestRow & { wholeOf: 'total'; both: string })
  | { groups: Readonly<Record<string, readonly string[]>> }
  | { first: string; steps: Readonly<Record<string, string>> }
)

interface LargestRow {
  rows: Dimension
  column: string
  less?: string
  whole: string
  near?: readonly [ofFirst: string, ofSecond: string]
}

/** The columns that a sentence about the largest needs. */
export const largestColumns = (largest: Largest): string[] => {
  if ('rows' in largest) return [largest.column, largest.whole, ...(largest.less === undefined ? [] : [largest.less])]
  return 'groups' in largest ? Object.values(largest.groups).flat() : [largest.first, ...Object.keys(largest.steps)]
}
