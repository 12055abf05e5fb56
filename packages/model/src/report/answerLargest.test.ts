import { expect, it } from 'vitest'
import { resultWith } from '../testing'
import { firstTwoSentence, largestSentence } from './answerLargest'
import { checkDefinition } from './checkDefinition'
import { count, distinct, ratio } from './columns'
import { defineReport, type ReportDefinition } from './definition'
import type { ReportResult } from './result'
import { initialState } from './state'

const byReason = {
  ...({ rows: 'loss-reason', column: 'lost', whole: 'lost', wholeOf: 'total' } as const),
  says: '“{name}” is the most common reason given: {part} of {whole:prospect}.',
  both: '“{name}” and “{second}” are the most common: {part} of {whole:prospect}.',
}
const report = defineReport({
  key: 'lost',
  apiKey: 'LostReport',
  title: 'Lost',
  path: '/lost',
  section: 'Leads',
  gate: 'general',
  question: 'Why?',
  defaultFilters: ['dateRange', 'propertyIds'],
  additionalFilters: ['prospectsByCreateDate'],
  rows: ['loss-reason'],
  columns: {
    lost: count('Lost', 'All.'),
    visits: distinct('With visit', 'Those who visited.'),
    leases: distinct('With lease', 'Those who leased.'),
    visitRate: ratio('visits', 'lost', 'Visit rate', '', { visibleWhen: { with: 'prospectsByCreateDate' } }),
    leaseRate: ratio('leases', 'visits', 'Lease rate', '', { visibleWhen: { with: 'prospectsByCreateDate' } }),
  },
  tiles: ['lost'],
  charts: [],
  largest: [byReason],
})
const state = initialState(report)

const resultOf = (reasons: Record<string, number>, total: Record<string, number>): ReportResult =>
  resultWith({
    report: report.key,
    rows: Object.entries(reasons).map(([name, lost]) => ({
      ...{ key: name, depth: 0, parent: null, lost },
      lossReason: name === 'Unknown' ? null : name,
    })),
    total,
  })
const said = (reasons: Record<string, number>) => {
  const lost = Object.values(reasons).reduce((sum, number) => sum + number, 0)
  return largestSentence(report, state, resultOf(reasons, { lost }))?.text ?? ''
}

it('names the row that leads by more than chance', () => {
  expect(said({ 'Too expensive': 67, 'Moved away': 30, Unknown: 158 })).toBe(
    '“Too expensive” is the most common reason given: 67 of 255 prospects.',
  )
})

it('names two that lead together', () => {
  expect(said({ 'Too expensive': 251, 'Moved away': 247, 'No answer': 202 })).toBe(
    '“Too expensive” and “Moved away” are the most common: 498 of 700 prospects.',
  )
})

it.each([
  ['the lead is chance', { 'Too expensive': 40, 'Moved away': 35, 'No answer': 31 }],
  ['there are fewer than 20 cases', { 'Too expensive': 14, 'Moved away': 1 }],
  ['the largest has no name of its own', { Other: 67, 'Too expensive': 12 }],
  ['there is nothing to compare it with', { 'Too expensive': 67, Unknown: 3 }],
])('names none where %s', (_, reasons) => {
  expect(said(reasons)).toBe('')
})

const nearOf = (...near: [string, string]) => ({ ...report, largest: [{ ...byReason, near }] })

it('counts the first two where none leads, however few, and none without a name', () => {
  const near = nearOf('{name}: {part}{each}', '{second}: {other}')
  const counted = (reasons: Record<string, number>) =>
    firstTwoSentence(near, state, resultOf(reasons, { lost: 0 }))?.text ?? ''
  expect(counted({ Other: 9, 'Moved away': 3, 'Too expensive': 4, Unknown: 8 })).toBe(
    'Too expensive: 4, Moved away: 3.',
  )
  expect(counted({ 'Moved away': 3, 'Too expensive': 0, Unknown: 8 })).toBe('')
  expect(counted({ 'Moved away': 3, 'Too expensive': 2, 'No answer': 2 })).toBe('')
})

