/** Something at a time of a day. */
export interface Entry {
  /** Which hour it belongs to. */
  day: string
  hour: number
  /** Minutes past midnight. */
  minute: number
  title: string
  detail: string
  /** Which of the series' colours it carries. */
  color: number
}

/** An hour in which there is something. */
export interface Slot {
  key: string
  day: string
  hour: number
  count: number
  /** What is known of it by name; may be fewer than there are. */
  entries: Entry[]
}

/** The hours a calendar shows: those in which there is something, and the working day at least. */
export function hoursOf(slots: readonly Slot[], from = 9, to = 17): number[] {
  const first = Math.min(from, ...slots.map((slot) => slot.hour))
  const last = Math.max(to, ...slots.map((slot) => slot.hour))
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** The days in pages of a week, from the first on. */
export function weeksOf(days: readonly string[]): string[][] {
  const weeks: string[][] = []
  for (let at = 0; at < days.length; at += 7) weeks.push(days.slice(at, at + 7))
  return weeks
}

/** `10:30 am` of minutes past midnight. */
export function timeOf(minute: number): string {
  const hour = Math.floor(minute / 60)
  return `${hour % 12 || 12}:${String(minute % 60).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
}
