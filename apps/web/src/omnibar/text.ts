/** Text in the form in which it is compared: lower case without accents. */
export const normalize = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

export const wordsOf = (text: string): string[] => normalize(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** How many letters may be wrong in a word of that length. */
const slips = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2)

/** Whether a typed word is another one but for a slip: a wrong, missing, added, or swapped letter. */
export function isMisspelled(typed: string, meant: string, allowed = slips(typed.length)): boolean {
  // The beginning of a longer word is typed first.
  const ends = [meant, meant.slice(0, typed.length), meant.slice(0, typed.length + 1)]
  return allowed > 0 && ends.some((end) => editDistance(typed, end) <= allowed)
}

/** The Damerau-Levenshtein distance of neighbors: the fewest letters to change, add, take away, or swap. */
export function editDistance(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let row = 1; row <= a.length; row++) {
    const line = [row]
    for (let at = 1; at <= b.length; at++) {
      const same = a[row - 1] === b[at - 1]
      const swapped = row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1]
      line[at] = Math.min(
        (last[at] ?? 0) + 1,
        (line[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (same ? 0 : 1),
        ...(swapped ? [(before[at - 2] ?? 0) + 1] : []),
      )
    }
    ;[before, last] = [last, line]
  }
  return last[b.length] ?? 0
}
