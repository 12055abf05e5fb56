import { addTo, type Day, type DayRange, dayCount, endOf, isDay } from '../time/dates'

/** A calendar month, `YYYY-MM`. */
export type Month = string

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

/** Whether the text is a month of the calendar. */
export const isMonth = (text: string): boolean => MONTH.test(text)

/** The month of a day. */
export const monthOf = (day: Day): Month => day.slice(0, 7)

/** The days of a month. */
export function daysOfMonth(month: Month): DayRange {
  const start = `${month}-01`
  return { start, end: endOf(start, 'month') }
}

/** The month `count` months later; earlier when negative. */
export const addMonths = (month: Month, count: number): Month => monthOf(addTo(`${month}-01`, count, 'month'))

/** The twelve months of a year. */
export const monthsOfYear = (year: number): Month[] =>
  Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`)

/**
 * The month that a period is about: one whole month, or the current one up to today. Null for any other period.
 * @param today the company's date
 */
export function monthOfPeriod({ start, end }: DayRange, today: Day): Month | null {
  const month = monthOf(start)
  const days = daysOfMonth(month)
  if (start !== days.start || end > days.end) return null
  return end === days.end || end === today ? month : null
}

const NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Reads a month as spreadsheets write it: `2026-11`, `2026-11-01`, `11/2026`, `11/1/2026`, `Nov 2026`, `Nov-26`. */
export function parseMonth(text: string): Month | null {
  const plain = text.trim().toLowerCase()
  const iso = /^(\d{4})-(\d{1,2})(?:-\d{1,2})?$/.exec(plain)
  if (iso) return monthFrom(iso[1], iso[2])
  const us = /^(\d{1,2})\/(?:\d{1,2}\/)?(\d{4})$/.exec(plain)
  if (us) return monthFrom(us[2], us[1])
  const named = /^([a-z]{3,9})\.?[ -]+(\d{4}|\d{2})$/.exec(plain)
  if (!named) return null
  const [, name = '', year = ''] = named
  const at = NAMES.indexOf(name.slice(0, 3))
  return at < 0 ? null : monthFrom(year.length === 2 ? `20${year}` : year, String(at + 1))
}

function monthFrom(year = '', month = ''): Month | null {
  const written = `${year}-${month.padStart(2, '0')}`
  return isMonth(written) && isDay(`${written}-01`) ? written : null
}

/** How many a day a month's target is. */
export const targetPerDay = (target: number, month: Month): number => target / dayCount(daysOfMonth(month))
