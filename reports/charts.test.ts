import { contradictions, testPoints, testResult, testState } from '@leaselight/charts/testing'
import {
  bars,
  type ChartSpec,
  chartColumns,
  completeCells,
  type Dimension,
  type Judgement,
  type ReportDefinition,
  type ReportResult,
  stack,
  trend,
  withSwitches,
} from '@leaselight/model'
import { expect, test } from 'vitest'
import { reports } from './register'

/** What a chart has a mark for: days, rows of the table or of a variant of it, or nothing but the total. */
function marksOf({ kind, variant }: ChartSpec): string {
  if (kind === 'trend') return 'days'
  if (kind === 'funnel' || kind === 'distribution' || kind === 'compare') return 'total'
  return JSON.stringify(variant?.switches ?? 'rows')
}

type Charted = Pick<ReportDefinition, 'charts' | 'rows'>

/** Rows in which a table is read from day to day; bars beside each other show their course. */
const IN_TIME: readonly Dimension[] = ['date', 'week', 'month']

/**
 * Bars over the table's own rows: it draws one column itself, below the numbers that sort it, and the parts of each row
 * are its columns.
 */
function isInTable({ rows: [first] }: Charted, spec: ChartSpec): boolean {
  if (spec.variant || IN_TIME.some((key) => key === first)) return false
  return spec.kind === 'stack' || (spec.kind === 'bars' && !spec.beside)
}

/** Two charts that show the same column of the same rows, or of the same days. */
const saysAgain = (one: ChartSpec, other: ChartSpec): boolean =>
  marksOf(one) === marksOf(other) && chartColumns(one).some((column) => chartColumns(other).includes(column))

/** The charts of a page that answer no question of their own. */
const needless = ({ charts, rows }: Charted): ChartSpec[] =>
  charts.filter(
    (spec, index) =>
      isInTable({ charts, rows }, spec) || charts.slice(0, index).some((before) => saysAgain(before, spec)),
  )

/** A result in which every column rose, and only the headline numbers by no more than usual. */
function risenBesideItsTiles(report: ReportDefinition): ReportResult {
  const [period, priorPeriod] = [
    { start: '2026-03-09', end: '2026-03-15' },
    { start: '2026-03-02', end: '2026-03-08' },
  ]
  const counts = (each: number) => Object.fromEntries(Object.keys(report.columns).map((key) => [key, each]))
  const totals = (each: number) => completeCells(report.columns, counts(each))
  const judgementOf = (state: 'signal' | 'usual'): Judgement => ({
    ...{ state, words: 'was 40', change: '+100.0%', tone: 'neutral', low: null, high: null },
    ...(state === 'signal' ? { direction: 'up', deviations: 4 } : { direction: 'flat', deviations: 1 }),
  })
  return testResult({
    period,
    priorPeriod,
    total: totals(80),
    priorTotal: totals(40),
    judgement: Object.fromEntries(
      Object.keys(report.columns).map((key) => [key, judgementOf(report.tiles.includes(key) ? 'usual' : 'signal')]),
    ),
    series: testPoints(report.columns, period, () => counts(8)),
    priorSeries: testPoints(report.columns, priorPeriod, () => counts(4)),
  })
}

test('no title of a chart tells of a change of which the answer above says that all is as usual', () => {
  for (const report of reports)
    expect([report.key, contradictions(report, testState(report), risenBesideItsTiles(report))]).toEqual([
      report.key,
      [],
    ])
})

test('every chart of a report answers a question of its own', () => {
  for (const report of reports) expect([report.key, needless(report)]).toEqual([report.key, []])
})

test('a chart is needless that the table or a chart before it shows, and none of other rows', () => {
  const all = trend('leads', 'visits')
  const parts = stack(['answered', 'missed'], { share: true })
  const byUnit = withSwitches({ by: 'unit' }, bars('toRent'))
  const of = (rows: Charted['rows'], ...charts: ChartSpec[]) => needless({ rows, charts })
  expect(of(['property'], all, byUnit, bars('linear', 10, 'last'))).toEqual([])
  expect(of(['property'], bars('leads'))).toEqual([bars('leads')])
  expect(of(['property'], parts)).toEqual([parts])
  expect(of(['date', 'property'], parts)).toEqual([])
  expect(of(['property'], all, trend('visits'))).toEqual([trend('visits')])
  expect(of(['date'], parts, bars('missed', 10, 'calls'))).toEqual([bars('missed', 10, 'calls')])
  expect(of(['property'], byUnit, withSwitches({ by: 'unit' }, stack(['toRent', 'leased'])))).toHaveLength(1)
})
