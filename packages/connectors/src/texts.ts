const NOTHING = new Set(['', '0', '-', '--', 'n/a', 'na', 'none', 'null', 'nil', 'unknown', 'undefined', '.'])

/** The text, or '' where a system writes `0` or `N/A` for nothing. */
export function meaningfulText(text: string | undefined): string {
  const trimmed = (text ?? '').replace(/\s+/g, ' ').trim()
  return NOTHING.has(trimmed.toLowerCase()) ? '' : trimmed
}

/** A name in its two parts. */
export interface PersonName {
  first: string
  last: string
}

/** A name in one field: `Reyes, Ana`, `Ana Maria Reyes`, or one word, which is the first name then. */
export function splitName(whole: string): PersonName {
  const name = meaningfulText(whole)
  const comma = name.indexOf(',')
  if (comma >= 0) return { first: meaningfulText(name.slice(comma + 1)), last: meaningfulText(name.slice(0, comma)) }
  const space = name.lastIndexOf(' ')
  return space < 0 ? { first: name, last: '' } : { first: name.slice(0, space), last: name.slice(space + 1) }
}

/** A name in two fields, or in one that has both parts. */
export function nameOf(first: string | undefined, last: string | undefined): PersonName {
  const given = meaningfulText(first)
  const family = meaningfulText(last)
  if (given && family) return { first: given, last: family }
  return splitName(given || family)
}

/** The first plausible phone number: at least seven digits, not all of them 0. */
export function phoneOf(texts: readonly string[]): string {
  const isNumber = (text: string) => /[1-9]/.test(text) && (text.match(/\d/g)?.length ?? 0) >= 7
  return meaningfulText(texts.find(isNumber))
}

/** An e-mail address, or '' when it can't be one. */
export function emailOf(text: string | undefined): string {
  const written = meaningfulText(text)
  return /^[^\s@]+@[^\s@]+$/.test(written) ? written : ''
}
