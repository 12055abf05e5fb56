import { escapeFormula } from '@leaselight/files'
import { parseCsv } from '@leaselight/files/testing'
import { type Cell, dimension, isRecordList, type Row, rowDimensions } from '@leaselight/model'
import { expect } from 'vitest'
import type { Screen } from './workbooks'

/**
 * The CSV begins with the screen's table, cell by cell, in raw values; what a spreadsheet could run has its guard. The
 * plain file is the same without the rows that hold others, and without what follows.
 */
export function expectCsv(content: Buffer, plain: Buffer, { report, state, table }: Screen): void {
  const lines = parseCsv(content)
  const dimensions = rowDimensions(report, state).map((key) => dimension(key))
  const cells = (values: readonly Cell[], texts: readonly string[], row?: Row) =>
    values.map((value, index) => {
      const [format, of] = [table.columns[index]?.format, dimensions[index]]
      const cell = row && of?.isCalendar ? row[of.field] : value
      if (format === 'phone') return cell ? escapeFormula(texts[index] ?? '') : ''
      if (format === 'datetime') return timeOf(cell)
      return typeof cell === 'string' && format !== 'date' ? escapeFormula(cell) : String(cell ?? '')
    })
  const rows = table.rows.map(({ values, texts, row }) => cells(values, texts, row))
  const total = isRecordList(report) ? [] : [cells(table.total.values, table.total.texts)]
  const header = table.columns.map(({ label }) => label)
  const read = (line: readonly string[]) =>
    line.map((cell, index) => (table.columns[index]?.format === 'datetime' ? timeOf(cell) : cell))
  const end = lines.findIndex((line) => line.length === 1 && line[0] === '')
  const found = lines.slice(0, end)
  expect([found[0], ...found.slice(1).map(read)]).toEqual([header, ...rows, ...total])
  expect(lines[end + 1]).toEqual(['Report', report.title])
  const holders = new Set(table.rows.map(({ row }) => row.parent))
  const inner = rows.filter((_, index) => !holders.has(table.rows[index]?.row.key ?? ''))
  const [plainHeader, ...bare] = parseCsv(plain).slice(0, -1)
  expect([plainHeader, ...bare.map(read)]).toEqual([header, ...inner])
}

/** A time, however it is written. */
const timeOf = (cell: Cell | undefined): string => (cell ? new Date(String(cell)).toISOString() : '')
