import type { Day } from '@leaselight/model'
import { LRUCache } from 'lru-cache'
import type { Since } from './changes'

/** The numbers of a statement's subjects in one slice of time: `columns.length` of them for each subject, NaN for none. */
export interface SliceNumbers {
  subjects: readonly string[]
  numbers: Float64Array
}

/** The answer of a statement, slice by slice. */
export interface Kept {
  since: Since
  /** Names the statement with the instant at which it was read; empty where that doesn't matter. */
  atInstant: string
  /** The names of a subject's numbers; the same in each slice. */
  columns: readonly string[]
  /** By the last day of the slice. */
  slices: ReadonlyMap<Day, SliceNumbers>
}

/** Names and numbers that are kept in all: under a hundred megabytes. */
const MAX_CELLS = 8_000_000

/**
 * Keeps the histories that were read last, so that after an import only what it touched is read again. What was left out or
 * lost is read in full.
 */
export class KeptSlices {
  readonly #kept: LRUCache<string, Kept> | null
  /** @param cells how many names and numbers to keep; 0 keeps nothing */
  constructor(cells = MAX_CELLS) {
    this.#kept = cells > 0 ? new LRUCache({ maxSize: cells, sizeCalculation: sizeOf }) : null
  }

  get(key: string): Kept | undefined {
    return this.#kept?.get(key)
  }

  set(key: string, kept: Kept): void {
    this.#kept?.set(key, kept)
  }
}

const sizeOf = ({ slices, since }: Kept): number =>
  [...slices.values()].reduce(
    (sum, { subjects, numbers }) => sum + subjects.length + numbers.length,
    1 + since.batches.size,
  )
