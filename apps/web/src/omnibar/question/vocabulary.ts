import type { Dimension, ReportDefinition } from '@leaselight/model'
import { otherWordsOf } from '../synonyms'
import { DATE_WORDS } from './days'
import { ATTRIBUTES, namedGroupings } from './groupings'
import { FILLERS } from './phrases'
import { correctionsOf, phraseOf, type Token, tokensOf } from './tokens'
import type { Grouping, Meaning, MeaningOf, NumberPlace, Value } from './types'
import { type Entities, isOfProperties, type NamedValue, namedValues } from './values'

/** A name of something that can be asked for. */
export interface Term {
  words: readonly { word: string; stem: string }[]
  /** How far it is from the thing's own name: what is nearer goes first. */
  distance: number
  meaning: Meaning
}

/** The product's own words, by the stem of a term's first word. */
export interface Vocabulary {
  terms: ReadonlyMap<string, readonly Term[]>
  /** The known words that are nearest to one that isn't known; none for a known one. */
  corrections: (token: Token) => readonly string[]
  /** Numbers to ask for, where a question names none. */
  suggestions: readonly MeaningOf<'number'>[]
  /** The properties, as values to filter by. */
  properties: readonly Value[]
}

/** How far a name is from the thing: its own, one of its own words, the trade's, or a part of the name. */
const DISTANCE = { own: 0, word: 0.5, trade: 1, bare: 2, part: 3 } as const

/** Builds the vocabulary from the reports' definitions and the company's names. No report is known by name. */
export function buildVocabulary(reports: readonly ReportDefinition[], entities: Entities): Vocabulary {
  const terms: Term[] = []
  const add = (name: string, distance: number, meaning: Meaning) => {
    // People write what has a hyphen in one word, too.
    const spellings = /\p{L}-\p{L}/u.test(name) ? [name, name.replaceAll('-', '')] : [name]
    for (const spelling of spellings) {
      const words = tokensOf(spelling)
      if (words.length > 0) terms.push({ words, distance, meaning })
    }
  }
  const numbers = namedNumbers(reports)
  for (const { name, meaning } of numbers)
    add(name, Math.min(...meaning.places.map(({ rank }) => RANKS[rank] ?? DISTANCE.trade)), meaning)
  for (const report of reports) add(report.title, DISTANCE.own, { kind: 'report', report })
  for (const grouping of groupingsOf(reports, entities))
    for (const name of grouping.names) add(name, DISTANCE.bare, { kind: 'grouping', grouping: grouping.grouping })
  const values = namedValues(reports, entities)
  for (const { value, names, weakNames } of values) {
    const meaning: Meaning = { kind: 'value', value }
    for (const name of names) add(name, DISTANCE.own, meaning)
    for (const name of weakNames) add(name, DISTANCE.trade, meaning)
  }
  for (const [part, owners] of partialNames(values))
    for (const value of owners) add(part, DISTANCE.part, { kind: 'value', value })
  const byStem = new Map<string, Term[]>()
  for (const term of terms) {
    const stem = term.words[0]?.stem ?? ''
    const known = byStem.get(stem)
    if (known) known.push(term)
    else byStem.set(stem, [term])
  }
  return {
    terms: byStem,
    corrections: corrector(terms),
    suggestions: suggestionsOf(reports, numbers),
    properties: values.flatMap(({ value }) => (isOfProperties(value) ? [value] : [])),
  }
}

const RANKS = [DISTANCE.own, DISTANCE.word, DISTANCE.trade]

interface NamedNumber {
  name: string
  meaning: MeaningOf<'number'>
}

/** Every number by its label, its own words, and the trade's words. */
function namedNumbers(reports: readonly ReportDefinition[]): NamedNumber[] {
  const found = new Map<string, NamedNumber>()
  for (const report of reports)
    for (const [column, definition] of Object.entries(report.columns)) {
      if (definition.kind === 'fact') continue
      const { label, words = [] } = definition
      const ranked = [[label], words, otherWordsOf(definition)]
      for (const [rank, names] of ranked.entries())
        for (const name of names) {
          const key = phraseOf(name)
          const known = found.get(key)
          const places = known?.meaning.places ?? []
          if (places.some((place) => place.report === report && place.column === column)) continue
          const meaning = {
            kind: 'number' as const,
            label,
            ...known?.meaning,
            places: [...places, { report, column, rank }],
          }
          found.set(key, { name, ...known, meaning })
        }
    }
  return [...found.values()].map(({ name, meaning }) => ({ name, meaning: rankedByLabel(meaning) }))
}

