import { offsetAt } from '@leaselight/model'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

const pad = (value: number, width: number): string => String(value).padStart(width, '0')
const TWO = Array.from({ length: 100 }, (_, value) => pad(value, 2))
const THREE = Array.from({ length: 1000 }, (_, value) => pad(value, 3))

// An import prints the same few thousand days millions of times.
const printedDays: string[] = []

/** The day, `YYYY-MM-DD`, by its number since 1970-01-01. */
function printDay(number: number): string {
  let day = printedDays[number]
  if (day === undefined) {
    day = new Date(number * DAY_MS).toISOString().slice(0, 10)
    if (number >= 0) printedDays[number] = day
  }
  return day
}

/** An instant as JSON text that the store reads: `"2026-03-08 21:05:00.000"`. */
export function instantJson(instant: number): string {
  const day = Math.floor(instant / DAY_MS)
  let rest = instant - day * DAY_MS
  const hour = Math.floor(rest / 3_600_000)
  rest -= hour * 3_600_000
  const minute = Math.floor(rest / MINUTE_MS)
  rest -= minute * MINUTE_MS
  const second = Math.floor(rest / 1000)
  return `"${printDay(day)} ${TWO[hour]}:${TWO[minute]}:${TWO[second]}.${THREE[rest - second * 1000]}"`
}

/** A local day at one offset from UTC, with the columns that a row has of it. Rows share it: a batch has a hundred thousand. */
interface LocalDay {
  day: string
  /** In ms. */
  offset: number
  /** The day after other columns. */
  dayColumn: string
  /** The day and the offset in seconds after other columns. */
  bothColumns: string
}

/** Tells the local day of instants in one zone, fast. */
export class ZoneClock {
  readonly #zone: string
  /** By day since 1970-01-01, at the offset that was last seen. */
  readonly #days: LocalDay[] = []
  /** By day of UTC: the offset in ms that holds all day long, or NaN when the clocks change on it. */
  readonly #steady: number[] = []

  constructor(zone: string) {
    this.#zone = zone
  }

  /** The zone's offset from UTC at the instant, in ms. */
  offset(instant: number): number {
    const day = Math.floor(instant / DAY_MS)
    let offset = this.#steady[day]
    if (offset === undefined) {
      const start = offsetAt(day * DAY_MS, this.#zone)
      offset = start === offsetAt((day + 1) * DAY_MS, this.#zone) ? start : Number.NaN
      this.#steady[day] = offset
    }
    return Number.isNaN(offset) ? offsetAt(instant, this.#zone) : offset
  }

  /** The local calendar day of the instant. */
  dayOf(instant: number): LocalDay {
    const offset = this.offset(instant)
    const number = Math.floor((instant + offset) / DAY_MS)
    let local = this.#days[number]
    // A day has two offsets where the clocks change.
    if (local?.offset !== offset) {
      const day = printDay(number)
      local = { day, offset, dayColumn: `,"${day}"`, bothColumns: `,"${day}",${offset / 1000}` }
      if (number >= 0) this.#days[number] = local
    }
    return local
  }
}

const clocks = new Map<string, ZoneClock>()

/** The clock of a zone; there are few zones, so each is kept. */
export function clockOf(zone: string): ZoneClock {
  let clock = clocks.get(zone)
  if (!clock) {
    clock = new ZoneClock(zone)
    clocks.set(zone, clock)
  }
  return clock
}
