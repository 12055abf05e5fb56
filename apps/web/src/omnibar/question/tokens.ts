import { editDistance, normalize } from '../text'

/** One word of a question. */
export interface Token {
  /** As it was typed. */
  raw: string
  word: string
  stem: string
  /** What is between it and the word before. */
  joint: string
  /** Whether it ends the text, so that it may not be typed to its end. */
  isLast: boolean
}

/** Signs and short forms with the words they stand for. */
const WRITTEN: Readonly<Record<string, string>> = { '%': 'percent', pct: 'percent', percentage: 'percent' }

/** The words of a text in the form in which they are compared; `%` is one. */
export function tokensOf(text: string): Token[] {
  const plain = text.replaceAll(/['’]s(?![\p{L}\p{N}])/giu, '')
  let end = 0
  return [...plain.matchAll(/[\p{L}\p{N}\p{M}]+|%/gu)].map((match) => {
    const [raw] = match
    const joint = plain.slice(end, match.index)
    end = match.index + raw.length
    const normal = normalize(raw)
    const word = WRITTEN[normal] ?? normal
    return { raw, word, stem: stemOf(word), joint, isLast: end === plain.length }
  })
}

/** A text in the form in which its words are compared. */
export const phraseOf = (text: string): string =>
  tokensOf(text)
    .map(({ word }) => word)
    .join(' ')

/** A word without its plural: `properties` and `property` are the same. */
export function stemOf(word: string): string {
  if (word.length < 4 || !/[a-z]s$/.test(word) || /(ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return /(ss|ch|sh|x)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1)
}

/** How many letters may be wrong in a word of that length. */
const slips = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2)
const MOST_CORRECTIONS = 4

/** The words nearest to one that isn't known: it is misspelled, or the last one and not typed to its end. */
export function correctionsOf({ word, isLast }: Token, words: Iterable<string>): string[] {
  const allowed = slips(word.length)
  if (allowed === 0 || /\d/.test(word)) return []
  let [best, found]: [number, string[]] = [allowed, []]
  for (const other of words) {
    // A short word that differs in one letter is another word.
    if (other.length < 4 || /\d/.test(other)) continue
    const begun = isLast && other.startsWith(word)
    if (!begun && Math.abs(other.length - word.length) > best) continue
    const far = begun ? 0 : editDistance(word, other)
    if (far > best) continue
    if (far < best) [best, found] = [far, []]
    found.push(other)
  }
  return found.slice(0, MOST_CORRECTIONS)
}
