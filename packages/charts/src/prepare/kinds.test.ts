import {
  atLeast,
  bars,
  type ChartSpec,
  compare,
  completeCells,
  defineReport,
  distribution,
  ratio,
  stack,
  tooFewToDraw,
  trend,
} from '@leaselight/model'
import { describe, expect, test } from 'vitest'
import { calls, leads, testResult, testRow, testState } from '../testing'
import { prepareChart } from '.'

const week = { start: '2026-03-02', end: '2026-03-08' }
const before = { start: '2026-02-23', end: '2026-03-01' }

test('a line over shares uses their scale and its own color, and changes the title', () => {
  const rated = defineReport({
    ...calls,
    columns: { ...calls.columns, rate: ratio('answered', 'totalCalls', 'Answered %', '', { format: 'percent' }) },
  })
  const day = (statusName: string, answered: number, missed: number) =>
    testRow(rated.columns, 'statusName', statusName, { totalCalls: answered + missed, answered, missed })
  const result = testResult(
    {
      period: week,
      priorPeriod: before,
      rows: [day('Answered', 3, 1), day('Missed', 0, 0)],
      total: { totalCalls: 40, answered: 30, missed: 10, rate: 0.75 },
      priorTotal: { totalCalls: 40, answered: 20, missed: 20, rate: 0.5 },
    },
    rated,
  )
  const spec = stack(['answered', 'missed'], { share: true, line: 'rate' })
  const model = prepareChart(spec, rated, result, testState(rated, { groupBy: 'status' }))
  expect(model?.title).toBe('Answered % up 25 pts from the week before')
  expect(model?.series.at(-1)).toMatchObject({ key: 'rate', values: [0.75, null], asLine: true })
  expect(new Set(model?.series.map(({ color }) => color)).size).toBe(3)
})

test('nothing is drawn of a share without cases, whatever its definition gives', () => {
  const scored = defineReport({
    ...calls,
    columns: {
      ...calls.columns,
      score: ratio('answered', 'totalCalls', 'Score', '', { format: 'percent', whenEmpty: 1 }),
    },
  })
  const numbers = (answered: number) => completeCells(scored.columns, { totalCalls: answered, answered, missed: 0 })
  const row = (name: string, answered: number) => testRow(scored.columns, 'statusName', name, numbers(answered))
  const rows = [row('Answered', 4), row('Missed', 0)]
  const days = { start: '2026-03-02', end: '2026-03-04' }
  const series = [4, 0, 2].map((answered, index) => ({ day: `2026-03-0${index + 2}`, ...numbers(answered) }))
  const result = testResult({ period: days, rows, total: numbers(6), series }, scored)
  const state = testState(scored, { groupBy: 'status' })
  const drawn = (spec: ChartSpec) => prepareChart(spec, scored, result, state)?.series.at(-1)
  expect(rows.map(({ score }) => score)).toEqual([1, 1])
  expect(drawn(stack(['answered', 'missed'], { share: true, line: 'score' }))?.values).toEqual([1, null])
  expect(drawn(trend('score'))).toMatchObject({ values: [1, null, 1], texts: ['4 of 4', '—', '2 of 2'] })
})

test('rows without any of the parts are counted in the note, not drawn', () => {
  const row = (name: string, answered: number, missed: number) =>
    testRow(calls.columns, 'property', name, { totalCalls: answered + missed, answered, missed })
  const rows = [row('Oak', 3, 1), row('Elm', 0, 0), row('Ash', 0, 0)]
  const from = testResult({ rows, total: { totalCalls: 4, answered: 3, missed: 1 } })
  const model = prepareChart(stack(['answered', 'missed']), calls, from, testState(calls, { groupBy: 'property' }))
  expect([model?.categories, model?.note]).toEqual([['Oak'], 'Not shown: 2 rows of 3 with none.'])
})

test('too few cases are no picture, and the reader is given the reason', () => {
  const rows = [testRow(calls.columns, 'property', 'Oak', { answered: 8 })]
  const spec = atLeast(30, 'answered', bars('answered'))
  const draw = (answered: number) =>
    prepareChart(spec, calls, testResult({ rows, total: { answered } }), testState(calls, { groupBy: 'property' }))
  expect([draw(29), draw(30)]).toMatchObject([null, { kind: 'bars' }])
  expect(tooFewToDraw(spec, calls.columns, { answered: 29 })).toBe('Answered: 29. A picture needs at least 30.')
  expect(tooFewToDraw(spec, calls.columns, { answered: 30 })).toBeNull()
  expect(tooFewToDraw(bars('answered'), calls.columns, {})).toBeNull()
})

