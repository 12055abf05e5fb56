import { hourOf, type Moment, type MomentKind, momentOf, offsetOf, readMoment, type WrittenDate } from '../moments'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

type Part =
  | 'year'
  | 'shortYear'
  | 'month'
  | 'monthName'
  | 'day'
  | 'hour'
  | 'hour12'
  | 'minute'
  | 'second'
  | 'millis'
  | 'half'
  | 'offset'

/** The letters of a format, longest first. */
const TOKENS: readonly (readonly [token: string, part: Part, pattern: string])[] = [
  ['yyyy', 'year', '(\\d{4})'],
  ['yy', 'shortYear', '(\\d{2})'],
  ['MMMM', 'monthName', '([a-z]{3,9})\\.?'],
  ['MMM', 'monthName', '([a-z]{3,9})\\.?'],
  ['MM', 'month', '(\\d{1,2})'],
  ['M', 'month', '(\\d{1,2})'],
  ['dd', 'day', '(\\d{1,2})'],
  ['d', 'day', '(\\d{1,2})'],
  ['HH', 'hour', '(\\d{1,2})'],
  ['H', 'hour', '(\\d{1,2})'],
  ['hh', 'hour12', '(\\d{1,2})'],
  ['h', 'hour12', '(\\d{1,2})'],
  ['mm', 'minute', '(\\d{2})'],
  ['ss', 'second', '(\\d{2})'],
  ['SSS', 'millis', '(\\d{3})'],
  ['a', 'half', '([ap])\\.?m\\.?'],
  ['XXX', 'offset', '(z|[+-]\\d{2}:?\\d{2})'],
]

/** Reads dates of one format in a time zone; undefined for any other text. */
export type DateReader = (text: string, zone: string, kind?: MomentKind) => Moment | undefined

/** The letters of a format, described for error messages. */
export const FORMAT_LETTERS = TOKENS.map(([token]) => token).join(' ')

/** The reader of a format such as `M/d/yyyy h:mm a`; undefined when the format has no day. Without a format: ISO and US dates. */
export function dateReader(format: string | undefined): DateReader | undefined {
  if (format === undefined) return readMoment
  const parts: Part[] = []
  let pattern = ''
  let rest = format.trim()
  while (rest !== '') {
    const found = TOKENS.find(([token]) => rest.startsWith(token))
    if (found) {
      parts.push(found[1])
      pattern += found[2]
      rest = rest.slice(found[0].length)
      continue
    }
    const letter = rest.charAt(0)
    // An unknown letter is a mistake, such as YYYY for yyyy; T and quotes are literal.
    if (/[a-z]/i.test(letter) && letter !== 'T') return undefined
    pattern += /\s/.test(letter) ? '\\s+' : letter.replace(/[^\w]/g, '\\$&')
    rest = /\s/.test(letter) ? rest.trimStart() : rest.slice(1)
  }
  const has = (...wanted: Part[]) => wanted.some((part) => parts.includes(part))
  if (
    has('year') === has('shortYear') ||
    !has('month', 'monthName') ||
    !has('day') ||
    new Set(parts).size < parts.length
  )
    return undefined
  if (has('hour12') !== has('half')) return undefined
  const expression = new RegExp(`^${pattern}$`, 'i')
  return (text, zone, kind) => {
    const match = expression.exec(text.trim())
    const written = match && writtenOf(parts, match.slice(1))
    return written ? momentOf(written, zone, kind) : undefined
  }
}

function writtenOf(parts: readonly Part[], texts: readonly string[]): WrittenDate | undefined {
  const text = Object.fromEntries(parts.map((part, index) => [part, texts[index] ?? ''])) as Partial<
    Record<Part, string>
  >
  const number = (part: Part): number => Number(text[part] ?? 0)
  const month =
    text.monthName === undefined ? number('month') : MONTHS.indexOf(text.monthName.slice(0, 3).toLowerCase()) + 1
  const hour = text.hour12 === undefined ? number('hour') : hourOf(number('hour12'), text.half)
  if (hour === undefined) return undefined
  return {
    year: text.shortYear === undefined ? number('year') : longYear(number('shortYear')),
    month,
    day: number('day'),
    hour,
    minute: number('minute'),
    second: number('second'),
    millis: number('millis'),
    offset: offsetOf(text.offset),
  }
}

/** `26` is 2026 and `85` is 1985. */
const longYear = (year: number): number => year + (year < 70 ? 2000 : 1900)
