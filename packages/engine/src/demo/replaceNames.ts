/** A name and what is to stand in its place. */
export type Replacement = readonly [real: string, sample: string]

interface Known {
  /** In lower case. */
  real: string
  sample: string
}

/**
 * Replaces names in a text, the longest first, each only where it stands as whole words. A text is read once, word by
 * word, however many names there are: a company has thousands.
 * @param casing `as written`: a name that a text begins small (`will`, not `Will`) is a word and no name
 */
export function nameReplacer(
  replacements: readonly Replacement[],
  casing: 'as written' | 'any' = 'any',
): (text: string) => string {
  const byFirstWord = new Map<string, Known[]>()
  for (const [name, sample] of replacements) {
    const real = name.trim().toLowerCase()
    const first = WORD.exec(real)?.[0]
    // A name that begins with a sign is found by its first word, the sign left standing.
    if (first)
      byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { real: real.slice(real.indexOf(first)), sample }])
  }
  if (byFirstWord.size === 0) return (text) => text
  for (const known of byFirstWord.values()) known.sort((a, b) => b.real.length - a.real.length)
  return (text) => {
    const lower = text.toLowerCase()
    // Some letters change their length with their case; then places in the two texts would not agree.
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
