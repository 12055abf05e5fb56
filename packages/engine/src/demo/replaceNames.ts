/** A name and its replacement. */
export type Replacement = readonly [real: string, sample: string]

interface Known {
  /** In lower case. */
  real: string
  sample: string
}

/**
 * Replaces names in a text where they occur as whole words, the longest first. It reads the text once, word by word,
 * because a company has thousands of names.
 * @param casing `as written`: an occurrence that starts in lower case (`will`, not `Will`) is a word, not a name
 */
export function nameReplacer(
  replacements: readonly Replacement[],
  casing: 'as written' | 'any' = 'any',
): (text: string) => string {
  const byFirstWord = new Map<string, Known[]>()
  for (const [name, sample] of replacements) {
    const real = name.trim().toLowerCase()
    const first = WORD.exec(real)?.[0]
    // A name that begins with punctuation is found by its first word, and the punctuation stays.
    if (first)
      byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { real: real.slice(real.indexOf(first)), sample }])
  }
  if (byFirstWord.size === 0) return (text) => text
  for (const known of byFirstWord.values()) known.sort((a, b) => b.real.length - a.real.length)
  return (text) => {
    const lower = text.toLowerCase()
    // Some letters change length with case, which would shift positions between the two texts.
    const searched = lower.length === text.length ? lower : text
    let done = 0
    let written = ''
    for (const { 0: word, index } of searched.matchAll(WORDS)) {
      if (index < done) continue
      const found = byFirstWord.get(word)?.find(({ real }) => matchesAt(searched, index, real))
      if (!found || (casing === 'as written' && /^\p{Ll}/u.test(text.slice(index)))) continue
      written += text.slice(done, index) + found.sample
      done = index + found.real.length
    }
    return done === 0 ? text : written + text.slice(done)
  }
}

const WORD = /[\p{L}\p{N}]+/u
const WORDS = /[\p{L}\p{N}]+/gu

const matchesAt = (text: string, index: number, name: string): boolean =>
  text.startsWith(name, index) && !/^[\p{L}\p{N}]/u.test(text.slice(index + name.length, index + name.length + 2))
