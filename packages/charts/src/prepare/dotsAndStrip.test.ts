import { defineReport, dots, type Row, ratio, resultOfRows, strip } from '@leaselight/model'
import { expect, test } from 'vitest'
import { stripLines } from '../draw/strip'
import { chartSvg } from '../svg'
import { toTable } from '../table'
import { calls, testResult, testRow, testState } from '../testing'
import { prepareChart } from '.'

test('a dot for each row that has a place, and what has none in the note', () => {
  const source = (name: string, totalCalls: number, answered: number, missed: number | null) =>
    testRow(calls.columns, 'property', name, { totalCalls, answered, missed })
  const rows = [source('Oak', 40, 30, 5), source('Elm', 8, 5, 90), source('Ash', 9, 9, null), source('Fir', 0, 0, 0)]
  const draw = (from: Row[]) =>
    prepareChart(dots('totalCalls', 'missed', 'answered'), calls, testResult({ rows: from }), testState(calls))
  expect(draw(rows)).toMatchObject({
    title: 'Calls against missed',
    answers: [],
    categories: ['Oak', 'Elm'],
    series: [
      { key: 'totalCalls', values: [40, 8], marks: [{ name: 'Oak', column: 'totalCalls' }, { name: 'Elm' }] },
      { key: 'missed', values: [5, 90] },
      { key: 'answered', values: [30, 5] },
    ],
    note: 'Without missed: Ash.',
  })
  // One dot compares nothing.
  expect(draw(rows.slice(1))).toBeNull()
})

test('a strip has a dot for each property, the largest last, with their median; few cases are pale', () => {
  const row = (name: string, missed: number, totalCalls: number) =>
    testRow(calls.columns, 'property', name, { totalCalls, missed })
  const rows = [row('Oak', 40, 50), row('Elm', 5, 9), row('Ash', 12, 30), row('Fir', 0, 0)]
  const draw = (from: Row[], groupBy: 'property' | 'day' = 'property') =>
    prepareChart(strip('missed', 'totalCalls'), calls, testResult({ rows: from }), testState(calls, { groupBy }))
  const model = draw(rows)
  expect(model).toMatchObject({
    title: 'Missed by property',
    categories: ['Elm', 'Ash', 'Oak'],
    pale: [0],
    median: 12,
    series: [
      { key: 'missed', values: [5, 12, 40], marks: [{ name: 'Elm', column: 'totalCalls' }, { name: 'Ash' }, {}] },
      { key: 'totalCalls', values: [9, 30, 50] },
    ],
    unit: 'One dot is one property. Half of them are left of the dashed line, 12.',
    note: 'Pale: fewer than 10 calls.',
  })
  expect(model && toTable(model).rows).toEqual([
    ['Elm', '5', '9'],
    ['Ash', '12', '30'],
    ['Oak', '40', '50'],
  ])
  // The worst are named: of what should be high, those on the left.
  const rated = defineReport({
    ...calls,
    columns: { ...calls.columns, rate: ratio('answered', 'totalCalls', 'Rate', '', { format: 'percent' }) },
  })
  const shares = ([0.1, 0.5, 0.6, 0.7, 0.9] as const).map((rate, at) =>
    testRow(rated.columns, 'property', `P${at}`, { totalCalls: 100, answered: 100 * rate, rate }),
  )
  const ofRates = prepareChart(
    strip('rate', 'totalCalls'),
    rated,
    testResult({ rows: shares }),
    testState(rated, { groupBy: 'property' }),
  )
  expect([model?.worst, ofRates?.worst]).toEqual([undefined, 'left'])
  const named = (one: typeof model) => one && chartSvg(one, { width: 800, height: 200 }).match(/P\d|Oak|Elm|Ash/g)
  // Elm has too few cases to be called the worst, and half of them are no better than P2.
  expect([named(model), named(ofRates)]).toEqual([['Oak'], ['P0', 'P1']])
  // What would cover its neighbor is on another line.
  const crowded = draw([...rows, row('Yew', 12, 40), row('Gum', 12, 40)])
  expect(crowded && new Set(stripLines(crowded)).size).toBe(3)
  // Narrowed to what a search found, the total is of these.
  const narrowed = resultOfRows(calls, testResult({ rows }), new Set(rows.slice(0, 2).map(({ key }) => key)))
  expect(narrowed.rows.map(({ property }) => property)).toEqual(['Oak', 'Elm'])
  expect(narrowed.total).toMatchObject({ totalCalls: 59, missed: 45 })
  // Where none has cases enough, where the dots are is chance.
  const few = [row('Elm', 5, 9), row('Ash', 2, 8), row('Oak', 1, 9)]
  expect([draw(few), draw([...few, row('Yew', 2, 10)])?.pale]).toEqual([null, [0, 1, 3]])
  // Two dots compare nothing, and days have an order that dots would lose.
  expect([draw(rows.slice(2)), draw(rows, 'day')]).toEqual([null, null])
})
