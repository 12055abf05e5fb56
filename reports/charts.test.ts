import {
  bars,
  type ChartSpec,
  chartColumns,
  type Dimension,
  type ReportDefinition,
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
