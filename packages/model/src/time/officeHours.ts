import { addTo, type Day, type DayRange, eachDay, isWithin, weekdayOf } from './dates'
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
    .filter(([start, end]) => start < end)
    .sort((a, b) => a[0] - b[0])
  const merged: Interval[] = []
  for (const span of spans) {
    const last = merged.at(-1)
    if (last && span[0] <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], span[1])]
    else merged.push(span)
  }
  return merged
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
  const days = eachDay({ start: `${year}-01-01`, end: `${year}-12-31` })
  const found = days.filter((day) => noon(addTo(day, -1)) !== noon(addTo(day, 1)))
  changesByYear.set(key, found)
  return found
}

const yearOf = (day: Day): number => Number(day.slice(0, 4))
