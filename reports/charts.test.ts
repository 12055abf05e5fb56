import { bars, type ChartSpec, chartColumns, stack, trend, withSwitches } from '@leaselight/model'
import { expect, test } from 'vitest'
import { reports } from './register'

/** What a chart has a mark for: days, rows of the table or of a variant of it, or nothing but the total. */
function marksOf({ kind, variant }: ChartSpec): string {
  if (kind === 'trend') return 'days'
  if (kind === 'funnel' || kind === 'distribution') return 'total'
  return JSON.stringify(variant?.switches ?? 'rows')
}

/** Bars of one column over the table's own rows: the table draws them itself below the column that sorts it. */
const isInTable = (spec: ChartSpec): boolean => spec.kind === 'bars' && !spec.beside && !spec.variant

/** Two charts that show the same column of the same rows, or of the same days. */
const saysAgain = (one: ChartSpec, other: ChartSpec): boolean =>
  marksOf(one) === marksOf(other) && chartColumns(one).some((column) => chartColumns(other).includes(column))

/** The charts of a page that answer no question of their own. */
const needless = (charts: readonly ChartSpec[]): ChartSpec[] =>
  charts.filter((spec, index) => isInTable(spec) || charts.slice(0, index).some((before) => saysAgain(before, spec)))

test('every chart of a report answers a question of its own', () => {
  for (const { key, charts } of reports) expect([key, needless(charts)]).toEqual([key, []])
})

test('a chart is needless that the table or a chart before it shows, and none of other rows', () => {
  const all = trend('leads', 'visits')
  const parts = stack(['answered', 'missed'], { share: true })
  const byUnit = withSwitches({ by: 'unit' }, bars('toRent'))
  expect(needless([all, parts, byUnit, bars('linear', 10, 'last')])).toEqual([])
  expect(needless([bars('leads')])).toEqual([bars('leads')])
  expect(needless([all, trend('visits')])).toEqual([trend('visits')])
  expect(needless([parts, bars('missed', 10, 'calls')])).toEqual([bars('missed', 10, 'calls')])
  expect(needless([byUnit, withSwitches({ by: 'unit' }, stack(['toRent', 'leased']))])).toHaveLength(1)
})
