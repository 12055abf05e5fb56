import { allowedFilters, type ReportDefinition } from '@leaselight/model'
import { ASKING } from './phrases'
import { type Span, segment } from './segment'
import { fitOf } from './settle'
import { type Token, tokensOf } from './tokens'
import type { Known, Meaning, NumberPlace, Part, Place, Question } from './types'
import type { Vocabulary } from './vocabulary'

/** Longer questions are read up to here; the rest is said to be unread. */
const MOST_WORDS = 60

/**
 * Reads a question in words: a number or a report, and what narrows it. Null for words that ask for nothing: a name
 * alone is found, not asked for.
 */
export function readQuestion(text: string, vocabulary: Vocabulary, known: Known): Question | null {
  const all = tokensOf(text)
  const tokens = all.slice(0, MOST_WORDS)
  const spans = segment(tokens, vocabulary, known.today)
  const said = spans.filter(({ meanings }) => meanings.length > 0)
  const meant = said.filter(({ meanings }) => meanings[0]?.kind !== 'unread')
  const asks = spans.some(({ start, meanings }) => meanings.length === 0 && ASKING.has(tokens[start]?.word ?? ''))
  const found = bestTarget(meant, known)
  const others = meant.filter((span) => span !== found?.span && !(found && isIn(span, found.place.report)))
  if (!found && !others.some(({ meanings }) => meanings.some(({ kind }) => kind in DATED))) return null
  const unread = [...unreadRuns(tokens, spans), ...runOf(all.slice(MOST_WORDS))]
  if (others.length === 0 && !asks && unread.length === 0) return null
  const takesNone = found !== undefined && others.every((span) => fitOfSpan(found.place.report, span, known) === 0)
  return {
    target: found?.place ?? null,
    places: found ? placesOf(found.span) : [],
    parts: withoutRepeats(others.map((span) => partOf(span, tokens, found?.place.report, known))),
    unread,
    isPlain: takesNone && !asks,
  }
}

/** What makes words a question even without a number. */
const DATED: Readonly<Partial<Record<Meaning['kind'], true>>> = { dates: true, grouping: true, comparison: true }

interface Candidate {
  place: Place
  span: Span
  rank: number
  /** Where its meaning is among those of its words, the nearest first. */
  order: number
  fit: number
}

/** The number that can take most of the words; of several the one that is called so, then the first. */
function bestTarget(spans: readonly Span[], known: Known): Candidate | undefined {
  const fits = fitsIn(spans, known)
  const candidates = spans.flatMap((span) =>
    span.meanings.flatMap((meaning, order): Candidate[] => {
      const candidate = (place: Place, rank: number): Candidate => {
        const own = lengthOf(span) * (rank < REPORT ? 1 : FIT.loose)
        return { place, span, rank, order, fit: own + fits(place.report, span) }
      }
      if (meaning.kind === 'report') return [candidate({ report: meaning.report, column: null }, REPORT)]
      if (meaning.kind !== 'number') return []
      return meaning.places.map(({ report, column, rank }) => candidate({ report, column }, rank))
    }),
  )
  return candidates.sort(
    (a, b) =>
      b.fit - a.fit ||
      a.rank - b.rank ||
      a.order - b.order ||
      Number(isTitle(b.place)) - Number(isTitle(a.place)) ||
      Number(isOfOne(a.place)) - Number(isOfOne(b.place)),
  )[0]
}

/** A report by its title goes after numbers that are called so, and before what is also called so. */
const REPORT = 1.5

/** Whether a report is about one property: what is asked for all goes elsewhere first. */
const isOfOne = ({ report }: Place): boolean => allowedFilters(report).includes('property')

/** Whether the report is called like its number: `Calls` are first of all those of the report Calls. */
function isTitle({ report, column }: Place): boolean {
  return column !== null && report.columns[column]?.label.toLowerCase() === report.title.toLowerCase()
}

/** How much a word counts that names a record, an option, or something that is only also called so. */
const FIT = { name: 1.1, option: 0.9, loose: 0.4 } as const
const lengthOf = ({ start, end }: Span): number => end - start

/** How much of the words besides its own a report can take. */
function fitsIn(spans: readonly Span[], known: Known): (report: ReportDefinition, own: Span) => number {
  const byReport = new Map<ReportDefinition, number[]>()
  return (report, own) => {
    const fits = byReport.get(report) ?? spans.map((span) => lengthOf(span) * fitOfSpan(report, span, known))
    byReport.set(report, fits)
    return fits.reduce((sum, fit, index) => (spans[index] === own ? sum : sum + fit), 0)
  }
}

function fitOfSpan(report: ReportDefinition, span: Span, known: Known): number {
  const fits = span.meanings.map((meaning) => {
    const fit = fitOf(report, meaning, known)
    if (meaning.kind !== 'value') return fit
    // A name of its own, such as a source's, is rather that than a report of that name.
    return fit * (meaning.value.isName ? FIT.name : FIT.option)
  })
  return Math.max(isIn(span, report) ? 1 : 0, ...fits)
}

/** Whether words name a report, or a number in it by the report's own title. */
const isIn = ({ meanings }: Span, report: ReportDefinition): boolean =>
  meanings.some((meaning) => meaning.kind === 'report' && meaning.report === report)

function placesOf({ meanings }: Span): NumberPlace[] {
  const places = meanings.flatMap((meaning) => (meaning.kind === 'number' ? meaning.places : []))
  return places
    .filter(
      ({ report, column }, index) =>
        places.findIndex((other) => other.report === report && other.column === column) === index,
    )
    .sort((a, b) => a.rank - b.rank)
}

function partOf(
  { start, end, meanings }: Span,
  tokens: readonly Token[],
  report: ReportDefinition | undefined,
  known: Known,
): Part {
  const ranked = meanings
    .map((meaning, index) => ({ meaning, index, fit: report ? fitOf(report, meaning, known) : 0 }))
    .sort((a, b) => b.fit - a.fit || Number(isTarget(a.meaning)) - Number(isTarget(b.meaning)) || a.index - b.index)
    .map(({ meaning }) => meaning)
  const [first, ...others] = ranked
  if (!first) throw new Error('Words without a meaning are no part of a question.')
  const said = tokens.slice(start, end).map(({ word }) => word)
  return { id: String(start), said: said.join(' '), meaning: first, others: others.filter((one) => !isTarget(one)) }
}

/** Each value once: the words of a name may be apart. */
function withoutRepeats(parts: readonly Part[]): Part[] {
  const values = parts.map(({ meaning }) => (meaning.kind === 'value' ? meaning.value : null))
  return parts.filter((_, index) => values[index] === null || values.indexOf(values[index] ?? null) === index)
}

const isTarget = ({ kind }: Meaning): boolean => kind === 'number' || kind === 'report'

/** The words in no span, those side by side together, as they were typed. */
function unreadRuns(tokens: readonly Token[], spans: readonly Span[]): string[] {
  const isRead = (at: number) =>
    spans.some(({ start, end, meanings }) => start <= at && at < end && meanings[0]?.kind !== 'unread')
  const runs: Token[][] = []
  for (const [at, token] of tokens.entries()) {
    if (isRead(at)) continue
    if (at > 0 && !isRead(at - 1)) runs.at(-1)?.push(token)
    else runs.push([token])
  }
  return runs.flatMap(runOf)
}

const runOf = (tokens: readonly Token[]): string[] =>
  tokens.length > 0 ? [tokens.map(({ raw }) => raw).join(' ')] : []