it('says who share the first place, or how many, and nothing where most do', () => {
  const shared = (near: string, sizes: readonly number[]) =>
    firstTwoSentence(
      nearOf(near, '{second} {other}'),
      state,
      resultOf(Object.fromEntries(sizes.map((size, index) => [`${'ABCDEFG'[index]}`, size])), { lost: 0 }),
    )
  expect(shared('{name} got {part:lead}{each}', [2, 2, 2, 1, 1, 1])).toEqual({
    text: 'A, B and C got 2 leads each.',
    shorter: '3 loss reasons got 2 leads each.',
  })
  expect(shared('“{name}” led to {part:visit}{each}', [2, 2, 2, 1, 1, 1])?.text).toBe(
    '“A”, “B” and “C” led to 2 visits each.',
  )
  expect(shared('{name} brought {part} of them{each}', [4, 4, 4, 1, 1, 1])?.text).toBe(
    'A, B and C brought 4 of them each.',
  )
  expect(shared('{name} had {part:visit}{each} without one', [4, 4, 4, 1, 1, 1])?.text).toBe(
    'A, B and C had 4 visits each without one.',
  )
  expect(shared('{name} got {part:lead}{each}', [2, 2, 2, 2, 1, 1])).toBeNull()
  expect(shared('{name} got {part:lead}{each}', [1, 1, 1])).toBeNull()
})

it('counts a row in its own whole, and tries the next sentence where one does not hold', () => {
  const own: ReportDefinition = {
    ...report,
    largest: [
      byReason,
      { groups: { visitors: ['visits'], renters: ['leases'] }, says: 'Most are {name}: {part} of {whole}.' },
    ],
  }
  const result = resultOf({ A: 40, B: 41 }, { lost: 81, visits: 60, leases: 20 })
  expect(largestSentence(own, state, result)?.text).toBe('Most are visitors: 60 of 80.')
  const inRow: ReportDefinition = {
    ...report,
    largest: [{ rows: 'loss-reason', column: 'lost', whole: 'visits', wholeOf: 'row', says: byReason.says }],
  }
  const rows = result.rows.map((row, index) => ({ ...row, lost: index === 0 ? 5 : 41, visits: 90 }))
  expect(largestSentence(inRow, state, { ...result, rows })?.text).toBe(
    '“B” is the most common reason given: 41 of 90 prospects.',
  )
})

it('counts a row without what another column counts, and rows beside the report’s own', () => {
  const of = { whole: 'lost', wholeOf: 'row', says: '{name}: {part} of {whole}.' } as const
  const without: ReportDefinition = {
    ...report,
    largest: [{ ...of, rows: 'loss-reason', column: 'lost', less: 'visits' }],
  }
  const result = resultOf({ A: 90, B: 80 }, { lost: 170 })
  const rows = result.rows.map((row, index) => ({ ...row, visits: index === 0 ? 80 : 20 }))
  expect(largestSentence(without, state, { ...result, rows })?.text).toBe('B: 60 of 80.')
  const beside: ReportDefinition = {
    ...report,
    metadata: { byType: { kind: 'rows', of: 'visit-type', description: '' } },
    largest: [{ ...of, rows: 'visit-type', column: 'lost' }],
  }
  const types = rows.map((row) => ({ ...row, visitType: row.key, visitTypeName: `Type ${row.key}`, lost: row.visits }))
  expect(largestSentence(beside, state, { ...result, metadata: { byType: types } })?.text).toBe('Type A: 80 of 80.')
  expect(largestSentence(beside, state, { ...result, metadata: { byType: null } })).toBeNull()
})

it('tells before which stage most are lost, where the stages are of the same people', () => {
  const steps: ReportDefinition = {
    ...report,
    largest: [
      {
        first: 'lost',
        steps: { visits: 'before a visit', leases: 'after the visit' },
        says: 'We lose the most {name}: {part} of {whole:prospect}.',
      },
    ],
  }
  const result = resultOf({}, { lost: 222, visits: 51, leases: 27 })
  expect(largestSentence(steps, state, result)).toBeNull()
  const cohort = { ...state, filters: { ...state.filters, prospectsByCreateDate: true } }
  expect(largestSentence(steps, cohort, result)?.text).toBe('We lose the most before a visit: 171 of 222 prospects.')
  const settling = {
    state: 'settling',
    tone: 'neutral',
    direction: 'down',
    deviations: 0,
    words: '',
    change: '',
  } as const
  const open = { ...result, judgement: { visits: { ...settling, low: null, high: null } } }
  expect(largestSentence(steps, cohort, open)?.text).toBe(
    'We lose the most before a visit: 171 of 222 prospects so far.',
  )
})

it('is of columns that exist', () => {
  expect(() => checkDefinition({ ...report, largest: [{ ...byReason, column: 'gold' }] })).toThrow(
    'there is no column "gold"',
  )
})
