import type { Pin } from './queries'

type Kind = Pin['kind']

/** How many pins of a kind a row has at most. */
export interface RowLimits extends Record<Kind, number> {}

/** On a wide page, and on a narrow one or a phone. */
export const WIDE: RowLimits = { number: 4, chart: 2, finding: 1 }
export const NARROW: RowLimits = { number: 2, chart: 1, finding: 1 }

/**
 * With how many others of its kind each pin shares its row, itself included. Pins keep their order, and the rows of a run
 * are as even as can be, so that no row has a hole: five numbers are three and two.
 */
export function rowSizes(kinds: readonly Kind[], limits: RowLimits): number[] {
  const sizes: number[] = []
  while (sizes.length < kinds.length) {
    const kind = kinds[sizes.length]
    if (kind === undefined) break
    const end = kinds.findIndex((one, index) => index >= sizes.length && one !== kind)
    const length = (end < 0 ? kinds.length : end) - sizes.length
    const rows = Math.ceil(length / limits[kind])
    for (let row = 0; row < rows; row++) {
      const size = Math.floor(length / rows) + (row < length % rows ? 1 : 0)
      sizes.push(...Array<number>(size).fill(size))
    }
  }
  return sizes
}
