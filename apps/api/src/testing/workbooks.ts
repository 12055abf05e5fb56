import type { ReadCell, ReadSheet } from '@leaselight/files/testing'
import {
  buildTable,
  isRecordList,
  parseState,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  resultFrom,
  type TableModel,
} from '@leaselight/model'
import { expect } from 'vitest'
import { bearer, type Subject, type TestServer } from './server'

/** The ways to look at a report in which its table is another one. */
export function viewsOf(report: ReportDefinition): Record<string, string>[] {
  const grouped = report.groupByOptions?.slice(1, 2).map((option) => ({ group_by: option })) ?? []
  const shares = report.viewAsOptions?.includes('PERCENTAGE') ? [{ view_as: 'PERCENTAGE' }] : []
  return [{}, ...grouped, ...shares]
}

/** The report as the screen shows it, with every row opened. */
export interface Screen {
  report: ReportDefinition
  state: ReportState
  result: ReportResult
  table: TableModel
}

export async function screenOf(
  app: TestServer['app'],
  report: ReportDefinition,
  params: Record<string, string>,
  subject: Partial<Subject> = {},
  depth: 'top' | 'all' = 'all',
): Promise<Screen> {
  const { statusCode, body } = await app.inject({
    url: `/api/reports/${report.key}?${new URLSearchParams({ ...params, depth })}`,
    headers: await bearer(subject),
  })
  expect(statusCode, `${report.key}: ${body.slice(0, 300)}`).toBe(200)
  const result = resultFrom(JSON.parse(body))
  const state = parseState(report, params, 'api')
  return { report, state, result, table: buildTable(report, result, state) }
}

const DAY_SECONDS = 86_400
const UNIT_SECONDS = { h: 3600, min: 60, s: 1 }

/** What a formula of a sheet gives; null for an empty text. */
export type FormulaResult = (cell: ReadCell, sheet: ReadSheet) => number | string | null

/**
 * The workbook's second sheet is the screen's table: numbers are numbers, days and times are dates, the rest is text, and
 * the formulas of the total give the screen's total.
 */
export function expectWorkbook(sheets: readonly ReadSheet[], screen: Screen, resultOf: FormulaResult): void {
  const { report, table } = screen
  const [about, sheet] = sheets
  expect(about?.rows[0]?.[0]?.value).toBe(report.title)
  const [header, ...lines] = sheet?.rows ?? []
  expect(header?.map((cell) => cell?.value)).toEqual(table.columns.map(({ label }) => label))
  const read = lines.map((line) =>
    table.columns.map((_, index) => {
      const cell = line[index] ?? null
      if (cell === null || !sheet) return null
      if (/yyyy/.test(cell.format) && typeof cell.value === 'number') return 'a date'
      return rounded(cell.isFormula ? resultOf(cell, sheet) : cell.value)
    }),
  )
  // Records have no total.
  const rows = [...table.rows, ...(isRecordList(report) ? [] : [table.total])]
  expect(read, report.key).toEqual(rows.map((row) => asStored(row, table)))
}

/** A row of the screen as a workbook has it. */
const asStored = ({ values, texts }: TableModel['rows'][number] | TableModel['total'], { columns }: TableModel) =>
  values.map((value, index) => {
    const { format, unit } = columns[index] ?? {}
    if (typeof value === 'number')
      return rounded(format === 'duration' ? value / (unit ? UNIT_SECONDS[unit] : DAY_SECONDS) : value)
    if (value === null || value === '') return null
    const text = texts[index] ?? ''
    return format === 'date' || format === 'datetime' || (index < 2 && /^\w{3} \d+(, \d{4})?$/.test(text))
      ? 'a date'
      : text
  })

/** A number without its last digits: there sums of parts differ from their total, and programs from each other. */
export const rounded = (value: number | string | null): number | string | null =>
  typeof value === 'number' ? Number(value.toPrecision(10)) : value
