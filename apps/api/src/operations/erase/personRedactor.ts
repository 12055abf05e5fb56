import { parsePhone } from '@leaselight/model'

/** The replacement for redacted text. */
export const ERASED_TEXT = '[erased]'

// A name has at least two words: a first name alone identifies no one. `%20` separates words in URLs.
const WORD = /%20|[\p{L}\p{N}]+/gu
// In a URL, `%40` is the encoded @.
const EMAIL = /[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/gi
const NUMBER = /\+?\d[\d\s().\-/]{5,}\d/g
const BETWEEN = /^(\s|%20|[.,+_-]){1,3}$/
const MIN_DIGITS = 7
const WHOLE_NUMBER = 10

const tokenize = (text: string): string[] => [...text.toLowerCase().matchAll(WORD)].map(([word]) => word)

/** A phone number's digits without the country code; undefined for fewer digits than a number has. */
function normalizePhone(text: string): string | undefined {
  const digits = text.replace(/\D/g, '')
  return digits.length < MIN_DIGITS ? undefined : digits.slice(-WHOLE_NUMBER)
}

const normalizeEmail = (text: string): string => text.toLowerCase().replace('%40', '@')

/**
 * Redacts people's names, phone numbers and e-mail addresses, however they are written: `Ana Cruz`, `CRUZ, ANA`,
 * `(555) 010-1002`, `Ana@Example.com`. A text without any of them is returned unchanged.
 */
export function personRedactor(people: readonly string[]): (text: string) => string {
  const names = new Set<string>()
  const numbers = new Set<string>()
  const emails = new Set<string>()
  let longest = 0
  for (const one of people) {
    for (const [email] of one.matchAll(EMAIL)) emails.add(normalizeEmail(email))
    if (one.includes('@')) continue
    // A field may have several numbers, or an extension after one.
    const dialed = parsePhone(one)?.e164
    const number = normalizePhone(dialed ?? (/\p{L}/u.test(one) ? '' : one))
    if (number) numbers.add(number)
    const words = tokenize(one).filter((word) => word !== '%20')
    if (words.length < 2 || number) continue
    longest = Math.max(longest, words.length)
    names.add(words.join(' '))
    names.add([words.at(-1), ...words.slice(0, -1)].join(' '))
  }
  return (text) => {
    const places = [...nameRanges(text, names, longest), ...phoneRanges(text, numbers), ...emailRanges(text, emails)]
    if (places.length === 0) return text
    places.sort(([a], [b]) => a - b)
    let better = ''
    let at = 0
    for (const [start, end] of places) {
      if (start < at) continue
      better += text.slice(at, start) + ERASED_TEXT
      at = end
    }
    return better + text.slice(at)
  }
}

type TextRange = readonly [start: number, end: number]

function nameRanges(text: string, names: ReadonlySet<string>, longest: number): TextRange[] {
  if (names.size === 0) return []
  const words = [...text.matchAll(WORD)]
    .filter(([word]) => word !== '%20')
    .map(({ 0: word, index }) => ({ word: word.toLowerCase(), start: index, end: index + word.length }))
  const places: TextRange[] = []
  for (const [from, first] of words.entries()) {
    let name = first.word
    let found: TextRange | undefined
    for (let to = from + 1; to < Math.min(words.length, from + longest); to++) {
      const [before, word] = [words[to - 1], words[to]]
      if (!before || !word || !BETWEEN.test(text.slice(before.end, word.start))) break
      name += ` ${word.word}`
      if (names.has(name)) found = [first.start, word.end]
    }
    if (found) places.push(found)
  }
  return places
}

function phoneRanges(text: string, numbers: ReadonlySet<string>): TextRange[] {
  if (numbers.size === 0) return []
  return [...text.matchAll(NUMBER)].flatMap(({ 0: number, index }): TextRange[] =>
    numbers.has(normalizePhone(number) ?? '') ? [[index, index + number.length]] : [],
  )
}

function emailRanges(text: string, emails: ReadonlySet<string>): TextRange[] {
  if (emails.size === 0) return []
  return [...text.matchAll(EMAIL)].flatMap(({ 0: email, index }): TextRange[] =>
    emails.has(normalizeEmail(email)) ? [[index, index + email.length]] : [],
  )
}