/** A word that one report declares for a number is as good for the same number of the others. */
function rankedByLabel(meaning: MeaningOf<'number'>): MeaningOf<'number'> {
  const labelOf = ({ report, column }: NumberPlace) => report.columns[column]?.label
  const declared = new Set(meaning.places.filter(({ rank }) => rank === 1).map(labelOf))
  const places = meaning.places.map((place) =>
    place.rank === 2 && declared.has(labelOf(place)) ? { ...place, rank: 1 } : place,
  )
  return { ...meaning, places }
}

function groupingsOf(
  reports: readonly ReportDefinition[],
  { attributes }: Entities,
): { names: string[]; grouping: Grouping }[] {
  const named = [...namedGroupings(reports)].map(([name, dimensions]) => ({
    names: [name],
    grouping: { label: name, dimensions },
  }))
  const ofAttributes = (dimension: Dimension, keys: readonly string[]) =>
    [...new Set(keys)].map((key) => ({
      names: [key],
      grouping: { label: key, dimensions: [dimension], attribute: key },
    }))
  return [
    ...named.filter(({ grouping }) => !grouping.dimensions.every((one) => ATTRIBUTES.includes(one))),
    ...ofAttributes(
      'custom-attribute',
      attributes.property.map(({ group }) => group),
    ),
    ...ofAttributes(
      'source-attribute',
      attributes.source.map(({ group }) => group),
    ),
  ]
}

/** A part of more names than these, such as "Village", names none of them. */
const MOST_NAMESAKES = 8

/** The parts of records' names, with the records that have them in their names. */
function partialNames(values: readonly NamedValue[]): [part: string, owners: Value[]][] {
  const found = new Map<string, Value[]>()
  for (const { value, names, isOwnName } of values)
    for (const part of isOwnName ? names.flatMap(partsOf) : []) {
      const owners = found.get(part)
      if (owners) owners.push(value)
      else found.set(part, [value])
    }
  return [...found].filter(([, { length }]) => length <= MOST_NAMESAKES)
}

/** The runs of words inside a name, without those that begin or end with a word that says nothing. */
function partsOf(name: string): string[] {
  const words = tokensOf(name).map(({ word }) => word)
  const says = (word: string | undefined): boolean => word !== undefined && word.length > 1 && !FILLERS.has(word)
  return words.flatMap((_, start) =>
    words.slice(start).flatMap((_, more) => {
      const part = words.slice(start, start + more + 1)
      return part.length < words.length && says(part[0]) && says(part.at(-1)) ? [part.join(' ')] : []
    }),
  )
}

function corrector(terms: readonly Term[]): Vocabulary['corrections'] {
  const known = new Set([
    ...DATE_WORDS,
    ...terms.flatMap(({ words }) => words.flatMap(({ word, stem }) => [word, stem])),
  ])
  const cache = new Map<string, readonly string[]>()
  return (token) => {
    if (known.has(token.word) || known.has(token.stem) || FILLERS.has(token.word)) return []
    const key = `${token.word} ${token.isLast}`
    const found = cache.get(key) ?? correctionsOf(token, known)
    cache.set(key, found)
    return found
  }
}

/** The main numbers of the start page. */
function suggestionsOf(reports: readonly ReportDefinition[], numbers: readonly NamedNumber[]): MeaningOf<'number'>[] {
  const first = reports.toSorted((a, b) => (a.pinned ?? reports.length) - (b.pinned ?? reports.length))[0]
  const labels = first?.tiles.flatMap((column) => first.columns[column]?.label ?? []) ?? []
  return labels.flatMap((label) => numbers.find(({ name }) => name === label)?.meaning ?? [])
}
