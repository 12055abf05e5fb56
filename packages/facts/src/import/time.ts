import { offsetAt } from '@leaselight/model'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** The first instant and the first one no more that the store keeps: 1970 to 2199. */
const FIRST = 0
const END = Date.UTC(2200, 0, 1)

/** The calendar that dates are kept in. */
const FIRST_DATE = '1900-01-01'
const LAST_DATE = '2299-12-31'

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

const DIGIT = 48

/** The number that stands in `text` from `start` on, `length` digits long; NaN when anything else stands there. */
function digits(text: string, start: number, length: number): number {
  let value = 0
  for (let index = start; index < start + length; index++) {
    const digit = text.charCodeAt(index) - DIGIT
    // Past the end charCodeAt is NaN, which fails here too.
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    value = value * 10 + digit
  }
  return value
}

function dayNumber(text: string): number {
  const year = digits(text, 0, 4)
  const month = digits(text, 5, 2)
  const day = digits(text, 8, 2)
  if (text[4] !== '-' || text[7] !== '-') return Number.NaN
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= 31 && year >= 1000)) return Number.NaN
  const midnight = Date.UTC(year, month - 1, day)
  // The calendar rolls February 30 over into March; a record that says so is wrong.
  if (day > 28 && new Date(midnight).getUTCDate() !== day) return Number.NaN
  return midnight / DAY_MS
}

/** Whether the text is a calendar date that the store can keep. */
export function isStorableDate(text: string): boolean {
  return text.length === 10 && !Number.isNaN(dayNumber(text)) && text >= FIRST_DATE && text <= LAST_DATE
}

/** Minutes that `Z`, `+05:45`, `-0700` or `+02` at `start` stand for; NaN when none of these ends the text. */
function offsetMinutes(text: string, start: number): number {
  const sign = text[start]
  if (sign === 'Z') return text.length === start + 1 ? 0 : Number.NaN
  if (sign !== '+' && sign !== '-') return Number.NaN
  const hours = digits(text, start + 1, 2)
  const rest = text.length - start - 3
  const minutes = rest === 0 ? 0 : digits(text, text.length - 2, 2)
  const isWhole = rest === 0 || rest === 2 || (rest === 3 && text[start + 3] === ':')
  if (!isWhole || !(hours <= 23) || !(minutes <= 59)) return Number.NaN
  return (sign === '-' ? -1 : 1) * (hours * 60 + minutes)
}

/**
 * Reads an ISO 8601 instant with its offset, to the millisecond (what is finer is cut off). NaN for anything else: no
 * offset, a day or hour that does not exist, before 1970 or after 2199. By hand, since an import reads millions.
 */
export function parseInstant(text: string): number {
  const day = dayNumber(text)
  const hour = digits(text, 11, 2)
  const minute = digits(text, 14, 2)
  if (text[10] !== 'T' || text[13] !== ':' || !(hour <= 23) || !(minute <= 59)) return Number.NaN
  let end = 16
  let second = 0
  let millis = 0
  if (text[end] === ':') {
    second = digits(text, 17, 2)
    if (!(second <= 59)) return Number.NaN
    end = 19
    if (text[end] === '.' || text[end] === ',') {
      const start = ++end
      while (digits(text, end, 1) >= 0) end++
      if (end === start) return Number.NaN
      millis = digits(text.slice(start, Math.min(end, start + 3)).padEnd(3, '0'), 0, 3)
    }
  }
  const local = day * DAY_MS + hour * 3_600_000 + minute * MINUTE_MS + second * 1000 + millis
  const instant = local - offsetMinutes(text, end) * MINUTE_MS
  return instant >= FIRST && instant < END ? instant : Number.NaN
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

/** Tells the local day of instants in one zone, fast. */
export class ZoneClock {
  readonly #zone: string
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
  day(instant: number): string {
    return printDay(Math.floor((instant + this.offset(instant)) / DAY_MS))
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
