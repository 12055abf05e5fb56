import { describe, expect, it } from 'vitest'
import type { JudgementState } from '../judgement/judge'
import { resultWith } from '../testing'
import { reportAnswer } from './answer'
import { ANSWER_LENGTH } from './answerLength'
import { namedRows } from './answerRows'
import { count } from './columns'
import { defineReport } from './definition'
import type { ReportResult } from './result'
import { initialState } from './state'

const report = defineReport({
  key: 'calls',
  apiKey: 'CallsReport',
  title: 'Calls',
  path: '/calls',
  section: 'Leads',
  gate: 'general',
  question: 'Who answers?',
  defaultFilters: ['dateRange', 'propertyIds', 'groupBy'],
  additionalFilters: [],
  groupByOptions: ['property', 'source', 'hour'],
  rows: ['groupBy'],
  columns: { missed: count('Missed', 'All.', { better: 'lower' }) },
  nouns: { missed: 'missed calls' },
  tiles: ['missed'],
  charts: [],
})
const state = initialState(report)

type Line = [name: string, now: number, before: number, state: JudgementState, deviations: number]

function resultOf(lines: readonly Line[]): ReportResult {
  const rowOf = (name: string, missed: number) => ({
    key: `property:${name}`,
    depth: 0,
    parent: null,
    propertyId: name,
    property: name,
    source: name,
    missed,
  })
  const sum = (at: 1 | 2) => lines.reduce((all, line) => all + line[at], 0)
  return resultWith({
    report: report.key,
    rows: lines.map(([name, now]) => rowOf(name, now)),
    total: { missed: sum(1) },
    priorRows: lines.map(([name, , before]) => rowOf(name, before)),
    priorTotal: { missed: sum(2) },
    rowJudgements: lines.map(([name, , , judged, deviations]) => ({
      key: `property:${name}`,
      states: { missed: judged },
      usual: judged === 'thin' ? null : { column: 'missed', deviations, low: 0, high: 1 },
    })),
  })
}
const calm = (name: string): Line => [name, 20, 21, 'usual', -0.2]
const sentence = (...lines: Line[]) => {
  const named = namedRows(report, state, resultOf(lines))
  return named ? [named.sentence.text, named.others].filter(Boolean).join(' ') : undefined
}

describe('the rows that an answer names', () => {
  it('are those that got worse, the most certain first, and how the others did', () => {
    const willow: Line = ['Willow Creek', 41, 12, 'signal', 5]
    expect(sentence(calm('Aspen'), willow, calm('Oak'))).toBe(
      'Missed calls rose to 41 from 12 at Willow Creek. The other 2 properties are as usual.',
    )
    expect(sentence(willow, calm('Oak'))).toBe(
      'Missed calls rose to 41 from 12 at Willow Creek. The other property is as usual.',
    )
    expect(sentence(willow, ['Elm', 30, 0, 'new', 6], calm('Oak'), ['Fir', 2, 1, 'thin', 0])).toBe(
      'Missed calls rose to 30 from none at Elm and to 41 from 12 at Willow Creek. Of the other 2 properties, 1 is as usual and 1 can’t be compared.',
    )
  })

  it('are those that got better only where none got worse, and never both in one sentence', () => {
    const better: Line = ['Aspen', 5, 40, 'signal', -6]
    expect(sentence(better, calm('Oak'))).toBe(
      'Missed calls fell to 5 from 40 at Aspen. The other property is as usual.',
    )
    expect(
      sentence(
        better,
        ['Willow Creek', 41, 12, 'signal', 4],
        ['Elm', 40, 12, 'signal', 3],
        ['Fir', 39, 12, 'signal', 3],
      ),
    ).toBe(
      'Missed calls rose to 41 from 12 at Willow Creek and to 40 from 12 at Elm. Of the other 2 properties, 1 rose too and 1 fell.',
    )
  })

  it('are none that are usual, thin, nameless, alone, or as far from usual as one of so many is by chance', () => {
    expect(sentence(calm('Aspen'), ['Oak', 4, 1, 'thin', 0])).toBeUndefined()
    expect(sentence(calm('Oak'), ['Other', 41, 12, 'signal', 5])).toBeUndefined()
    expect(sentence(calm('Oak'), ['N/A', 41, 12, 'signal', 5])).toBeUndefined()
    expect(sentence(['Willow Creek', 41, 12, 'signal', 5])).toBeUndefined()
    const many = Array.from({ length: 20 }, (_, at) => calm(`House ${at}`))
    expect(sentence(['Willow Creek', 41, 30, 'signal', 2.1], ...many)).toBeUndefined()
  })

  it('are shortened where their names leave no room for the sentence', () => {
    const long = 'The Residences at Willow Creek Crossing and Marina Village Apartments, Phase Two, North Building'
    const result = resultOf([[long, 41, 12, 'signal', 5], calm('Oak')])
    const said = reportAnswer(report, state, result).sentences.join(' ')
    expect(said.length).toBeLessThanOrEqual(ANSWER_LENGTH)
    expect(said).toMatch(/^Missed calls rose to 41 from 12 at The Residences at Willow Creek Crossing .*…$/)
  })

  it('have a word of their own before their name, and hours have none', () => {
    const by = (groupBy: 'source' | 'hour') =>
      namedRows(
        report,
        { ...state, filters: { ...state.filters, groupBy } },
        resultOf([['Zillow', 41, 12, 'signal', 5], calm('Web')]),
      )
    expect(by('source')?.sentence.text).toBe('Missed calls rose to 41 from 12 for Zillow.')
    expect(by('source')?.others).toBe('The other source is as usual.')
    expect(by('hour')).toBeNull()
  })
})
