import { type Day, dayAt, instantOf } from '@leaselight/model'

/** The first year and the one after the last: of instants and of calendar dates, as the store keeps them. */
const YEARS = { instant: [1970, 2200], date: [1900, 2300] } as const

/** Whether a moment is stored as an instant or as a calendar date, which may be earlier and later. */
export type MomentKind = keyof typeof YEARS

/** A point in time as a file states it. */
export interface Moment {
  /** Epoch ms; for a day without an hour its first instant. */
  instant: number
  /** The calendar day at the property. */
  day: Day
  /** Whether an hour is stated besides the day. Systems that store only days write midnight. */
  hasHour: boolean
}

/** The parts of a date and time as written. */
export interface WrittenDate {
  year: number
  month: number
  day: number
  hour?: number
  minute?: number
  second?: number
  millis?: number
  /** Minutes east of UTC; without one it is a wall time of the zone. */
  offset?: number | undefined
}

const two = (value: number): string => String(value).padStart(2, '0')

/**
 * The moment of the written parts; undefined when there is no such day or hour, or the store can't hold it. Exactly midnight means that only the day is known: it is that day at the property, whatever its offset,
 * since an exporter that adds `T00:00:00Z` to a date means the date.
 */
export function momentOf(written: WrittenDate, zone: string, kind: MomentKind = 'instant'): Moment | undefined {
  const { year, month, day, hour = 0, minute = 0, second = 0, millis = 0, offset } = written
  const [first, end] = YEARS[kind]
  if (!(year >= first && year < end && hour <= 23 && minute <= 59 && second <= 59)) return undefined
  const midnight = new Date(Date.UTC(year, month - 1, day))
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return undefined
  const date = `${year}-${two(month)}-${two(day)}`
  const wall = ((hour * 60 + minute) * 60 + second) * 1000 + millis
  const hasHour = wall !== 0
  const instant =
    offset === undefined || !hasHour ? instantOf(date, wall / 1000, zone) : midnight.getTime() + wall - offset * 60_000
  return kind === 'date' || instant >= 0 ? { instant, day: hasHour ? dayAt(instant, zone) : date, hasHour } : undefined
}

const ISO =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i
const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(?:([AP])\.?M\.?)?)?$/i

/** Reads the two ways in which American systems write dates: ISO 8601 and `3/8/2026 2:05 PM`. */
export function readMoment(text: string, zone: string, kind?: MomentKind): Moment | undefined {
  const written = text.trim()
  const iso = ISO.exec(written)
  if (iso) {
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers(iso.slice(1, 7))
    const millis = Number((iso[7] ?? '').slice(0, 3).padEnd(3, '0'))
    return momentOf({ year, month, day, hour, minute, second, millis, offset: offsetOf(iso[8]) }, zone, kind)
  }
  const american = AMERICAN.exec(written)
  if (!american) return undefined
  const [month = 0, day = 0, year = 0, twelve = 0, minute = 0, second = 0] = numbers(american.slice(1, 7))
  const hour = hourOf(twelve, american[7])
  return hour === undefined ? undefined : momentOf({ year, month, day, hour, minute, second }, zone, kind)
}

const numbers = (texts: readonly (string | undefined)[]): number[] => texts.map((text) => Number(text ?? 0))

/** The offset of `Z`, `+05:45` or `-0700` in minutes. */
export function offsetOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (text.toUpperCase() === 'Z') return 0
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2))
  return text.startsWith('-') ? -minutes : minutes
}

/** The hour of the day of `2 PM`; undefined for an hour above 12. */
export function hourOf(hour: number, half: string | undefined): number | undefined {
  if (!half) return hour
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) + (half.toUpperCase().startsWith('P') ? 12 : 0)
}

/** An instant as the contract writes it. */
export const isoOf = (instant: number): string => new Date(instant).toISOString()

/** The field by which a record says that only the day of its instant is known. */
export const dayOnly = ({ hasHour }: Moment): { day_only?: true } => (hasHour ? {} : { day_only: true })
