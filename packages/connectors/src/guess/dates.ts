import { dateReader } from '../csv/dateFormat'

/** How a column's dates are written. */
export interface DateGuess {
  /** For the mapping; none when they are read without one. */
  format?: string
  /** The other format that reads all of them too: days may come first, or months. */
  other?: string
}

/** Whether months or days come first where a table writes both as numbers. */
export type DateOrder = 'month first' | 'day first'

/** More values say nothing new. */
const MAX_VALUES = 500
const DATES = [
  'd/M/yyyy',
  'M/d/yy',
  'd/M/yy',
  'M-d-yyyy',
  'd-M-yyyy',
  'd.M.yyyy',
  'yyyy/M/d',
  'MMM d, yyyy',
  'MMM d yyyy',
  'd MMM yyyy',
  'd-MMM-yyyy',
]
const TIMES = ['', ' h:mm a', ' H:mm', ' H:mm:ss', ' h:mm:ss a', ', h:mm a', ', H:mm']
const FORMATS = DATES.flatMap((date) => TIMES.map((time) => `${date}${time}`))
/** Pairs that differ only in whether the day or the month comes first. */
const MONTH_OR_DAY_FIRST = [
  ['M-d-yyyy', 'd-M-yyyy'],
  ['M/d/yy', 'd/M/yy'],
] as const

/** How dates are written; undefined when the values are no dates. */
export function guessDates(all: readonly string[]): DateGuess | undefined {
  const values = all.slice(0, MAX_VALUES)
  if (values.length === 0) return undefined
  const reads = (format: string | undefined) => {
    const read = dateReader(format)
    return values.filter((value) => read?.(value, 'UTC', 'date')).length
  }
  // A few odd cells don't speak against a column, but most must be dates.
  const needed = Math.ceil(values.length * 0.8)
  const plain = reads(undefined)
  const best = FORMATS.map((format) => ({ format, count: reads(format) })).sort((a, b) => b.count - a.count)[0]
  if (plain >= needed && plain >= (best?.count ?? 0)) {
    const other = FORMATS.find((format) => format.startsWith('d/M/') && reads(format) === values.length)
    return other !== undefined && plain === values.length ? { other } : {}
  }
  if (!best || best.count < needed) return undefined
  const pair = MONTH_OR_DAY_FIRST.find(([month]) => best.format.startsWith(month))
  const other = pair && best.format.replace(pair[0], pair[1])
  return other !== undefined && reads(other) === best.count ? { format: best.format, other } : { format: best.format }
}

/**
 * The order of a table's dates, from those of its columns that can be read in one way only: a system writes all its dates
 * alike. Undefined when no column tells, or two contradict each other.
 */
export function orderOf(columns: readonly (readonly string[])[]): DateOrder | undefined {
  const orders = new Set<DateOrder>()
  for (const values of columns) {
    // Where the year comes first, or the month is a word, nothing is told about the others.
    if (!values.some((value) => /^\d{1,2}[/-]\d{1,2}[/-]/.test(value))) continue
    const guess = guessDates(values)
    if (!guess || guess.other !== undefined) continue
    orders.add(guess.format?.startsWith('d') ? 'day first' : 'month first')
  }
  const [order] = orders
  return orders.size === 1 ? order : undefined
}
