/**
 * How long an answer may be. Two lines of its page hold 120 letters, and a line may end early, because a number is never
 * parted from its word.
 */
export const ANSWER_LENGTH = 108

/** A sentence, and what is said instead of it where it has no room. */
export interface SaidShorter {
  text: string
  shorter?: string
}

/** A sentence of an answer; the smaller its rank, the more it tells. */
export interface RankedSentence extends SaidShorter {
  rank: number
}

/** The sentences that fit, in their order: what tells least is left out first. The one that tells most always stays. */
export function fitSentences(sentences: readonly RankedSentence[]): string[] {
  const kept = new Map<RankedSentence, string>()
  let length = 0
  for (const sentence of sentences.filter(({ text }) => text).toSorted((a, b) => a.rank - b.rank)) {
    const room = kept.size > 0 ? ANSWER_LENGTH - length - 1 : Number.POSITIVE_INFINITY
    const said = [sentence.text, sentence.shorter].find((text) => text !== undefined && text.length <= room)
    if (said === undefined) continue
    length += said.length + (kept.size > 0 ? 1 : 0)
    kept.set(sentence, said)
  }
  return sentences.flatMap((one) => kept.get(one) ?? [])
}

/** An answer by lines: two sentences that each fit in one stand below each other; more, or longer ones, share their lines. */
export function answerLines(sentences: readonly string[], fits: (sentence: string) => boolean): readonly string[] {
  return sentences.length === 2 && sentences.every(fits) ? sentences : [sentences.join(' ')]
}
