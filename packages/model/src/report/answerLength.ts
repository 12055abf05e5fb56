import { truncateName } from '../format/text'

/**
 * How long an answer may be. Two lines of its page hold 120 letters, and a line may end early, because a number is never
 * parted from its word.
 */
export const ANSWER_LENGTH = 108

/** A name keeps as many letters, however little room there is. */
const SHORTEST_NAME = 12

/** A sentence, and what is said instead of it where it has no room. */
export interface SaidShorter {
  text: string
  shorter?: string
  /** The sentence with names of at most so many letters. */
  withNamesOf?: (letters: number) => string
}

/** A sentence about names, which are shortened where it must be said and has no room. */
export const naming = (names: readonly string[], say: (names: readonly string[]) => string): SaidShorter => ({
  text: say(names),
  withNamesOf: (letters) => say(names.map((name) => truncateName(name, letters))),
})

/** A sentence of an answer; the smaller its rank, the more it tells. */
export interface RankedSentence extends SaidShorter {
  rank: number
}

/** The sentences that fit, in their order: what tells least is left out first. The one that tells most always stays. */
export function fitSentences(sentences: readonly RankedSentence[]): string[] {
  const kept = new Map<RankedSentence, string>()
  let room = ANSWER_LENGTH
  for (const sentence of sentences.filter(({ text }) => text).toSorted((a, b) => a.rank - b.rank)) {
    const whole = [sentence.text, sentence.shorter].find((text) => text !== undefined && text.length <= room)
    const said = whole ?? (kept.size === 0 ? withShortNames(sentence) : undefined)
    if (said === undefined) continue
    room -= said.length + 1
    kept.set(sentence, said)
  }
  return sentences.flatMap((one) => kept.get(one) ?? [])
}

/** The sentence with names as long as it has room for. */
function withShortNames({ text, withNamesOf }: SaidShorter): string {
  let said = text
  for (let letters = ANSWER_LENGTH; withNamesOf && letters >= SHORTEST_NAME && said.length > ANSWER_LENGTH; letters--)
    said = withNamesOf(letters)
  return said
}

/** An answer by lines: two sentences that each fit in one stand below each other; more, or longer ones, share their lines. */
export function answerLines(sentences: readonly string[], fits: (sentence: string) => boolean): readonly string[] {
  return sentences.length === 2 && sentences.every(fits) ? sentences : [sentences.join(' ')]
}
