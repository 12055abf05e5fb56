import { offsetAt } from '@leaselight/model'

export const MINUTE = 60
export const HOUR = 3600
export const DAY = 86_400

/**
 * The generator calculates in local seconds: wall-clock seconds since 1970 as if the zone had no offset. Adding days
 * keeps the time of day, and instants are only computed when a record is written.
 */
export type Local = number

/** Days since 1970. */
export type DayNumber = number

const texts = new Map<DayNumber, string>()

/** `YYYY-MM-DD` of a day number. */
export function dayText(day: DayNumber): string {
  let text = texts.get(day)
  if (text === undefined) {
    text = new Date(day * DAY * 1000).toISOString().slice(0, 10)
    texts.set(day, text)
  }
  return text
}

/** Monday is 1, Sunday 7 (January 1, 1970 was a Thursday). */
export const weekdayOf = (day: DayNumber): number => ((day + 3) % 7) + 1

/** The day that contains a local second. */
export const dayOf = (local: Local): DayNumber => Math.floor(local / DAY)

/** Month of a day number, 0–11, and the day of the month. */
export function monthDay(day: DayNumber): [month: number, date: number] {
  const text = dayText(day)
  return [Number(text.slice(5, 7)) - 1, Number(text.slice(8, 10))]
}

/** Converts local seconds of a zone to instants. */
export class Calendar {
  private readonly offsets = new Map<DayNumber, number>()
  readonly now: Local
  readonly today: DayNumber

  constructor(
    readonly zone: string,
    now: Date,
  ) {
    this.now = Math.floor((now.getTime() + offsetAt(now.getTime(), zone)) / 1000)
    this.today = dayOf(this.now)
  }

  /**
   * The zone's offset from UTC in seconds, at the UTC noon of a day: in the Americas that is after any clock change.
   */
  private offset(day: DayNumber): number {
    let offset = this.offsets.get(day)
    if (offset === undefined) {
      offset = offsetAt((day + 0.5) * DAY * 1000, this.zone) / 1000
      this.offsets.set(day, offset)
    }
    return offset
  }

  /**
   * Seconds since 1970 of a local second. A later local time is never earlier here, or a story would run backward: the
   * hour skipped in spring (US clocks change at two) collapses to its end, the repeated hour in fall is used once.
   */
  private instant(local: Local): number {
    const day = dayOf(local)
    const before = this.offset(day - 1)
    const after = this.offset(day)
    if (before === after) return local - after
    const change = day * DAY + 2 * HOUR
    return local < change ? local - before : Math.max(local - after, change - before)
  }

  /** ISO instant of a local second. */
  iso(local: Local): string {
    return new Date(this.instant(Math.floor(local)) * 1000).toISOString().replace('.000', '')
  }

  /** The same, or undefined when it is later than now or didn't happen. */
  past(local: Local | undefined): string | undefined {
    return local === undefined || local > this.now ? undefined : this.iso(local)
  }
}
