import { offsetAt } from '../time/zones'
import { formatPhone } from './phone'
import type { Cell, Format } from './values'

/**
 * A cell's value as programs and spreadsheets read it: numbers in full, percentages as fractions, durations in seconds,
 * money in dollars, days as `2026-03-08`, instants with the zone's offset. Empty for a missing value.
 */
export function rawText(value: Cell | undefined, format: Format, zone = 'UTC'): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return value.join(' ')
  if (typeof value !== 'string') return String(value)
  if (format === 'datetime') return isoInZone(value, zone)
  return format === 'phone' ? formatPhone(value) : value
}

const MINUTE = 60_000

/** An instant in a zone, in ISO 8601: `2026-03-08T14:05:00-04:00`. */
export function isoInZone(instant: string, zone: string): string {
  const at = Date.parse(instant)
  if (Number.isNaN(at)) return instant
  const offset = offsetAt(at, zone)
  const local = new Date(at + offset).toISOString().replace(/\.\d+Z$/, '')
  const minutes = Math.abs(offset) / MINUTE
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${local}${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

const units: Readonly<Record<Format, string>> = {
  integer: 'number',
  daysLeft: 'days',
  decimal: 'number',
  tenths: 'number',
  percent: 'share, 0 to 1',
  money: 'dollars',
  duration: 'seconds',
  text: 'text',
  date: 'day',
  datetime: 'time',
  phone: 'text',
  email: 'text',
}

/** What a raw value of the format is in. */
export const rawUnit = (format: Format): string => units[format]
