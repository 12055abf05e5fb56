import {
  addTo,
  type CalendarUnit,
  DAYS_IN_WEEK,
  type DateRange,
  type Day,
  type DayRange,
  endOf,
  type FuturePreset,
  formatRange,
  futurePresets,
  isDay,
  type PastPreset,
  pastPresets,
  startOf,
} from '@leaselight/model'
import { dayAt, inYears, isSayable, type Named, numberOf, unitAt, yearOf } from './days'
import { stemOf, type Token, tokensOf } from './tokens'
import type { DateReading } from './types'

/** Dates at a place among words, and every way to read them, the likeliest first. */
export interface FoundDates {
  length: number
  readings: DateReading[]
}

const presetsByPhrase = new Map<string, DateReading>([
  ...Object.entries(pastPresets).map(
    ([preset, { label }]) => [stemsOf(label), pastPreset(preset as PastPreset)] as const,
  ),
  ...Object.entries(futurePresets).map(
    ([preset, { label }]) => [stemsOf(label), futurePreset(preset as FuturePreset)] as const,
  ),
])
const LONGEST_PRESET = Math.max(...[...presetsByPhrase.keys()].map((phrase) => phrase.split(' ').length))

function stemsOf(text: string): string {
  return tokensOf(text)
    .map(({ stem }) => stem)
    .join(' ')
}

/** A preset as a way to read dates. */
export function pastPreset(preset: PastPreset): DateReading {
  return { label: pastPresets[preset].label, past: { preset } }
}

function futurePreset(preset: FuturePreset): DateReading {
  return { label: futurePresets[preset].label, future: { preset } }
}

/** What people say of periods, with the presets that it may mean. */
const SPOKEN: Readonly<Record<string, readonly PastPreset[]>> = {
  'last week': ['last_week_mon_sun', 'last_week_sun_sat', 'last_week_mon_fri', 'last_week_fri_thurs', 'last_7_days'],
  'last month': ['last_month', 'last_30_days'],
  'last quarter': ['last_quarter', 'quarter_to_date'],
  'last 7 day': ['last_7_days', 'last_7_days_today'],
  'this month': ['month_to_date', 'last_30_days', 'last_month'],
  mtd: ['month_to_date'],
  'this quarter': ['quarter_to_date', 'last_quarter'],
  qtd: ['quarter_to_date'],
  'this year': ['year_to_date'],
  ytd: ['year_to_date'],
}

const SAME: Readonly<Record<string, string>> = { past: 'last', previous: 'last', current: 'this' }
const UNITS: readonly CalendarUnit[] = ['day', 'week', 'month', 'quarter', 'year']

/** The dates that begin at a place among words; null where none do. */
export function datesAt(tokens: readonly Token[], at: number, today: Day): FoundDates | null {
  // Of the same words, a period that moves with the calendar goes first.
  const all = [relativeAt(tokens, at, today), sinceAt(tokens, at, today), spanAt(tokens, at, today)].filter(
    (one) => one !== null,
  )
  const found = all.sort((a, b) => b.length - a.length)[0]
  return found && found.readings.length > 0 ? found : null
}

/** `last month`, `past two weeks`, `this year`, `next 7 days`, and presets by their names. */
function relativeAt(tokens: readonly Token[], at: number, today: Day): FoundDates | null {
  const words = tokens.slice(at, at + LONGEST_PRESET).map(({ word }) => SAME[word] ?? stemOf(word))
  for (let length = words.length; length > 0; length--) {
    const phrase = words.slice(0, length).join(' ')
    const spoken = SPOKEN[phrase]?.map(pastPreset)
    const preset = presetsByPhrase.get(phrase)
    if (preset || spoken) return { length, readings: spoken ?? [preset].filter((one) => one !== undefined) }
  }
  const [first, second, third] = words
  const count = numberOf(second)
  const unit = UNITS.find((name) => name === (count === null ? second : third))
  if (!unit || !first || !['last', 'this', 'next'].includes(first) || count === 0) return null
  if (count !== null && first === 'this') return null
  return { length: count === null ? 2 : 3, readings: around(first, count, unit, today) }
}

/** What "last 3 months" or "this week" may mean: whole units of the calendar, or that many days. */
function around(first: string, count: number | null, unit: CalendarUnit, today: Day): DateReading[] {
  const start = startOf(today, unit)
  if (first === 'this') {
    const { future } = days({ start: today, end: endOf(today, unit) }, today)
    return [{ ...days({ start, end: today }, today), ...(future && { future }) }]
  }
  const many = count ?? 1
  const long = many * DAYS_OF[unit]
  if (first === 'next') {
    const next = { start: addTo(start, 1, unit), end: addTo(addTo(start, many + 1, unit), -1) }
    const ahead = [days({ start: today, end: addTo(today, long - 1) }, today)]
    const both = unit === 'day' ? ahead : [days(next, today), ...ahead]
    return both.flatMap(({ label, future }) => (future ? [{ label, future }] : []))
  }
  const before = days({ start: addTo(today, -long), end: addTo(today, -1) }, today)
  const whole = days({ start: addTo(start, -many, unit), end: addTo(start, -1) }, today)
  const withToday = days({ start: addTo(today, 1 - long), end: today }, today)
  return (unit === 'day' ? [before, withToday] : [whole, before]).filter((one) => one.past)
}

