import { applyFlags, flags, type NameLookup } from '@leaselight/model'
import { reports as register } from '@leaselight/reports'
import { addressParams, stringifySearch } from '../../state/address'
import { createPreferences } from '../../state/preferences'
import { memoryStorage } from '../../testing'
import type { Chip } from './chip'
import { chipsOf } from './chips'
import { notesOf } from './notes'
import { readQuestion } from './read'
import { settle } from './settle'
import type { Known, Question } from './types'
import { buildVocabulary } from './vocabulary'

/** A company for tests of questions: five properties, two agents, six sources, and today is March 15, 2026. */
const properties = new Map([
  [11, 'Harbor Point'],
  [12, 'Sunset Terrace'],
  [13, 'Willow Creek'],
  [14, 'Willow Park'],
  [15, 'Bay Point'],
])
const agents = new Map([
  [101, 'Alice Archer'],
  [102, 'Fay Fox'],
])
const sources = ['Zillow', 'Craigslist', 'Website', 'Drive By', 'Apartments.com', 'Apartments.com Diamond']
const attributes = [
  ['Region', 'West'],
  ['Region', 'North East'],
  ['Class', 'A'],
  ['Class', 'B'],
  // An address can't say it.
  ['Style', 'Mid|High'],
] as const

/** Every report, as a company with every flag has them. */
export const reports = register.map((report) =>
  applyFlags(report, Object.fromEntries(flags.map((flag) => [flag, true]))),
)
const named = (entities: ReadonlyMap<number, string>) => [...entities].map(([key, name]) => ({ key, name }))
export const vocabulary = buildVocabulary(reports, {
  property: named(properties),
  agent: named(agents),
  source: sources.map((name) => ({ key: name, name })),
  attributes: {
    property: attributes.map(([group, value]) => ({ group, value })),
    source: [{ group: 'Type', value: 'ILS' }],
  },
})
const memory = createPreferences(memoryStorage())
export const known: Known = {
  reports,
  // One property has no calls.
  includes: ({ gate }, id) => gate !== 'calls' || id !== 15,
  openingState: (report) => memory.restore(report, new Set(properties.keys())),
  today: '2026-03-15',
}
const names: NameLookup = {
  today: '2026-03-15',
  property: (id) => properties.get(id) ?? 'N/A',
  agent: (id) => agents.get(id) ?? 'N/A',
  attribute: () => 'N/A',
}

/** What a question reads as. */
export const ask = (text: string): Question | null => readQuestion(text, vocabulary, known)

/** A question that must be one. */
export function asked(text: string): Question {
  const question = ask(text)
  if (!question) throw new Error(`“${text}” is read as no question.`)
  return question
}

const settledOf = ({ target, parts }: Question) => (target ? settle(target, parts, known) : null)

/** The state of a question's report. */
export const stateOf = (question: Question) => settledOf(question)?.state

export const chipsIn = (question: Question): Chip[] =>
  chipsOf(question, { known, settled: settledOf(question), names, properties: vocabulary.properties })

/** The chips as text: `~` for what isn't said, `!` for what is left out, and the report behind the number. */
export const chipText = (question: Question): string =>
  chipsIn(question)
    .map(
      ({ label, hint, isAssumed, misfit }) =>
        `${isAssumed ? '~' : ''}${misfit ? '!' : ''}${label}${hint ? ` @${hint}` : ''}`,
    )
    .join(' | ')

/** Where a question leads. */
export function addressOf(question: Question): string {
  const state = stateOf(question)
  const report = question.target?.report
  return report && state ? report.path + stringifySearch(addressParams(report, state)) : ''
}

export const notesIn = (question: Question) => notesOf(question, settledOf(question), known)
