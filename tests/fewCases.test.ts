import { formatSeriesValue } from '@leaselight/charts'
import { prepareChart } from '@leaselight/charts/prepare'
import { buildMailTiles } from '@leaselight/files'
import {
  buildTable,
  chartState,
  initialState,
  judgeTable,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  reportAnswer,
  visibleTiles,
} from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { openTestStore, type TestStore, viewer } from '@leaselight/reports/testing'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** The fixture company has fewer than a hundred cases of anything: neither a share nor a score of it has decimals. */
let store: TestStore
beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())

/** Shares of something counted, and averages of something measured. */
function isOfCases({ columns }: ReportDefinition, key: string): boolean {
  const column = columns[key]
  if (column?.kind === 'measure') return column.format === 'tenths' && !column.additive
  if (column?.kind !== 'ratio' && column?.kind !== 'share') return false
  return column.format === 'percent' && column.of.every((part) => columns[part]?.format === 'integer')
}

describe.each(reports.map((report) => [report.key, report] as const))('%s', (_, report) => {
  it('has no decimals of few cases', async () => {
    const state = initialState(report)
    const result = await store.engineAt(fixtureCompany.now).runReport(report, state, viewer('manager', 201), {
      depth: 'all',
    })
    const table = buildTable(report, result, state)
    const judged = judgeTable(report, result, state, table.columns)
    const cells = table.columns.flatMap(({ key }, at) => {
      if (!isOfCases(report, key)) return []
      const changes = [...result.rows.map(({ key }) => judged?.row(key)), judged?.total].map((row) => row?.[at])
      return [
        ...[...table.rows, table.total].map(({ texts }) => texts[at]),
        ...changes.flatMap((one) => [one?.prior, one?.words]),
      ]
    })
    const tiles = visibleTiles(report, state).flatMap((key, at) =>
      isOfCases(report, key) ? [buildMailTiles(documentOf(report, state, result))[at]?.value] : [],
    )
    const charts = report.charts.flatMap((spec) => {
      const model = spec.variant ? null : prepareChart(spec, report, result, chartState(spec, state))
      if (!model) return []
      const values = model.series.flatMap((series) =>
        isOfCases(report, series.key)
          ? series.values.map((value, index) => (value === null ? '' : formatSeriesValue(series, index, model.format)))
          : [],
      )
      return [...values, model.title, model.unit, model.note]
    })
    const said = [...cells, ...tiles, ...charts, ...reportAnswer(report, state, result).sentences]
    expect(said.filter((text) => /\d\.\d/.test(text ?? ''))).toEqual([])
  })
})

const documentOf = (report: ReportDefinition, state: ReportState, result: ReportResult) => ({
  ...{ report, state, result, company: 'Harborline', filterSummary: [], generatedAt: fixtureCompany.now },
})
