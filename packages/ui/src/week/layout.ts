import type { ChartColor } from '@leaselight/charts'

/** An entry at a time of a day. */
export interface Entry {
  /** The day and hour that it belongs to. */
  day: string
  hour: number
  /** Minutes after midnight. */
  minute: number
  title: string
  detail: string
  /** Its color in charts. */
  color: ChartColor
}

/** An hour with entries. */
export interface Slot {
  key: string
  day: string
  hour: number
  count: number
  /** The named entries; may be fewer than the total. */
  entries: Entry[]
}

/** The hours that a calendar shows: at least the working day, and every hour with entries. */
export function hoursOf(slots: readonly Slot[], from = 9, to = 17): number[] {
  const first = Math.min(from, ...slots.map((slot) => slot.hour))
  const last = Math.max(to, ...slots.map((slot) => slot.hour))
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** The days in pages of a week, starting with the first. */
export function weeksOf(days: readonly string[]): string[][] {
  const weeks: string[][] = []
  for (let at = 0; at < days.length; at += 7) weeks.push(days.slice(at, at + 7))
  return weeks
}