const DAYS_OF: Readonly<Record<CalendarUnit, number>> = {
  day: 1,
  week: DAYS_IN_WEEK,
  month: 30,
  quarter: 91,
  year: 365,
}

/** `march 3 to march 9`, `march 3-9`, `between march and may`, `2024 to 2025`, or one of them alone. */
function spanAt(tokens: readonly Token[], at: number, today: Day): FoundDates | null {
  const opens = ['from', 'between'].includes(tokens[at]?.word ?? '') ? 1 : 0
  const first = namedAt(tokens, at + opens, today)
  if (!first) return null
  const middle = at + opens + first.length
  const second = secondAt(tokens, middle, first, today)
  if (!second) return opens > 0 ? null : { length: first.length, readings: readingsOf(first, today) }
  const length = middle + second.length - at
  const isWhole = first.isWhole || second.isWhole
  // A year that is only said at the end is that of both.
  const years = second.isWhole && !first.isWhole ? yearsBetween(first.range.start, second.range.start) : 0
  const { start } = inYears(first.range, years)
  const { end } = second.range
  // From December to January is over the turn of the year.
  const isOverTurn = start > end && !first.isWhole && start.slice(5, 7) > end.slice(5, 7)
  const range = { start: isOverTurn ? inYears({ start, end: start }, -1).start : start, end }
  if (range.start > range.end) return null
  return { length, readings: readingsOf({ length, range, isWhole }, today) }
}

const namedAt = (tokens: readonly Token[], at: number, today: Day): Named | null =>
  dayAt(tokens, at, today) ?? unitAt(tokens, at, today)

const TILL = ['to', 'through', 'thru', 'until', 'till', 'and']

function secondAt(tokens: readonly Token[], at: number, first: Named, today: Day): Named | null {
  const token = tokens[at]
  if (!token) return null
  const isDashed = /^\s*[-–—]\s*$/.test(token.joint)
  if (!isDashed && !TILL.includes(token.word)) return null
  const skipped = isDashed ? 0 : 1
  const second = namedAt(tokens, at + skipped, today) ?? dateInMonth(tokens.slice(at + skipped), first)
  return second && { ...second, length: second.length + skipped }
}

/** The 9 of `march 3 to 9`. */
function dateInMonth([token, next]: readonly Token[], { range: { start, end }, isWhole }: Named): Named | null {
  if (!token || start !== end || !/^\d{1,2}$/.test(token.word)) return null
  const year = yearOf(next)
  const day = `${year ?? start.slice(0, 4)}${start.slice(4, 8)}${token.word.padStart(2, '0')}`
  if (!isDay(day) || day.slice(5) <= start.slice(5)) return null
  return { length: year === null ? 1 : 2, range: { start: day, end: day }, isWhole: isWhole || year !== null }
}

const yearsBetween = (from: Day, to: Day): number => Number(to.slice(0, 4)) - Number(from.slice(0, 4))

function sinceAt(tokens: readonly Token[], at: number, today: Day): FoundDates | null {
  if (tokens[at]?.word !== 'since') return null
  const first = namedAt(tokens, at + 1, today)
  if (!first) return null
  const back = !first.isWhole && first.range.start > today ? -1 : 0
  const { start } = inYears(first.range, back)
  return { length: first.length + 1, readings: [days({ start, end: today }, today)].filter((one) => one.past) }
}

/** Days without a year are the last ones that have begun, else those of another year. */
function readingsOf({ range, isWhole }: Named, today: Day): DateReading[] {
  if (isWhole) return [days(range, today)].filter((one) => one.past || one.future)
  const begun = range.start > today ? -1 : 0
  const ahead = days(inYears(range, begun + 1), today)
  const last = days(inYears(range, begun), today)
  // Reports about days ahead read the same words as the next ones.
  const both = ahead.future && !last.future ? { ...last, future: ahead.future } : last
  return [both, days(inYears(range, begun - 1), today)].filter((one) => one.past || one.future)
}

/** Days as a past period up to today, and as one ahead from today. */
export function days({ start, end }: DayRange, today: Day): DateReading {
  const past: DayRange = { start, end: end < today ? end : today }
  const future: DayRange = { start: start > today ? start : today, end }
  return {
    label: formatRange(end > today && start <= today ? past : { start, end }, today),
    ...(start <= today && isSayable(past) && { past: custom(past) }),
    ...(end > today && isSayable(future) && { future: { preset: 'custom' as const, ...future } }),
  }
}

const custom = (range: DayRange): DateRange => ({ preset: 'custom', ...range })
