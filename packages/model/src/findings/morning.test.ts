import { expect, test } from 'vitest'
import { judge } from '../judgement/judge'
import { describeDecision } from '../judgement/words'
import { count } from '../report/columns'
import { defineReport } from '../report/definition'
import type { ReportResult } from '../report/result'
import { initialState } from '../report/state'
import { resultWith } from '../testing'
import { findingDetails, findingOnPaper, findingsOnPaper, morningAnswer } from './morning'
import type { WordedFinding } from './words'

const report = defineReport({
  key: 'morning',
  apiKey: 'MorningReport',
  title: 'Morning',
  path: '/morning',
  section: 'Insights',
  gate: 'general',
  question: 'How are we doing?',
  answer: ['{leases:lease}.'],
  defaultFilters: ['dateRange', 'propertyIds'],
  additionalFilters: [],
  rows: ['property'],
  columns: { leases: count('Leases', 'All.') },
  tiles: ['leases'],
  charts: [],
})
const state = initialState(report)

function resultOf(current: number, prior: number): ReportResult {
  const evidence = (value: number) => ({ kind: 'count' as const, value, events: value })
  const decision = judge({ current: evidence(current), prior: evidence(prior) })
  const leases = describeDecision(decision, {
    column: report.columns.leases,
    ...{ current, prior, priorText: String(prior) },
  })
  return resultWith({
    report: 'morning',
    period: { start: '2026-03-08', end: '2026-03-14' },
    priorPeriod: { start: '2026-03-01', end: '2026-03-07' },
    total: { leases: current },
    priorTotal: { leases: prior },
    judgement: { leases },
  })
}

const finding = (propertyId: number | null): WordedFinding => ({
  key: `property:${propertyId}:phone`,
  topic: 'phone',
  about: 'Phone calls',
  subject: { kind: propertyId === null ? 'company' : 'property', propertyId, name: 'Oak Court' },
  sentence: 'Oak Court misses 4 of 9 calls.',
  comparison: 'Before Feb 15, it would have been 1.',
  since: '2026-02-15',
  sinceText: 'since about Feb 15',
  cost: { leases: 2, dollars: 3000, text: 'costs about 2 leases a month' },
  who: ['Ana Ruiz'],
  trend: [],
  history: [],
  usual: null,
  level: null,
  proofs: [],
  around: [],
  link: { report: 'calls', params: {}, href: '/calls' },
})

test('says that everything else is as usual only where each number was judged so', () => {
  const said = (count: number, result: ReportResult) => {
    const { sentences, changes, otherwise } = morningAnswer(count, report, state, result)
    return [...sentences, ...changes.map(({ text }) => text), otherwise].filter(Boolean)
  }
  expect(said(2, resultOf(30, 31))).toEqual(['Two things need you.', 'Everything else is as usual.'])
  expect(said(1, resultOf(30, 90))).toEqual(['One thing needs you.', 'Leases fell to 30 from 90.'])
  expect(said(12, resultOf(3, 2))).toEqual(['12 things need you.', 'Too few to compare with the period before.'])
  expect(said(0, resultOf(30, 31))).toEqual([
    'Nothing needs you.',
    '30 leases.',
    'As usual compared with the period before.',
  ])
})

test('tells on paper what the screen tells, of the chosen properties, the heaviest first', () => {
  const findings = [1, 2, 2, 2, 2, 2, 2, null].map(finding)
  const at = (propertyIds: number[]) =>
    findingsOnPaper({ findings }, report, { ...state, filters: { ...state.filters, propertyIds } }, resultOf(30, 31))
  expect(at([])).toMatchObject({
    answer: { sentences: [expect.stringMatching(/^Eight things/), expect.anything()] },
    smaller: 3,
  })
  expect(at([1]).items).toEqual([
    {
      sentence: 'Oak Court misses 4 of 9 calls.',
      details:
        'Before Feb 15, it would have been 1. Most of it: Ana Ruiz. Since about Feb 15. Costs about 2 leases a month.',
      trend: [],
      usual: null,
    },
  ])
  expect(findingDetails({ ...finding(1), who: [], sinceText: '' })).toEqual(['Costs about 2 leases a month.'])
})

test('tells on a report’s paper the heaviest finding that it shows, with its course where the number is its own', () => {
  const trend = [3, 4, 9]
  const usual = { low: 2, high: 5 }
  const proof = (key: string, sentence: string) =>
    ({ report: key, sentence }) as unknown as WordedFinding['proofs'][number] // Paper reads nothing else of it.
  const calls = {
    ...finding(2),
    trend,
    usual,
    proofs: [proof('calls', 'It misses calls.'), proof('morning', 'It leases.')],
  }
  const at = (key: string, propertyIds: number[] = []) =>
    findingOnPaper([finding(1), calls], { key }, { ...state, filters: { ...state.filters, propertyIds } })
  const details = 'Since about Feb 15.'
  expect(at('calls')).toEqual({ sentence: 'It misses calls.', details, trend, usual })
  expect(at('morning')).toEqual({ sentence: 'It leases.', details, trend: [], usual: null })
  expect([at('calls', [1]), at('tours')]).toEqual([null, null])
})
