// Created once: creating a collator takes longer than thousands of comparisons, and a report by agent makes thousands.
const nameCollator = new Intl.Collator('en', { sensitivity: 'base' })

/** The order of names throughout the product: trimmed, ignoring case. */
export function compareNames(a: string, b: string): number {
  return nameCollator.compare(a.trim(), b.trim())
}

/** A label within a sentence: `Follow-ups` → `follow-ups`, but `AI conversations` keeps its capitals. */
export function lowercaseLabel(label: string): string {
  return /^[A-Z][^A-Z]*$/.test(label.split(' ')[0] ?? '') ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

/** A label of two parts as one noun: `Prospects, with AI` → `Prospects with AI`. */
export const asNoun = (label: string): string => label.replace(/, (?=with)/, ' ')

/** The text with a capital at its beginning. */
export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** `['a','b','c']` → `a, b and c`. */
export function joinWithAnd(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

/** A name with at most so many letters. */
export const truncateName = (name: string, longest: number): string =>
  name.length <= longest ? name : `${name.slice(0, longest - 1).trimEnd()}…`

/** A count with its noun: `1 property`, `24 properties`. */
export function pluralize(count: number, one: string, many = pluralOf(one)): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

/** A count within a sentence: `12 leases`, `no leases`; without a noun `12`, `none`. */
export function countInWords(count: number, one?: string, many?: string): string {
  if (count === 0) return one === undefined ? 'none' : `no ${many ?? pluralOf(one)}`
  return one === undefined ? count.toLocaleString('en-US') : pluralize(count, one, many)
}

/** The plural of a noun that forms it by a rule. */
export const pluralOf = (noun: string): string => (/[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`)

/** A noun that is a plural by a rule, in the singular; any other stays. */
export const singularOf = (noun: string): string =>
  /[^aeiou]ies$/.test(noun) ? `${noun.slice(0, -3)}y` : noun.replace(/([^isu])s$/, '$1')

/** A request can't be parsed; the message is a sentence that says what to do. */
export class InputError extends Error {
  constructor(
    message: string,
    readonly field?: string,
  ) {
    super(message)
    this.name = 'InputError'
  }
}
