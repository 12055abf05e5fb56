/**
 * How long an answer may be. Two lines of its page hold 120 letters, and a line may end early, because a number is never
 * parted from its word.
 */
export const ANSWER_LENGTH = 108

/** A sentence of an answer; the smaller its rank, the more it tells. */
export interface RankedSentence {
  text: string
  rank: number
}

/** The sentences that fit, in their order: what tells least is left out first. The one that tells most always stays. */
export function fitSentences(sentences: readonly RankedSentence[]): string {
  const kept = new Set<RankedSentence>()
  let length = 0
  for (const sentence of sentences.filter(({ text }) => text).toSorted((a, b) => a.rank - b.rank)) {
    const needed = sentence.text.length + (kept.size > 0 ? 1 : 0)
    if (kept.size > 0 && length + needed > ANSWER_LENGTH) continue
    kept.add(sentence)
    length += needed
  }
  return sentences.flatMap((one) => (kept.has(one) ? [one.text] : [])).join(' ')
}
