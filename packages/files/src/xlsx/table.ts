import { type Cell, type Columns, isAdditive, type TableColumn } from '@leaselight/model'
import type { Sheet } from 'write-excel-file/node'
import type { FileRow, FileTable } from '../document'
import { storedNumber, textCell, valueCell, type XlsxCell } from './cells'
import { columnLetters } from './names'

/** A worksheet of a report's table. */
export type XlsxSheet = Sheet<never>

interface TableParts {
  table: FileTable
  /** All rows of the worksheet, in order. */
  rows: readonly FileRow[]
  /** Null where the rows are records, which have none. */
  total: FileRow | null
  /** The report's columns, which know what adds up. */
  columns: Columns
}

const HEADER_STYLE = { fontWeight: 'bold', bottomBorderStyle: 'medium', wrap: true, alignVertical: 'center' } as const
const TOTAL_STYLE = { fontWeight: 'bold', topBorderStyle: 'thin' } as const
const HEADER_ROWS = 1

/** A worksheet: a header that stays in sight, typed rows, and a total of formulas where rows add up to it. */
export function tableSheet(name: string, { table, rows, total, columns }: TableParts): XlsxSheet {
  const all = [...table.nameColumns, ...table.columns]
  const nests = new Set(rows.map(({ depth }) => depth)).size > 1
  const body = rows.map((row) =>
    rowCells(table, row).map((cell) =>
      cell && nests && row.depth === 0 ? { ...cell, fontWeight: 'bold' as const } : cell,
    ),
  )
  const header = all.map(({ label, align }): XlsxCell => ({ ...textCell(label), ...HEADER_STYLE, align }))
  const data = [header, ...body, ...(total ? [totalCells(table, rows, total, columns)] : [])]
  return {
    sheet: name,
    data,
    stickyRowsCount: HEADER_ROWS,
    stickyColumnsCount: table.nameColumns.length,
    columns: all.map((_, index) => ({ width: widthOf(all[index], index, table, rows) })),
  }
}

function rowCells(
  { nameColumns, columns }: FileTable,
  { names, nameValues, texts, values, zone }: FileRow,
): XlsxCell[] {
  const cells = (list: readonly TableColumn[], of: readonly Cell[], shown: readonly string[]) =>
    list.map(({ format }, index) => valueCell(of[index] ?? null, shown[index] ?? '', format, zone))
  return [...cells(nameColumns, nameValues, names), ...cells(columns, values, texts)]
}

/**
 * The total's cells. A formula stands where it gives the total: the sum of the outermost rows for what adds up, and one
 * total over another for a ratio of two columns of the worksheet. Distinct people and medians are numbers.
 */
function totalCells(table: FileTable, rows: readonly FileRow[], total: FileRow, columns: Columns): XlsxCell[] {
  const last = rows.length + HEADER_ROWS
  const named = table.nameColumns.length
  const outer = rows.filter(({ depth }) => depth === 0)
  const at = (key: string | undefined) => table.columns.findIndex((column) => column.key === key)
  const stored = (values: readonly Cell[], index: number): number | null => {
    const value = values[index]
    const { format = 'integer', unit } = table.columns[index] ?? {}
    return typeof value === 'number' ? storedNumber(value, format, unit) : null
  }
  const sumFormula = (index: number) => {
    const letters = columnLetters(named + index)
    const range = `${letters}${HEADER_ROWS + 1}:${letters}${last}`
    // Of rows within others, the second name is empty in the outer ones alone.
    const inner = columnLetters(1)
    return outer.length === rows.length
      ? `=SUM(${range})`
      : `=SUMPRODUCT((${inner}${HEADER_ROWS + 1}:${inner}${last}="")*1,${range})`
  }
  const formulaOf = ({ key, format }: TableColumn, index: number): string | null => {
    const column = columns[key]
    const value = stored(total.values, index)
    // A count that is shown as a share of its row has another format than its own.
    if (!column || column.format !== format || value === null || rows.length === 0) return null
    if (isAdditive(columns, key)) {
      const sum = outer.reduce((so, { values }) => so + (stored(values, index) ?? 0), 0)
      return isSame(sum, value) ? sumFormula(index) : null
    }
    if (column.kind !== 'ratio') return null
    const [part, whole] = column.of.map(at)
    if (part === undefined || whole === undefined || part < 0 || whole < 0) return null
    const [above, below] = [stored(total.values, part), stored(total.values, whole)]
    if (above === null || !below || !isSame(above / below, value)) return null
    const cell = (of: number) => `${columnLetters(named + of)}${last + 1}`
    return `=IF(${cell(whole)}=0,"",${cell(part)}/${cell(whole)})`
  }
  return rowCells(table, total).map((cell, index): XlsxCell => {
    const column = table.columns[index - named]
    const formula = column && cell ? formulaOf(column, index - named) : null
    return { ...cell, ...(formula && { type: 'Formula' as const, value: formula }), ...TOTAL_STYLE }
  })
}

const TOLERANCE = 1e-9
const isSame = (one: number, other: number): boolean =>
  Math.abs(one - other) <= TOLERANCE * Math.max(1, Math.abs(one), Math.abs(other))

const [NARROW, WIDE, LOOKED_AT] = [9, 48, 200]

/** Room for the header's longest word and the longest of the first texts. */
function widthOf(column: TableColumn | undefined, index: number, table: FileTable, rows: readonly FileRow[]): number {
  const named = table.nameColumns.length
  const texts = rows
    .slice(0, LOOKED_AT)
    .map(({ names, texts }) => (index < named ? names[index] : texts[index - named]) ?? '')
  const words = column?.label.split(' ') ?? []
  const longest = [...words, ...texts].reduce((most, { length }) => Math.max(most, length), 0)
  return Math.min(WIDE, Math.max(NARROW, longest + 2))
}
