const PLACEHOLDER = /\{(\w+)(!)?(?::([^}|]+)(?:\|([^}]+))?)?\}/g

/** A number of an answer: its column, and what is counted. */
interface Placeholder {
  column: string
  /** Whether the sentence says nothing where this is none: `2 of no visits`, `None never heard back`. */
  isRequired: boolean
  one?: string | undefined
  many?: string | undefined
}

/** The columns that a report's answer names. */
export const answerColumns = ({ answer = [] }: { answer?: readonly string[] }): string[] =>
  answer.flatMap((sentence) => [...sentence.matchAll(PLACEHOLDER)].map(([, column = '']) => column))

/** What a report counts: the first noun of its answer; null where the answer has none. */
export function answerNoun({ answer = [] }: { answer?: readonly string[] }): { one: string; many?: string } | null {
  for (const sentence of answer)
    for (const [, , , one, many] of sentence.matchAll(PLACEHOLDER)) if (one) return { one, ...(many && { many }) }
  return null
}

/** A sentence with its numbers; null when one of them is missing. */
export function fillSentence(sentence: string, textOf: (placeholder: Placeholder) => string | null): string | null {
  let isWhole = true
  const filled = sentence.replace(PLACEHOLDER, (_, column: string, required?: string, one?: string, many?: string) => {
    const text = textOf({ column, isRequired: required !== undefined, one, many })
    isWhole &&= text !== null
    return text ?? ''
  })
  return isWhole ? filled : null
}
