import { addTo, type Day, type DayRange, eachDay, weekdayOf } from './dates'
import { instantOf, offsetAt } from './zones'

/** When a property's office is open: seconds of the local day, closed end (24:00 is 86,400). */
export interface OfficeHours {
  timeZone: string
  hours: readonly { weekday: number; opens: number; closes: number }[]
  holidays: readonly Day[]
}

/** A span of instants in epoch ms, its end not included. */
export type Span = readonly [start: number, end: number]

/**
 * The instants at which an office is open on one local day, in order and without overlaps. A wall time that the clock skips
 * is read with the offset before the change; one that happens twice opens at the first and closes at the second.
 */
export function openSpans(office: OfficeHours, day: Day): Span[] {
  if (office.holidays.includes(day)) return []
  const weekday = weekdayOf(day)
  const spans = office.hours
    .filter((item) => item.weekday === weekday)
    .map(
      ({ opens, closes }): Span => [
        instantOf(day, opens, office.timeZone, 'first'),
        instantOf(day, closes, office.timeZone, 'second'),
      ],
    )
    .filter(([start, end]) => start < end)
    .sort((a, b) => a[0] - b[0])
  const merged: Span[] = []
  for (const span of spans) {
    const last = merged.at(-1)
    if (last && span[0] <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], span[1])]
    else merged.push(span)
  }
  return merged
}

/** The days of a range on which a zone's clock changes. */
export function clockChanges(zone: string, range: DayRange): Day[] {
  const noon = (day: Day): number => offsetAt(Date.parse(`${day}T12:00:00Z`), zone)
  const changed = eachDay({ start: addTo(range.start, -1), end: addTo(range.end, 1) }).filter(
    (day) => noon(addTo(day, -1)) !== noon(addTo(day, 1)),
  )
  // Two neighbours of the change are named too; a day without one is only looked at more closely than it needs.
  return changed.filter((day) => day >= range.start && day <= range.end)
}
