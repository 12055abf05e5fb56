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

/** `4:07`, the usual format of players. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const minutes = Math.floor(whole / 60)
  const rest = String(whole % 60).padStart(2, '0')
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`
}