test('two columns side by side have a plain name', () => {
  const rows = [
    testRow(calls.columns, 'property', 'Oak', { answered: 8, missed: 7 }),
    testRow(calls.columns, 'property', 'Elm', { answered: 5, missed: 1 }),
  ]
  const draw = (beside: string) =>
    prepareChart(
      bars('answered', 10, beside),
      calls,
      testResult({ rows, total: { answered: 13, missed: 8 } }),
      testState(calls),
    )
  expect(draw('missed')?.title).toBe('Answered and missed by property')
  expect(draw('missed')?.series.map(({ values }) => values)).toEqual([
    [8, 5],
    [7, 1],
  ])
})

test('a distribution compares shares, since two periods are rarely of one size', () => {
  const rate = ratio('answered', 'totalCalls', 'Answered %', 'Answered divided by calls.', { format: 'percent' })
  const named = { ...calls, columns: { ...calls.columns, rate }, nouns: { answered: 'calls with an answer' } }
  const totals = (answered: number, missed: number) =>
    completeCells(named.columns, { totalCalls: answered + missed, answered, missed })
  const result = testResult({ total: totals(36, 4), priorTotal: totals(12, 12) }, named)
  const model = prepareChart(distribution('answered', 'missed'), named, result, testState(calls))
  expect(model?.title).toBe('The share of calls with an answer rose to 90% from 50%')
  expect(model?.series.map(({ values }) => values)).toEqual([
    [0.9, 0.1],
    [0.5, 0.5],
  ])
  expect(model?.series.map(({ annotations }) => annotations)).toEqual([
    ['36', '4'],
    ['12', '12'],
  ])
  // Its title comes from the judgement of the share, as the answer above it does.
  const rateAsUsual = {
    ...result,
    judgement: testResult({ total: totals(36, 4), priorTotal: totals(35, 5) }, named).judgement,
  }
  expect(prepareChart(distribution('answered', 'missed'), named, rateAsUsual, testState(named))?.title).toBe(
    'Answered to missed',
  )
  const few = testResult({ total: { answered: 3, missed: 1 }, priorTotal: { answered: 1, missed: 1 } }, calls)
  const small = prepareChart(distribution('answered', 'missed'), calls, few, testState(calls))
  expect(small?.title).toBe('Answered to missed')
  expect(small?.series[0]?.texts).toEqual(['3 of 4', '1 of 4'])
  expect(prepareChart(distribution('answered', 'missed'), calls, testResult({}), testState(calls))).toBeNull()
})

describe('a comparison', () => {
  const columns = {
    ...leads.columns,
    visitPerProspect: ratio('visits', 'prospects', 'Visited %', '', { format: 'percent' }),
  }
  const report = defineReport({ ...leads, columns })
  const spec = compare('How far they got', ['Visited', 'Shown'], {
    Ours: ['visitPerProspect', 'showPerVisit'],
    Theirs: ['showPerVisit', 'visitPerProspect'],
  })

  test('has the shares of each group beside each other, which open the people they count', () => {
    const total = completeCells(columns, { prospects: 40, visits: 30, shows: 6 })
    const model = prepareChart(spec, report, testResult({ total }), testState(report))
    expect(model).toMatchObject({ title: 'How far they got', categories: ['Visited', 'Shown'], format: 'percent' })
    expect(model?.series.map(({ label, values, texts }) => [label, values, texts])).toEqual([
      ['Ours', [0.75, 0.2], ['75%', '20%']],
      ['Theirs', [0.2, 0.75], ['20%', '75%']],
    ])
    expect(model?.series[0]?.annotations).toEqual(['30', '6'])
    expect(model?.series[0]?.marks?.map((mark) => mark?.column)).toEqual(['visits', 'shows'])
  })

  test('is left out where nobody got anywhere', () => {
    const total = completeCells(columns, { prospects: 4, visits: 0, shows: 0 })
    expect(prepareChart(spec, report, testResult({ total }), testState(report))).toBeNull()
  })
})
