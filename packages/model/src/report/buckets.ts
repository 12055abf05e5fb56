import { addTo, DAYS_IN_WEEK, type Day, type DayRange, dayCount, eachDay, startOf } from '../time/dates'
import type { Columns } from './columns'
import { completeCells, isAdditive, type Numbers } from './numbers'
import type { SeriesPoint } from './result'

export type Grain = 'day' | 'week' | 'month'

const LONGEST_BY_DAY = 92
const LONGEST_BY_WEEK = 731

/** Days drawn as one point, with its numbers; null when none of its days has any. */
export interface Bucket {
  start: Day
  end: Day
  numbers: Numbers | null
}

/** How finely to draw a period: by day up to a quarter, by week up to two years, then by month. */
export function grainOf(period: DayRange): Grain {
  const days = dayCount(period)
  if (days <= LONGEST_BY_DAY) return 'day'
  return days <= LONGEST_BY_WEEK ? 'week' : 'month'
}

/**
 * Whether a column's number for several days can be computed from those of single days: not for distinct counts,
 * medians, and shares.
 */
export function isBucketable(columns: Columns, key: string): boolean {
  const column = columns[key]
  if (!column || column.kind === 'fact' || column.kind === 'share') return false
  if (column.kind === 'count' || column.kind === 'measure') return column.additive
  return column.of.every((part) => isBucketable(columns, part))
}

/**
 * Groups daily points into buckets over the whole period. Counts are summed and everything else is computed from the
 * sums, never averaged. `shape` applies its buckets to a prior period, day by day, so that the two compare.
 */
export function bucketPoints(
  columns: Columns,
  points: readonly SeriesPoint[],
  period: DayRange,
  grain: Grain,
  alignTo: DayRange = period,
): Bucket[] {
  const byDay = new Map(points.map((point) => [point.day, point]))
  const buckets: Bucket[] = []
  let open: string | null = null
  for (const [index, day] of eachDay(alignTo).entries()) {
    const own = addTo(period.start, index)
    if (own > period.end) break
    const unit = grain === 'day' ? day : startOf(day, grain)
    const last = buckets.at(-1)
    const numbers = pointNumbers(columns, byDay.get(own))
    if (unit === open && last) {
      last.end = own
      last.numbers = addNumbers(last.numbers, numbers)
    } else buckets.push({ start: own, end: own, numbers })
    open = unit
  }
  if (grain === 'day') return buckets
  return buckets.map((bucket) => ({ ...bucket, numbers: bucket.numbers && completeCells(columns, bucket.numbers) }))
}

/** Points that were counted over several days each, up to their own. */
export const wholePoints = (columns: Columns, points: readonly SeriesPoint[], days: number): Bucket[] =>
  points.map((point) => ({
    start: addTo(point.day, 1 - days),
    end: point.day,
    numbers: pointNumbers(columns, point),
  }))

/** From so many days on, a line through each hides how they move, and the mean of a week shows it. */
export const MIN_DAYS_FOR_MEAN = 15

/** For each day of a period the seven days up to it; without numbers where any of them has no point. */
export function weeksUpTo(columns: Columns, points: readonly SeriesPoint[], period: DayRange): Bucket[] {
  const byDay = new Map(points.map((point) => [point.day, pointNumbers(columns, point)]))
  const known = eachDay({ start: addTo(period.start, 1 - DAYS_IN_WEEK), end: period.end })
  const numbers = known.map((day) => byDay.get(day) ?? null)
  return eachDay(period).map((end, at) => {
    const start = known[at] ?? end
    const days = numbers.slice(at, at + DAYS_IN_WEEK)
    if (days.includes(null)) return { start, end, numbers: null }
    const sum = days.reduce(addNumbers, null)
    return { start, end, numbers: sum && completeCells(columns, sum) }
  })
}

/** How columns are drawn over a period: by which points, and whether each is the mean of the seven days up to it. */
export interface LineShape {
  grain: Grain
  isMean: boolean
}

/** The shape of the lines of one chart. What can't be counted from days is drawn by day, however long the period. */
export function lineShape(columns: Columns, keys: readonly string[], period: DayRange): LineShape {
  const grain = keys.every((key) => isBucketable(columns, key)) ? grainOf(period) : 'day'
  return { grain, isMean: grain === 'day' && dayCount(period) >= MIN_DAYS_FOR_MEAN }
}

/** All days as one: counts are summed, also those of what may be seen on several days, and rates are of these sums. */
export function sumOfDays(columns: Columns, points: readonly SeriesPoint[]): Numbers | null {
  const sum = points.map((point) => pointNumbers(columns, point)).reduce(addNumbers, null)
  return sum && completeCells(columns, sum)
}

/** A number of several days for each of them, where it grows with days. */
export const perDayOf = (columns: Columns, key: string, value: number, days: number): number =>
  isAdditive(columns, key) ? value / days : value

function pointNumbers(columns: Columns, point: SeriesPoint | undefined): Numbers | null {
  if (!point) return null
  const numbers: Numbers = {}
  for (const key in columns) {
    const value = point[key]
    numbers[key] = typeof value === 'number' ? value : null
  }
  return numbers
}

function addNumbers(a: Numbers | null, b: Numbers | null): Numbers | null {
  if (!a || !b) return a ?? b
  const sum: Numbers = {}
  for (const key in a) sum[key] = addNullable(a[key] ?? null, b[key] ?? null)
  return sum
}

/** The sum of two numbers, either of which may be missing. */
export function addNullable(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : a + b
}
