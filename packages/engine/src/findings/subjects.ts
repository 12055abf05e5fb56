import type { Steps } from '@leaselight/model'
import { spreadOf } from '../plan/spread'
import type { ScanSlices } from './kept/readSlices'

/** A column's numbers of one subject, by slice. */
export interface ColumnHistory {
  values: number[]
  /** How many values each number comes from, and the sum of their squares; null for a count. */
  spread: { counts: number[]; squares: number[] } | null
}

/** By column. */
export type ColumnHistories = ReadonlyMap<string, ColumnHistory>

/** By subject, as JSON of its keys. */
export type SubjectHistories = ReadonlyMap<string, ColumnHistories>

/** The numbers of each subject by column, put together from those of each slice; a step for each slice. */
export function* subjectsIn(read: readonly ScanSlices[], slices: number): Steps<SubjectHistories> {
  const subjects = new Map<string, Map<string, ColumnHistory>>()
  for (const scan of read) {
    const columns = columnsOf(scan)
    const found = new Map<string, ColumnHistory[]>()
    for (const [at, { subjects: names, numbers }] of scan.slices.entries()) {
      yield
      for (const [position, name] of names.entries()) {
        const histories = found.get(name) ?? columns.map(({ hasSpread }) => emptyHistory(slices, hasSpread))
        found.set(name, histories)
        const start = position * scan.columns.length
        columns.forEach((column, index) => {
          const history = histories[index]
          if (history) column.read(history, at, numbers, start)
        })
      }
    }
    for (const [name, histories] of found) {
      const all = subjects.get(name) ?? new Map<string, ColumnHistory>()
      subjects.set(name, all)
      for (const [index, { column }] of columns.entries()) {
        const history = histories[index]
        if (history) all.set(column, history)
      }
    }
  }
  return subjects
}

interface ReadColumn {
  column: string
  hasSpread: boolean
  /** Takes the column's number of one slice from those of a subject, which begin at `start`. */
  read: (history: ColumnHistory, slice: number, numbers: Float64Array, start: number) => void
}

function columnsOf({ scan, columns: names }: ScanSlices): ReadColumn[] {
  const places = new Map(names.map((name, at) => [name, at]))
  return scan.measures.map(({ column, set }, index) => {
    const place = places.get(`c${index}`)
    const hasSpread = places.has(`c${index}_count`)
    const { aggregate } = set.spec
    return {
      column,
      hasSpread,
      read(history, slice, numbers, start) {
        const numberAt = (at: number | undefined): number | null => {
          const number = at === undefined ? Number.NaN : numbers[start + at]
          return number === undefined || Number.isNaN(number) ? null : number
        }
        const value = numberAt(place)
        if (value === null) return
        history.values[slice] = value
        if (!history.spread) return
        const spread = spreadOf(aggregate, value, (part) => numberAt(places.get(`c${index}_${part}`)))
        if (!spread) return
        history.spread.counts[slice] = spread.count
        // The sum of the squared values behind an average, from its error.
        history.spread.squares[slice] = spread.count * (spread.above ** 2 * Math.max(1, spread.count - 1) + value ** 2)
      },
    }
  })
}

const emptyHistory = (slices: number, hasSpread: boolean): ColumnHistory => {
  const zeros = () => new Array<number>(slices).fill(0)
  return { values: zeros(), spread: hasSpread ? { counts: zeros(), squares: zeros() } : null }
}
