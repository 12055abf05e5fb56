import { addTo, type Day, type DayRange, dayCount, endOf, isDay, startOf } from '@leaselight/model'
import { NUMBER_WORDS } from './phrases'
import type { Token } from './tokens'

/** What a run of words names on the calendar, and the same a year before or after, where the year wasn't said. */
export interface Named {
  length: number
  range: DayRange
  /** Whether the year is part of the words. */
  isWhole: boolean
}

const SHORT = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const LONG = SHORT.map((_, index) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, index, 1)).toLowerCase(),
)
const MONTHS = new Map([...SHORT.entries(), ...LONG.entries(), [8, 'sept'] as const].map(([at, name]) => [name, at]))

/** The words of dates that a slip of the pen may be corrected to. */
export const DATE_WORDS: readonly string[] = [
  ...MONTHS.keys(),
  ...'today yesterday tomorrow last past this next current previous day week month quarter year since between'.split(
    ' ',
  ),
]

/** A number of one or two digits, or a small one as a word. */
export function numberOf(word: string | undefined): number | null {
  if (word === undefined) return null
  if (/^\d{1,3}$/.test(word)) return Number(word)
  const at = NUMBER_WORDS.indexOf(word)
  return at > 0 ? at : null
}

const dateOf = (token: Token | undefined): number | null =>
  token && /^\d{1,2}(st|nd|rd|th)?$/.test(token.word) ? Number.parseInt(token.word, 10) : null
/** A year in four digits. */
export const yearOf = (token: Token | undefined): number | null =>
  token && /^(19[789]|20|21)\d\d?$/.test(token.word) && token.word.length === 4 ? Number(token.word) : null
const dayOf = (year: number, month: number, date: number): Day | null => {
  const text = [year, String(month + 1).padStart(2, '0'), String(date).padStart(2, '0')].join('-')
  return isDay(text) ? text : null
}
const firstOf = (year: number, month: number): Day => dayOf(year, month, 1) ?? ''
const thisYear = (today: Day): number => Number(today.slice(0, 4))

const named = (length: number, day: Day | null, isWhole = true): Named | null =>
  day === null ? null : { length, range: { start: day, end: day }, isWhole }

/** A day at a place among words: `oct 3`, `3 october 2025`, `2025-10-03`, `10/3`, `yesterday`. */
export function dayAt(tokens: readonly Token[], at: number, today: Day): Named | null {
  const [first, second, third] = tokens.slice(at, at + 3)
  if (!first) return null
  const relative = { today: 0, yesterday: -1, tomorrow: 1 }[first.word]
  if (relative !== undefined) return named(1, addTo(today, relative))
  const spelled = spelledDay(tokens.slice(at, at + 4), today)
  if (spelled || !second) return spelled
  if (second.joint === '/') return slashedDay(first, second, third, today)
  const year = second.joint === '-' && third?.joint === '-' ? yearOf(first) : null
  return year === null ? null : named(3, dayOf(year, Number(second.word) - 1, Number(third?.word)))
}

function spelledDay([first, second, third, fourth]: readonly Token[], today: Day): Named | null {
  const isOf = second?.word === 'of'
  const month = MONTHS.get(first?.word ?? '') ?? MONTHS.get((isOf ? third : second)?.word ?? '')
  const begins = MONTHS.has(first?.word ?? '')
  const date = dateOf(begins ? second : first)
  if (month === undefined || date === null) return null
  const length = !begins && isOf ? 3 : 2
  const year = yearOf(length === 3 ? fourth : third)
  if (year !== null) return named(length + 1, dayOf(year, month, date))
  return named(length, dayOf(thisYear(today), month, date), false)
}

function slashedDay(first: Token, second: Token, third: Token | undefined, today: Day): Named | null {
  const [month, date] = [dateOf(first), dateOf(second)]
  if (month === null || date === null) return null
  if (third?.joint !== '/') return named(2, dayOf(thisYear(today), month - 1, date), false)
  const year = yearOf(third) ?? (/^\d\d$/.test(third.word) ? 2000 + Number(third.word) : null)
  return year === null ? null : named(3, dayOf(year, month - 1, date))
}

/** A month, a quarter or a year at a place among words: `march`, `march 2025`, `march last year`, `q1`, `2025`. */
export function unitAt(tokens: readonly Token[], at: number, today: Day): Named | null {
  const [first, second, third] = tokens.slice(at, at + 3)
  if (!first) return null
  const year = yearOf(first)
  if (year !== null) return unit(1, firstOf(year, 0), 'year', true)
  const quarter = /^q([1-4])$/.exec(first.word)?.[1]
  const month = quarter === undefined ? MONTHS.get(first.word) : (Number(quarter) - 1) * 3
  if (month === undefined) return null
  const of = quarter === undefined ? 'month' : 'quarter'
  const given = yearOf(second)
  if (given !== null) return unit(2, firstOf(given, month), of, true)
  if (third?.word === 'year' && (second?.word === 'last' || second?.word === 'this'))
    return unit(3, firstOf(thisYear(today) - (second.word === 'last' ? 1 : 0), month), of, true)
  return unit(1, firstOf(thisYear(today), month), of, false)
}

const unit = (length: number, start: Day, of: 'month' | 'quarter' | 'year', isWhole: boolean): Named => ({
  length,
  range: { start, end: endOf(startOf(start, of), of) },
  isWhole,
})

/** The same days in another year. */
export const inYears = ({ start, end }: DayRange, years: number): DayRange => {
  const moved = { start: addTo(start, years, 'year'), end: addTo(end, years, 'year') }
  // The whole of February stays whole.
  const isWhole = start === startOf(start, 'month') && end === endOf(end, 'month')
  return isWhole ? { ...moved, end: endOf(moved.end, 'month') } : moved
}

/** The longest period that an address can say. */
const MOST_DAYS = 3_660

/** Whether an address can say these days. */
export const isSayable = (range: DayRange): boolean =>
  isDay(range.start) &&
  isDay(range.end) &&
  range.start <= range.end &&
  range.start >= '1970-01-01' &&
  range.end <= '2199-12-31' &&
  dayCount(range) <= MOST_DAYS
