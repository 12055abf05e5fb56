/** One utterance: speaker, time in seconds from the start, and text. */
export interface Utterance {
  speaker: string
  time: number
  transcript: string
}

/** The utterance at a time: the last that has begun; −1 before the first. */
export function utteranceAt(utterances: readonly Utterance[], time: number): number {
  return utterances.findLastIndex((one) => one.time <= time)
}

/** A piece of a text, and whether it matches the search. */
export interface TextPart {
  text: string
  isMatch: boolean
}

/** Splits a text at the matches of a search; like the search itself, it ignores case. */
export function splitMatches(text: string, search: string): TextPart[] {
  const words = search.trim()
  if (words === '') return [{ text, isMatch: false }]
  const pattern = new RegExp(`(${words.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')})`, 'giu')
  return text
    .split(pattern)
    .map((piece, index) => ({ text: piece, isMatch: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
