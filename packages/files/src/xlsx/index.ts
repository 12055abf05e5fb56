import { formatCell, isRecordList, type MemberPage, pluralize } from '@leaselight/model'
import writeExcelFile from 'write-excel-file/node'
import { leagueTable, type ReportBook } from '../book'
import { chosenTable } from '../chosenTable'
import {
  changeText,
  chunksOf,
  type FileRow,
  type FileTable,
  factsOf,
  NOTE_ON_TIMELINE,
  notesOf,
  RECORDS_CHANGED_NOTE,
  type ReportDocument,
  timelineLines,
} from '../document'
import { textCell, valueCell, type XlsxCell } from './cells'
import { sheetNames } from './names'
import { tableSheet, type XlsxSheet } from './table'

/** A workbook is made in memory and in one go; this many rows take about half a second. */
export const MAX_XLSX_ROWS = 10_000

/** The report as an Excel workbook: what it is about, then its table. */
export async function reportXlsx(document: ReportDocument): Promise<Buffer> {
  const [about, name] = sheetNames(['About', document.report.title])
  const { sheet, notes } = await reportSheet(name ?? '', document)
  return workbook([coverSheet(about ?? '', document, sheet.table, notes), sheet.sheet])
}

/** A book as an Excel workbook: what it is about, the league table, and a worksheet for each property. */
export async function bookXlsx(book: ReportBook): Promise<Buffer> {
  const { table, rows, total } = leagueTable(book)
  const titles = book.pages.map(({ document }) => document.sheet?.head.name ?? document.report.title)
  const [about = '', league = '', ...names] = sheetNames(['About', 'All properties', ...titles])
  const pages = await Promise.all(
    book.pages.map(async ({ document }, index) => (await reportSheet(names[index] ?? '', document)).sheet.sheet),
  )
  // A league table's columns are not those of its report: it adds nothing up.
  const first = tableSheet(league, { table, rows, total, columns: {} })
  return workbook([coverSheet(about, book.cover, table, book.leftOut), first, ...pages])
}

/** A report of a workbook that has several, under the name its reader gave it. */
export interface NamedDocument {
  name: string
  document: ReportDocument
}

/**
 * Several reports as one Excel workbook: what each is about, then a worksheet for each.
 * @param leftOut what is left out, in sentences
 */
export async function reportsXlsx(
  company: string,
  reports: readonly NamedDocument[],
  leftOut: readonly string[],
): Promise<Buffer> {
  const [about = '', ...names] = sheetNames(['About', ...reports.map(({ name }) => name)])
  const cover: XlsxCell[][] = [
    [{ ...textCell(company), ...BOLD, fontSize: 16 }],
    [textCell(pluralize(reports.length, 'report'))],
    ...leftOut.map((note) => line('Note', note)),
  ]
  const sheets: XlsxSheet[] = []
  for (const [index, { name, document }] of reports.entries()) {
    const worksheet = names[index] ?? ''
    const { sheet, notes } = await reportSheet(worksheet, document)
    sheets.push(sheet.sheet)
    cover.push(
      [],
      [{ ...textCell(name), ...BOLD, fontSize: 14 }],
      line('Report', document.report.title),
      line('Worksheet', worksheet),
      ...aboutLines(document, sheet.table, notes),
    )
  }
  return workbook([aboutSheet(about, cover), ...sheets])
}

/** A list of records as an Excel workbook: a header that stays in sight, and typed rows. */
export function listXlsx(name: string, { columns, rows }: Pick<MemberPage, 'columns' | 'rows'>): Promise<Buffer> {
  const header = columns.map(({ label }): XlsxCell => ({ ...textCell(label), ...BOLD, bottomBorderStyle: 'thin' }))
  const body = rows.map((row) =>
    columns.map(({ key, format }) => {
      const value = row[key] ?? null
      return valueCell(value, formatCell(value, format), format, 'UTC')
    }),
  )
  const widths = columns.map(({ format }) => ({ width: format === 'text' ? LABEL_WIDTH : NUMBER_WIDTH }))
  return workbook([
    { sheet: sheetNames([name])[0] ?? '', columns: widths, stickyRowsCount: 1, data: [header, ...body] },
  ])
}

/** Named, because programs otherwise choose another font for bold text. */
const FONT = { fontFamily: 'Calibri', fontSize: 11 }

const workbook = (sheets: XlsxSheet[]): Promise<Buffer> => writeExcelFile(sheets, FONT).toBuffer()

/** A report's table as a worksheet, with what a reader must know about the rows. */
async function reportSheet(name: string, document: ReportDocument) {
  const { report, records } = document
  const table = chosenTable(document)
  const rows: FileRow[] = []
  for await (const chunk of chunksOf(document, MAX_XLSX_ROWS)) rows.push(...table.toRows(chunk))
  const isWhole = rows.length >= table.length
  const total = isRecordList(report) ? null : table.total(table.length)
  // Rows that are left out are missing from a sum: no column adds up to its total then.
  const sheet = tableSheet(name, { table, rows, total, columns: isWhole ? report.columns : {} })
  const notes = [
    ...(isWhole ? [] : [cutNote(rows.length, table.length)]),
    ...(records && !(await records.areStill()) ? [RECORDS_CHANGED_NOTE] : []),
  ]
  return { sheet: { sheet, table }, notes }
}

const cutNote = (shown: number, all: number): string =>
  `Only the first ${pluralize(shown, 'row')} of ${all.toLocaleString('en-US')} are here. The CSV file has all of them.`

const BOLD = { fontWeight: 'bold' } as const
const [LABEL_WIDTH, TEXT_WIDTH, CHANGE_WIDTH, NUMBER_WIDTH] = [24, 90, 32, 14]

const line = (label: string, text: string): XlsxCell[] => [
  { ...textCell(label), ...BOLD, alignVertical: 'top' },
  { ...textCell(text), wrap: true, alignVertical: 'top' },
]

/** The first worksheet: report, company, period, filters, and freshness, then what each column means. */
function coverSheet(name: string, document: ReportDocument, table: FileTable, notes: readonly string[]): XlsxSheet {
  const { report, company } = document
  return aboutSheet(name, [
    [{ ...textCell(report.title), ...BOLD, fontSize: 16 }],
    [textCell(report.question)],
    [],
    line('Company', company),
    ...aboutLines(document, table, notes),
  ])
}

const aboutSheet = (name: string, data: XlsxCell[][]): XlsxSheet => ({
  sheet: name,
  showGridLines: false,
  columns: [{ width: LABEL_WIDTH }, { width: TEXT_WIDTH }, { width: CHANGE_WIDTH }],
  data,
})

/** Period, filters, and freshness of a report's table, then what each of its columns means. */
function aboutLines(document: ReportDocument, table: FileTable, notes: readonly string[]): XlsxCell[][] {
  const { result } = document
  return [
    ...factsOf(document).map(({ label, text }) => line(label, text)),
    ...timelineLines(document).map((note) => line(NOTE_ON_TIMELINE, note)),
    ...[...notes, ...notesOf(document)].map((note) => line('Note', note)),
    [],
    ['Column', 'What it means', 'Change of the total'].map(
      (text): XlsxCell => ({ ...textCell(text), ...BOLD, bottomBorderStyle: 'thin' }),
    ),
    ...table.columns.map(({ key, label, definition }): XlsxCell[] => [
      ...line(label, definition),
      { ...textCell(changeText(result.judgement?.[key])), alignVertical: 'top' },
    ]),
  ]
}
