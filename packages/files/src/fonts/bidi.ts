import bidiFactory from 'bidi-js'

/** Consecutive characters of a line in reading order. */
export interface DirectionalRun {
  text: string
  /** Whether it is read from right to left. */
  isRightToLeft: boolean
}

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

const bidi = bidiFactory()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A line as pieces from left to right, with the characters of each in reading order. */
export function splitByDirection(line: string): DirectionalRun[] {
  if (!RIGHT_TO_LEFT.test(line)) return [{ text: line, isRightToLeft: false }]
  // The page is written from left to right, like the screen.
  const embedding = bidi.getEmbeddingLevels(line, 'ltr')
  const { levels } = embedding
  const places = bidi.getReorderedIndices(line, embedding)
  const pieces: DirectionalRun[] = []
  for (let at = 0; at < places.length; ) {
    const first = places[at] ?? 0
    const isRightToLeft = (levels[first] ?? 0) % 2 === 1
    const step = isRightToLeft ? -1 : 1
    let length = 1
    while (places[at + length] === first + step * length && levels[first + step * length] === levels[first]) length++
    const start = isRightToLeft ? first - length + 1 : first
    const text = line.slice(start, start + length)
    pieces.push({ text: isRightToLeft ? mirrorBrackets(text) : text, isRightToLeft })
    at += length
  }
  return pieces
}

/** Whether some characters are read from right to left; these make a shaper reverse the text. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text)

/** The characters in reverse order. */
export const reverseGraphemes = (text: string): string =>
  [...graphemes.segment(text)]
    .map(({ segment }) => segment)
    .reverse()
    .join('')

/** Mirrored brackets, as they appear in right-to-left text. */
const mirrorBrackets = (text: string): string =>
  [...text].map((letter) => bidi.getMirroredCharacter(letter) ?? letter).join('')
