import {
  addTo,
  bucketPoints,
  type Columns,
  DAYS_IN_WEEK,
  type Day,
  type DayRange,
  type Numbers,
  type SeriesPoint,
} from '@leaselight/model'

/**
 * The numbers of the last weeks of a daily series, the oldest first; a week ends on the weekday of `end`. Null where a
 * week begins before `first`, since when there is data.
 */
export function lastWeeks(
  columns: Columns,
  points: readonly SeriesPoint[],
  { end, weeks, first }: { end: Day; weeks: number; first: Day | null },
): (Numbers | null)[] {
  return Array.from({ length: weeks }, (_, index) => {
    const start = addTo(end, 1 - (weeks - index) * DAYS_IN_WEEK)
    if (first === null || start < first) return null
    const week = { start, end: addTo(start, DAYS_IN_WEEK - 1) }
    const [bucket] = bucketPoints(columns, points, week, 'week', WHOLE_WEEK)
    return bucket?.numbers ?? null
  })
}

/** From a Monday on, so that its days are one bucket. */
const WHOLE_WEEK: DayRange = { start: '2024-01-01', end: '2024-01-07' }
