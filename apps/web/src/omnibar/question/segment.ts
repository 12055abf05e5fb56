import type { Day } from '@leaselight/model'
import { datesAt } from './dates'
import { DATE_WORDS } from './days'
import {
  COMPARISON_FILLERS,
  COMPARISON_MARKERS,
  COMPARISONS,
  FILLERS,
  GROUPING_MARKERS,
  NEGATIONS,
  SPOKEN_COMPARISONS,
} from './phrases'
import { stemOf, type Token } from './tokens'
import type { Meaning } from './types'
import type { Term, Vocabulary } from './vocabulary'

/** Words that belong together, and what they can mean, the nearest first; nothing for words that only ask. */
export interface Span {
  start: number
  end: number
  meanings: readonly Meaning[]
  /** How sure it is. */
  points: number
}

/** Each understood word counts, each further span costs: few long spans are likelier than many short ones. */
const [WORD, SPAN, FILLER, NEGATED] = [10, 3, 4, 1]
const COST = { stem: 0.4, corrected: 3, marked: -2 } as const

/** Divides the words of a question into spans, so that as much as possible is understood. Unread words are in none. */
export function segment(tokens: readonly Token[], vocabulary: Vocabulary, today: Day): Span[] {
  const corrected = tokens.map((token) => vocabulary.corrections(token))
  const dated = tokens.map((token, at) => {
    const word = corrected[at]?.find((one) => DATE_WORDS.includes(one))
    return word === undefined ? token : { ...token, word }
  })
  // The best way to read the words up to each place.
  const best: { points: number; span: Span | null }[] = [{ points: 0, span: null }]
  for (const at of tokens.keys()) {
    keep(best, at + 1, { points: best[at]?.points ?? 0, span: null })
    for (const span of spansAt(tokens, { corrected, dated }, at, vocabulary, today))
      keep(best, span.end, { points: (best[at]?.points ?? 0) + span.points, span })
  }
  const spans: Span[] = []
  for (let at = tokens.length; at > 0; ) {
    const span = best[at]?.span
    if (span) spans.unshift(span)
    at = span ? span.start : at - 1
  }
  return spans
}

function keep(best: { points: number; span: Span | null }[], at: number, next: { points: number; span: Span | null }) {
  const known = best[at]
  if (!known || next.points > known.points) best[at] = next
}

interface Readings {
  corrected: readonly (readonly string[])[]
  /** The words with those that are misspelled corrected. */
  dated: readonly Token[]
}

function spansAt(tokens: readonly Token[], readings: Readings, at: number, vocabulary: Vocabulary, today: Day): Span[] {
  const { dated } = readings
  const token = tokens[at]
  if (!token) return []
  const spans = termSpans(tokens, readings, at, vocabulary)
  for (const marker of GROUPING_MARKERS)
    if (marker.every((word, index) => tokens[at + index]?.word === word))
      for (const span of termSpans(tokens, readings, at + marker.length, vocabulary)) {
        const meanings = span.meanings.filter(({ kind }) => kind === 'grouping')
        const points = span.points + marker.length * WORD - COST.marked
        if (meanings.length > 0) spans.push({ ...span, start: at, meanings, points })
      }
  const dates = datesAt(dated, at, today)
  if (dates) spans.push(spanOf(at, dates.length, [{ kind: 'dates', readings: dates.readings }]))
  const compared = comparisonAt(dated, at, today)
  if (compared) spans.push(compared)
  if (NEGATIONS.has(token.word))
    for (const span of [...spansAt(tokens, readings, at + 1, vocabulary, today)])
      if (span.meanings.some(({ kind }) => kind === 'value'))
        spans.push({ ...unread(at, span.end), points: span.points + NEGATED })
  if (FILLERS.has(token.word)) spans.push({ start: at, end: at + 1, meanings: [], points: FILLER })
  return spans
}

const spanOf = (start: number, length: number, meanings: readonly Meaning[], cost = 0): Span => ({
  start,
  end: start + length,
  meanings,
  points: length * WORD - SPAN - cost,
})

/** Words that are taken together, and not understood. */
const unread = (start: number, end: number): Span => ({ start, end, meanings: [{ kind: 'unread' }], points: 0 })

/** Further meanings are those of many people of one name. */
const MOST_MEANINGS = 24

/** The terms that begin at a place, together by where they end. */
function termSpans(tokens: readonly Token[], { corrected }: Readings, at: number, { terms }: Vocabulary): Span[] {
  const token = tokens[at]
  if (!token) return []
  const first = new Set([token.stem, ...(corrected[at] ?? []).map(stemOf)])
  const byEnd = new Map<number, { term: Term; cost: number }[]>()
  for (const stem of first)
    for (const term of terms.get(stem) ?? []) {
      const cost = costOf(tokens, corrected, at, term)
      if (cost === null) continue
      const end = at + term.words.length
      byEnd.set(end, [...(byEnd.get(end) ?? []), { term, cost: cost + term.distance }])
    }
  return [...byEnd].map(([end, found]) => {
    const sorted = found.toSorted((a, b) => a.cost - b.cost)
    return spanOf(
      at,
      end - at,
      sorted.slice(0, MOST_MEANINGS).map(({ term }) => term.meaning),
      sorted[0]?.cost,
    )
  })
}

/** How far the words at a place are from a term's; null where they are other words. */
function costOf(
  tokens: readonly Token[],
  corrected: readonly (readonly string[])[],
  at: number,
  { words }: Term,
): number | null {
  let cost = 0
  for (const [index, meant] of words.entries()) {
    const token = tokens[at + index]
    if (!token) return null
    if (token.word === meant.word) continue
    // A word that asks, as in "show me", isn't the plural that counts something.
    if (words.length === 1 && FILLERS.has(token.word)) return null
    if (token.stem === meant.stem) cost += COST.stem
    else if (corrected[at + index]?.some((word) => word === meant.word || word === meant.stem)) cost += COST.corrected
    else return null
  }
  return cost
}

function comparisonAt(tokens: readonly Token[], at: number, today: Day): Span | null {
  const matches = (phrase: readonly string[], from: number) =>
    phrase.every((word, index) => tokens[from + index]?.word === word)
  for (const [phrase, basis] of SPOKEN_COMPARISONS) {
    const words = phrase.split(' ')
    if (matches(words, at)) return spanOf(at, words.length, [{ kind: 'comparison', comparison: { basis } }])
  }
  const marker = COMPARISON_MARKERS.find((words) => matches(words, at))
  if (!marker) return null
  let from = at + marker.length
  while (COMPARISON_FILLERS.has(tokens[from]?.word ?? '')) from++
  for (const [phrase, basis] of COMPARISONS) {
    const words = phrase.split(' ').filter((word) => !COMPARISON_FILLERS.has(word))
    if (matches(words, from))
      return spanOf(at, from + words.length - at, [{ kind: 'comparison', comparison: { basis } }])
  }
  const dates = datesAt(tokens, from, today)
  const reading = dates?.readings.find(({ past }) => past)
  if (!dates || !reading?.past) return null
  return spanOf(at, from + dates.length - at, [
    { kind: 'comparison', comparison: { range: reading.past, label: reading.label } },
  ])
}
