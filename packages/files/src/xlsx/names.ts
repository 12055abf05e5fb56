/** The longest name of a worksheet. */
const MAX_NAME = 31

/** The names of worksheets after their titles: without the characters that are forbidden there, short, each once. */
export function sheetNames(titles: readonly string[]): string[] {
  const taken = new Set<string>()
  return titles.map((title) => {
    const clean = title
      .replace(/[[\]:*?/\\]|\p{Cc}/gu, ' ')
      .replace(/\s+/g, ' ')
      .replace(/^[' ]+|[' ]+$/g, '')
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : ` (${number})`
      const name = `${(clean || 'Sheet').slice(0, MAX_NAME - suffix.length).trimEnd()}${suffix}`
      const key = name.toLowerCase()
      // Excel keeps this name for itself.
      if (taken.has(key) || key === 'history') continue
      taken.add(key)
      return name
    }
  })
}

const LETTERS = 26

/** The letters of a column, counted from 0: `A`, `Z`, `AA`. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode('A'.charCodeAt(0) + (index % LETTERS))
  return index < LETTERS ? last : `${columnLetters(Math.floor(index / LETTERS) - 1)}${last}`
}
