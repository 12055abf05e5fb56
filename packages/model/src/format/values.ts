import { type Day, type DayRange, weekdayOf } from '../time/dates'
import { shortZoneName, wallTime } from '../time/zones'
import { formatPhone } from './phone'

/**
 * The format of a cell. Durations are in seconds, money in dollars, percent is a ratio of 0..1. `decimal` is for small
 * quotients; `tenths` for what is known no better, such as a score or an estimate.
 */
export type Format = 'integer' | 'decimal' | 'tenths' | 'percent' | 'money' | 'duration' | 'daysLeft' | TextFormat

/** Formats whose cells are text: left-aligned, never summed. `phone` and `email` cells become links. */
const textFormats = ['text', 'date', 'datetime', 'phone', 'email'] as const
type TextFormat = (typeof textFormats)[number]

/** Whether cells of the format are text, not numbers. */
export const isTextFormat = (format: Format): format is TextFormat =>
  (textFormats as readonly Format[]).includes(format)

/** Lists of ids are data for API clients; tables don't show them. */
export type Cell = string | number | boolean | null | readonly number[]

/** Shown for a missing number. */
export const MISSING = '—'

const integer = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const oneDecimal = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const cents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `1 h 05 m`, `4 m 09 s`, `42 s`; seconds in. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} m ${pad(whole % 60)} s`
  const minutes = Math.round(seconds / 60)
  return `${integer.format(Math.floor(minutes / 60))} h ${pad(minutes % 60)} m`
}

/** The units of a column of durations, in seconds. */
const unitSeconds = { h: 3600, min: 60, s: 1 } as const
export type DurationUnit = keyof typeof unitSeconds

/** From half an hour on in total, rows are hours apart. */
const LEAST_IN_HOURS = 1800

/** The one unit for all durations of a column, by their total. */
export function durationUnit(total: number): DurationUnit {
  if (total >= LEAST_IN_HOURS) return 'h'
  return total >= unitSeconds.min ? 'min' : 's'
}

/** `17.6 h`: a duration beside others of its column, so that they can be compared; seconds in. */
export function formatDurationIn(seconds: number, unit: DurationUnit): string {
  const text = oneDecimal.format(durationIn(seconds, unit))
  return `${seconds > 0 && Number(text) === 0 ? '<0.1' : text} ${unit}`
}

/** Seconds in another unit. */
export const durationIn = (seconds: number, unit: DurationUnit): number => seconds / unitSeconds[unit]

/** The unit in which a text tells a duration of a column; null for one that stands alone. */
export function unitOfText(text: string): DurationUnit | null {
  const unit = /[.]\d (\w+)$/.exec(text)?.[1]
  return unit === 'h' || unit === 'min' || unit === 's' ? unit : null
}

/**
 * By which day dates are read: its year is not written. Null is for what must be complete by itself, such as the period
 * on a file that is kept.
 */
export type Today = Day | null

/** `Mar 8`; the year only where it is not today's: `Mar 8, 2025`. */
export function formatDay(day: Day, today: Today): string {
  return isYearOf(day, today) ? formatShortDay(day) : `${formatShortDay(day)}, ${splitDay(day)[0]}`
}

/** `Mar` of a day; the year only where it is not today's: `Mar 2025`. */
export function formatMonth(day: Day, today: Today): string {
  const [year, month] = splitDay(day)
  return isYearOf(day, today) ? `${MONTHS[month - 1]}` : `${MONTHS[month - 1]} ${year}`
}

/** `Mar 8`, for axes and lists where the year is clear. */
export function formatShortDay(day: Day): string {
  const [, month, date] = splitDay(day)
  return `${MONTHS[month - 1]} ${date}`
}

/** `Mar 1 – 7`, as short as possible; the year only where it is not today's: `Mar 1 – 7, 2025`. */
export function formatRange({ start, end }: DayRange, today: Today): string {
  const [startYear, startMonth] = splitDay(start)
  const [endYear, endMonth, endDate] = splitDay(end)
  if (start === end) return formatDay(start, today)
  // A range over the turn of a year has both years, or it would read backwards.
  if (startYear !== endYear) return `${formatDay(start, null)} – ${formatDay(end, null)}`
  const last = startMonth === endMonth ? `${endDate}` : formatShortDay(end)
  return `${formatShortDay(start)} – ${last}${isYearOf(end, today) ? '' : `, ${endYear}`}`
}

/** `Sun, Mar 8, 2:05 PM` in the zone, where the zone is known; the year only where it is not today's. */
export function formatInstant(instant: string | number, zone: string, today: Today): string {
  const { day, second } = wallTime(typeof instant === 'number' ? instant : Date.parse(instant), zone)
  return `${WEEKDAYS[weekdayOf(day) - 1]}, ${formatDay(day, today)}, ${formatClock(Math.floor(second / 60))}`
}

/** `Sun, Mar 8, 2:05 PM ET`: a time that stands alone. */
export const formatMoment = (instant: string | number, zone: string, today: Today): string =>
  `${formatInstant(instant, zone, today)} ${shortZoneName(zone)}`

/** `10:30 AM` for minutes after midnight. */
export function formatClock(minute: number): string {
  const hour = Math.floor(minute / 60)
  return `${hour % 12 || 12}:${pad(minute % 60)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** How dates and times are written. */
export interface DateStyle {
  /** The zone in which instants are shown. */
  zone: string
  today: Today
}

/** For numbers, and for dates that are complete by themselves. */
const COMPLETE: DateStyle = { zone: 'UTC', today: null }

/** `0:22`, `4:07`, `1:05:09`, the usual format of players, and of durations below each other; seconds in. */
export function formatPlayTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, pad(whole % 60)]
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`
}

/** How long until a day: `16`, `today`, `ended 2 days ago`. */
export function formatDaysLeft(days: number): string {
  if (days === 0) return 'today'
  return days > 0 ? integer.format(days) : `ended ${-days} ${days === -1 ? 'day' : 'days'} ago`
}

/** A cell's value as text; the only formatter of screen, PDF, and mail. */
export function formatCell(value: Cell | undefined, format: Format, { zone, today }: DateStyle = COMPLETE): string {
  // Of several days there is none to tell, which is nothing that is missing.
  if (value === null || value === undefined || value === '') return format === 'daysLeft' ? '' : MISSING
  if (typeof value === 'object') return value.join(', ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') {
    if (format === 'date') return formatDay(value, today)
    if (format === 'phone') return formatPhone(value)
    return format === 'datetime' ? formatInstant(value, zone, today) : value
  }
  switch (format) {
    case 'integer':
      return withMinusSign(integer.format(value))
    case 'decimal':
      return withMinusSign(twoDecimals.format(value))
    case 'tenths':
      return withMinusSign(oneDecimal.format(value))
    case 'percent':
      return withMinusSign(`${oneDecimal.format(value * 100)}%`)
    case 'money':
      return withMinusSign((Math.abs(value) < 10 && !Number.isInteger(value) ? cents : dollars).format(value))
    case 'duration':
      return formatDuration(value)
    case 'daysLeft':
      return formatDaysLeft(value)
    case 'text':
    case 'date':
    case 'datetime':
    case 'phone':
    case 'email':
      return String(value)
  }
}

/** From so many cases on, a tenth of a percent is more than one of them. */
const CASES_FOR_DECIMAL = 1000

/**
 * A share of so many cases: `68%`, of 1,000 and more `68.5%`. What is rounded to nothing, or to all, is not told as that:
 * `<1%`, `>99%`.
 */
export function formatShare(share: number, cases: number): string {
  if (cases >= CASES_FOR_DECIMAL) return formatCell(share, 'percent')
  const rounded = Math.round(share * 100)
  if (rounded === 0 && share > 0) return '<1%'
  if (rounded === 100 && share < 1) return '>99%'
  return withMinusSign(`${integer.format(rounded)}%`)
}

/** From so many cases on, a tenth of a score is more than chance. */
const CASES_FOR_TENTH = 100

/** An average of so many cases: `75`, of 100 and more `74.8`. */
export const formatAverage = (value: Cell | undefined, format: Format, cases: number): string =>
  formatCell(value, format === 'tenths' && cases < CASES_FOR_TENTH ? 'integer' : format)

/** Money where there is little room and no one adds it up: `$427K`, `$1.06M`; exact below $10,000. */
export function formatShortMoney(dollars: number): string {
  const size = Math.abs(dollars)
  if (size < 10_000) return formatCell(size < 10 ? dollars : Math.round(dollars), 'money')
  const sign = dollars < 0 ? '−' : ''
  const thousands = Math.round(size / 1000)
  return thousands < 1000 ? `${sign}$${thousands}K` : `${sign}$${twoDecimals.format(size / 1_000_000)}M`
}

/** A change from the prior period: `+12.3%`, for percentages in whole points: `+4 pts`. */
export function formatChange(delta: number | null, format: Format): string {
  if (delta === null) return MISSING
  const sign = delta > 0 ? '+' : ''
  if (format !== 'percent') return withMinusSign(`${sign}${oneDecimal.format(delta * 100)}%`)
  const points = Math.round(delta * 100)
  if (points === 0 && delta !== 0) return 'under 1 pt'
  return withMinusSign(`${sign}${integer.format(points)} ${Math.abs(points) === 1 ? 'pt' : 'pts'}`)
}

const pad = (value: number): string => String(value).padStart(2, '0')

// A hyphen is narrower than a digit; numbers have a true minus sign, and never a negative zero.
const withMinusSign = (text: string): string =>
  /^-[0.,\s$%]*$/.test(text.replace(/[a-z]/g, '')) ? text.slice(1) : text.replace(/^-/, '−')

const isYearOf = (day: Day, today: Today): boolean => today !== null && splitDay(day)[0] === splitDay(today)[0]

function splitDay(day: Day): [number, number, number] {
  return [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))]
}
