import {
  addTo,
  type DateRange,
  type Day,
  endOf,
  formatRange,
  type PastPreset,
  pastPresets,
  presetLabel,
  startOf,
} from '@leaselight/model'
import { wordsOf } from './text'

/** Dates among typed words, and the words around them. */
export interface TypedDates {
  range: DateRange
  /** The dates as text. */
  label: string
  rest: string[]
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const LONGEST = 5

const monthOf = (word: string): number =>
  /^[a-z]{3,9}$/.test(word) ? months.findIndex((name) => word.startsWith(name) && MONTH_NAMES.includes(word)) : -1
const MONTH_NAMES = months.flatMap((short, index) => [
  short,
  new Intl.DateTimeFormat('en-US', { month: 'long' }).format(new Date(2026, index, 1)).toLowerCase(),
  ...(short === 'sep' ? ['sept'] : []),
])

/** Presets by their names, and what people say besides. */
const spoken = new Map<string, PastPreset>([
  ...(Object.keys(pastPresets) as PastPreset[]).map(
    (preset) => [wordsOf(presetLabel(preset)).join(' '), preset] as const,
  ),
  ['last week', 'last_week_mon_sun'],
  ['this month', 'month_to_date'],
  ['this quarter', 'quarter_to_date'],
  ['this year', 'year_to_date'],
])

/** The dates that a query names: "last month", "october", "oct 3", "oct 3 2025", "2026-10-03"; null without any. */
export function readDates(query: string, today: Day): TypedDates | null {
  const words = wordsOf(query.replaceAll(/(\d{4})-(\d{2})-(\d{2})/g, '$1$2$3'))
  for (let length = Math.min(LONGEST, words.length); length > 0; length--)
    for (let start = 0; start + length <= words.length; start++) {
      const range = rangeOf(words.slice(start, start + length), today)
      if (!range) continue
      const label = range.preset === 'custom' ? formatRange(range, today) : presetLabel(range.preset).toLowerCase()
      return { range, label, rest: [...words.slice(0, start), ...words.slice(start + length)] }
    }
  return null
}

function rangeOf(words: readonly string[], today: Day): DateRange | null {
  const preset = spoken.get(words.join(' '))
  if (preset) return { preset }
  const [first = '', second = '', third = ''] = words
  const iso = words.length === 1 ? /^(\d{4})(\d{2})(\d{2})$/.exec(first) : null
  if (iso) return range(day(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3])))
  const month = monthOf(first)
  if (month < 0) return null
  // A month without a year is the last one that has begun.
  const year = (given: string) => (/^20\d{2}$/.test(given) ? Number(given) : null)
  const lastYear = (from: Day | null) => (from && from > today ? addTo(from, -1, 'year') : from)
  if (words.length === 1 || (words.length === 2 && year(second) !== null)) {
    const from =
      words.length === 2 ? day(year(second) ?? 0, month, 1) : lastYear(day(Number(today.slice(0, 4)), month, 1))
    if (!from) return null
    return { preset: 'custom', start: from, end: min(endOf(startOf(from, 'month'), 'month'), today) }
  }
  if (!/^\d{1,2}$/.test(second)) return null
  if (words.length === 2) return range(lastYear(day(Number(today.slice(0, 4)), month, Number(second))))
  return words.length === 3 && year(third) !== null ? range(day(year(third) ?? 0, month, Number(second))) : null
}

const min = (a: Day, b: Day): Day => (a < b ? a : b)
const range = (on: Day | null): DateRange | null => (on ? { preset: 'custom', start: on, end: on } : null)

/** A day that exists, or null. */
function day(year: number, month: number, date: number): Day | null {
  const at = new Date(Date.UTC(year, month, date))
  return at.getUTCMonth() === month && at.getUTCDate() === date ? at.toISOString().slice(0, 10) : null
}
