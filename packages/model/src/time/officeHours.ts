import { weekdays } from '../filters/enums'
import { addTo, DAYS_IN_WEEK, type Day, type DayRange, eachDay, isWithin, weekdayOf } from './dates'
import { instantOf, offsetAt } from './zones'

/** When a property's office is open: seconds of the local day, the end included (24:00 is 86,400). */
export interface OfficeHours {
  timeZone: string
  hours: readonly { weekday: number; opens: number; closes: number }[]
  holidays: readonly Day[]
}

/** A span of instants in epoch ms, its end not included. */
export type Interval = readonly [start: number, end: number]

/**
 * The instants at which an office is open on one local day, in order and without overlaps. A local time that the clock
 * skips uses the offset before the change; one that happens twice opens at the first and closes at the second.
 */
export function openIntervals(office: OfficeHours, day: Day): Interval[] {
  if (office.holidays.includes(day)) return []
  const weekday = weekdayOf(day)
  const spans = office.hours
    .filter((item) => item.weekday === weekday)
    .map(
      ({ opens, closes }): Interval => [
        instantOf(day, opens, office.timeZone, 'first'),
        instantOf(day, closes, office.timeZone, 'second'),
      ],
    )
  return merged(spans)
}

/** Spans in order, those that overlap or touch as one. */
function merged(spans: readonly Interval[]): Interval[] {
  const ordered = spans.filter(([start, end]) => start < end).sort((a, b) => a[0] - b[0])
  const found: Interval[] = []
  for (const span of ordered) {
    const last = found.at(-1)
    if (last && span[0] <= last[1]) found[found.length - 1] = [last[0], Math.max(last[1], span[1])]
    else found.push(span)
  }
  return found
}

/** How much of an hour of the week offices are open. */
export interface OfficeHour {
  /** 1 is Monday. */
  weekday: number
  /** Of the local day, 0 to 23. */
  hour: number
  /** From 0, where all offices are closed, to 1, where all are open the whole hour. */
  open: number
}

const HOUR = 3600

/**
 * How much of each hour of the week the offices with known hours are open, over the days of a range: a holiday counts
 * as closed. A weekday that isn't in the range has its usual hours. Null where no office's hours are known. Hours are
 * those on the wall, so the clock's changes don't matter.
 */
export function officeWeek(offices: readonly OfficeHours[], range: DayRange): OfficeHour[] | null {
  const known = offices.filter(({ hours }) => hours.length > 0)
  if (known.length === 0) return null
  const days = countByWeekday(eachDay(range))
  return Object.keys(weekdays).flatMap((key) => {
    const weekday = Number(key)
    const spans = known.map(({ hours, holidays }) => {
      const open = hours.filter((item) => item.weekday === weekday)
      const closed = countByWeekday([...new Set(holidays)].filter((day) => isWithin(day, range)))
      const total = days.get(weekday) ?? 0
      const share = total === 0 ? 1 : (total - (closed.get(weekday) ?? 0)) / total
      return { share, spans: merged(open.map(({ opens, closes }): Interval => [opens, closes])) }
    })
    return Array.from({ length: 24 }, (_, hour) => {
      const seconds = spans.reduce((sum, one) => sum + one.share * secondsIn(one.spans, hour), 0)
      return { weekday, hour, open: Math.round((seconds / HOUR / known.length) * 1e4) / 1e4 }
    })
  })
}

const secondsIn = (spans: readonly Interval[], hour: number): number =>
  spans.reduce(
    (sum, [start, end]) => sum + Math.max(0, Math.min(end, (hour + 1) * HOUR) - Math.max(start, hour * HOUR)),
    0,
  )

function countByWeekday(days: readonly Day[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const day of days) counts.set(weekdayOf(day), (counts.get(weekdayOf(day)) ?? 0) + 1)
  return counts
}

/** The days around each change of a zone's clock, by zone and year, cached because every request needs them. */
const changesByYear = new Map<string, Day[]>()

/** The days of a range on which a zone's clock changes, with their neighbors. The neighbors only cost time. */
export function clockChangeDays(zone: string, range: DayRange): Day[] {
  const years: number[] = []
  for (let year = yearOf(range.start); year <= yearOf(range.end); year++) years.push(year)
  return years.flatMap((year) => clockChangeDaysIn(zone, year)).filter((day) => isWithin(day, range))
}

function clockChangeDaysIn(zone: string, year: number): Day[] {
  const key = `${zone} ${year}`
  const known = changesByYear.get(key)
  if (known) return known
  const noon = (day: Day): number => offsetAt(Date.parse(`${day}T12:00:00Z`), zone)
  const isChanged = (from: Day, to: Day): boolean => noon(addTo(from, -1)) !== noon(addTo(to, 1))
  const days = eachDay({ start: `${year}-01-01`, end: `${year}-12-31` })
  const found: Day[] = []
  // No clock changes twice within a week: one that ends as it began has no change, and a year takes a tenth of the work.
  for (let at = 0; at < days.length; at += DAYS_IN_WEEK) {
    const week = days.slice(at, at + DAYS_IN_WEEK)
    const [first, last] = [week[0], week.at(-1)]
    if (first && last && isChanged(first, last)) found.push(...week.filter((day) => isChanged(day, day)))
  }
  changesByYear.set(key, found)
  return found
}

const yearOf = (day: Day): number => Number(day.slice(0, 4))
