/** A phone number that can be called. */
export interface PhoneNumber {
  /** The number in E.164: `+14255550120`. */
  e164: string
  /** The extension's digits; '' without one. */
  extension: string
  /** The display format: `(425) 555-0120`, `(425) 555-0120 x12`; an international number as entered. */
  text: string
}

/** A longer text is a note, even if it contains numbers. */
const MAX_WRITTEN = 200
/** What a spreadsheet adds to a number: an apostrophe that makes it text, or decimals. */
const SPREADSHEET = /^'|(?<=^\d{10,11})\.0+$/
const LABEL = /^(?:tel:|\p{L}[\p{L} ]*[:.]?)\s*(?=[+(\d])/iu
const EXTENSION = /[\s,;]*(?:ext(?:ension|n)?\.?|x|#)\s*(\d{1,7})$/i
const SEVERAL = /[;,/|\n]|\s+or\s+|\s+and\s+/i
const NUMBER = /^[+\d\s().\-–‑·/]+$/
/** Area code and exchange of a North American number begin with 2 to 9. */
const NORTH_AMERICAN = /^[2-9]\d{2}[2-9]\d{6}$/
const INTERNATIONAL = /^[1-9]\d{7,14}$/

/**
 * Parses a phone number as people and systems write it. Without a country code it is a US number. Of several numbers in
 * one field, the first is used. Null when the number is ambiguous.
 */
export function parsePhone(written: string): PhoneNumber | null {
  if (written.length > MAX_WRITTEN) return null
  const whole = written.trim().replace(SPREADSHEET, '').replace(LABEL, '')
  return parseOne(whole) ?? parseFirst(whole)
}

/** A phone number for display: `(425) 555-0120`; as entered when it can't be parsed. */
export const formatPhone = (written: string): string => parsePhone(written)?.text ?? written.trim()

/** The URL that calls a number: `tel:+14255550120;ext=12`. */
export const phoneHref = ({ e164, extension }: PhoneNumber): string =>
  `tel:${e164}${extension === '' ? '' : `;ext=${extension}`}`

function parseFirst(whole: string): PhoneNumber | null {
  for (const part of whole.split(SEVERAL)) {
    const found = parseOne(part.trim().replace(LABEL, ''))
    if (found) return found
  }
  return null
}

function parseOne(text: string): PhoneNumber | null {
  const extension = EXTENSION.exec(text)?.[1] ?? ''
  const number = extension === '' ? text : text.replace(EXTENSION, '')
  const e164 = NUMBER.test(number) ? toE164(number) : null
  if (e164 === null) return null
  return { e164, extension, text: `${readable(e164, number)}${extension === '' ? '' : ` x${extension}`}` }
}

function toE164(number: string): string | null {
  const compact = number.replace(/[^\d+]/g, '')
  // A plus sign anywhere else belongs to a second number.
  if (compact.lastIndexOf('+') > 0) return null
  const digits = compact.replace('+', '')
  if (/^(\d)\1*$/.test(digits)) return null
  const abroad = compact.startsWith('+')
    ? number
    : /^\s*(?:011|00)[1-9]/.test(compact)
      ? compact.slice(exitCode(compact))
      : null
  if (abroad === null) {
    const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
    return NORTH_AMERICAN.test(national) ? `+1${national}` : null
  }
  // The 0 in `+44 (0)20` is dialed within the country only.
  const dialed = abroad.replace('(0)', '').replace(/\D/g, '')
  if (dialed.startsWith('1')) return dialed.length === 11 ? `+${dialed}` : null
  return INTERNATIONAL.test(dialed) ? `+${dialed}` : null
}

const exitCode = (compact: string): number => (compact.startsWith('011') ? 3 : 2)

function readable(e164: string, written: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164) ?? []
  return area ? `(${area}) ${exchange}-${line}` : written.trim().replace(/\s+/g, ' ')
}
