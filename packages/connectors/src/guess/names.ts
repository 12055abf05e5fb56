/** The words of a name: `Lead #` → `lead number`, `moveInDate` → `move in date`, `Created (local)` → `created`. */
export const plainWords = (name: string): string =>
  name
    .replace(/\([^)]*\)/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/#/g, ' number ')
    .toLowerCase()
    .replace(/\bno\.?$/, 'number')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const compact = (text: string): string => text.replaceAll(' ', '')

/** 1 for a name itself, less when it is only within the header; 0 when it isn't there. */
export function nameScore(header: string, names: readonly string[]): number {
  let best = 0
  for (const [index, name] of names.entries()) {
    const words = plainWords(name)
    // Earlier names are more certain.
    const certainty = 1 - Math.min(index, 40) / 400
    if (compact(header) === compact(words)) best = Math.max(best, certainty)
    // `Guest Card Created Date`: all words of a name of two or more, in order.
    else if (words.includes(' ') && ` ${header} `.includes(` ${words} `))
      best = Math.max(best, 0.6 * certainty * (words.length / header.length))
  }
  return best
}

/** Whether at least four of five values pass a test. */
export const isMostly = (values: readonly string[], test: (value: string) => boolean): boolean =>
  values.length > 0 && values.filter(test).length >= 0.8 * values.length

/** The distinct texts, the most frequent first. */
export function byFrequency(all: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const value of all) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value)
}
