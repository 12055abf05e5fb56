const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** The first instant and the first one no more that the store keeps: 1970 to 2199. */
const FIRST = 0
const END = Date.UTC(2200, 0, 1)

/** The calendar that dates are kept in. */
const FIRST_DATE = '1900-01-01'
const LAST_DATE = '2299-12-31'

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
