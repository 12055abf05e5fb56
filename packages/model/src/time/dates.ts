/** A calendar date, `YYYY-MM-DD`, without a zone. */
export type Day = string

/** Calendar days, both ends included. */
export interface DayRange {
  start: Day
  end: Day
}

export type CalendarUnit = 'day' | 'week' | 'month' | 'quarter' | 'year'

export const DAYS_IN_WEEK = 7

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/

// Days are computed in UTC, where every day has 24 hours, so no clock change can shift a date. The product
// needs no more than this; a library would be 3 kB of the first page.
const DAY_MS = 86_400_000
const MONTHS = { month: 1, quarter: 3, year: 12 } as const

// Writing a day takes fifteen times as long as finding it, and reading one five times: the lines of one answer name the same
// days thousands of times.
const written = new Map<number, Day>()
const times = new Map<Day, number>()
/** More than a century. */
const MAX_KNOWN = 40_000

function dayOf(time: number): Day {
  const known = written.get(time)
  if (known) return known
  const day = new Date(time).toISOString().slice(0, -'T00:00:00.000Z'.length)
  if (written.size < MAX_KNOWN) written.set(time, day)
  return day
}

function timeOf(day: Day): number {
  const known = times.get(day)
  if (known !== undefined) return known
  const time = Date.parse(day)
  if (times.size < MAX_KNOWN) times.set(day, time)
  return time
}

const partsOf = (day: Day): [year: number, month: number, date: number] => [
  Number(day.slice(0, 4)),
  Number(day.slice(5, 7)),
  Number(day.slice(8, 10)),
]

/** Whether the text is a day of the calendar (`2025-02-29` is not). */
export function isDay(text: string): boolean {
  const time = DAY_PATTERN.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && dayOf(time) === text
}

/** The day `count` units later (earlier when negative); month ends are clipped (Jan 31 + 1 month = Feb 28). */
export function addTo(day: Day, count: number, unit: CalendarUnit = 'day'): Day {
  if (unit === 'day' || unit === 'week')
    return dayOf(timeOf(day) + count * (unit === 'week' ? DAYS_IN_WEEK : 1) * DAY_MS)
  const [year, month, date] = partsOf(day)
  const later = month + count * MONTHS[unit]
  // Day 0 of the month after it is its last.
  const last = new Date(Date.UTC(year, later, 0)).getUTCDate()
  return dayOf(Date.UTC(year, later - 1, Math.min(date, last)))
}

/** Whole days from `from` to `to`; 0 on the same day, negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return (timeOf(to) - timeOf(from)) / DAY_MS
}

/** How many days a range has, both ends included. */
export function dayCount(range: DayRange): number {
  return daysBetween(range.start, range.end) + 1
}

/** First day of the calendar unit around `day`; weeks start on Monday. */
export function startOf(day: Day, unit: CalendarUnit): Day {
  if (unit === 'week') return addTo(day, 1 - weekdayOf(day))
  if (unit === 'day') return day
  const [year, month] = partsOf(day)
  return dayOf(Date.UTC(year, month - 1 - ((month - 1) % MONTHS[unit]), 1))
}

/** Last day of the calendar unit around `day`; weeks end on Sunday. */
export function endOf(day: Day, unit: CalendarUnit): Day {
  return addTo(addTo(startOf(day, unit), 1, unit), -1)
}

/** Day of the week, 1 (Monday) to 7 (Sunday), as everywhere in the product. */
export function weekdayOf(day: Day): number {
  return new Date(timeOf(day)).getUTCDay() || 7
}

/** Every day of the range in order. */
export function eachDay(range: DayRange): Day[] {
  const first = timeOf(range.start)
  return Array.from({ length: Math.max(0, dayCount(range)) }, (_, index) => dayOf(first + index * DAY_MS))
}

/** The range moved by a number of days. */
export function shiftRange(range: DayRange, days: number): DayRange {
  return { start: addTo(range.start, days), end: addTo(range.end, days) }
}

/** The range of the same length that ends right before this one starts. */
export function precedingRange(range: DayRange): DayRange {
  return shiftRange(range, -dayCount(range))
}

/** Whether the day is in the range. */
export function isWithin(day: Day, range: DayRange): boolean {
  return range.start <= day && day <= range.end
}
