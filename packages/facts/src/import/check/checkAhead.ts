import type { ReadOptions } from '../read/records'
import { checkBeside } from './checkBeside'
import type { CheckedBunch, CheckedSource } from './checker'

/** A file whose check has begun before its records are wanted. */
export interface CheckAhead extends CheckedSource {
  /** Ends the check of a file whose records are wanted no more. */
  leave(): Promise<void>
}

/** Begins to check a file, as far as its thread may be ahead. Reading the records throws what is wrong with the file. */
export function checkAhead(path: string, options: ReadOptions): CheckAhead {
  const { bunches, end } = checkBeside(path, options)
  const records = bunches[Symbol.asyncIterator]()
  const leave = async () => {
    await records.return?.()
  }
  const first = records.next()
  first.catch(() => undefined)
  async function* all(): AsyncIterable<CheckedBunch> {
    try {
      for (let next = await first; !next.done; next = await records.next()) yield next.value
    } finally {
      await leave()
    }
  }
  return { bunches: all(), end, leave }
}
