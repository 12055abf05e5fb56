import type { Readable } from 'node:stream'
import { Readable as Stream } from 'node:stream'
import { type Cell, isRecordList, type MemberList, rawText, rawUnit, type TableColumn } from '@leaselight/model'
import { stringify } from 'csv-stringify'
import { leagueTable, type ReportBook } from './book'
import { chosenTable } from './chosenTable'
import {
  changeText,
  chunksOf,
  type FileRow,
  type FileTable,
  factsOf,
  notesOf,
  RECORDS_CHANGED_NOTE,
  type ReportDocument,
} from './document'

export interface CsvOptions {
  /**
   * Only the header and the rows that hold no others, without total and definitions: a table whose columns can be added
   * up.
   */
  plain?: boolean
}

/**
 * The report as CSV for spreadsheets and programs, with raw values: the table with its total, an empty line, facts about
 * the report, an empty line, the column definitions. UTF-8 with a byte order mark, without which Excel would misread it.
 */
export function reportCsv(document: ReportDocument, { plain = false }: CsvOptions = {}): Readable {
  return asCsv(plain ? plainLines(document) : csvLines(document))
}

function asCsv(content: AsyncIterable<string[]>): Readable {
  const csv = stringify({
    bom: true,
    record_delimiter: '\r\n',
    // Otherwise fields with a single line break would stay unquoted with this delimiter.
    quoted_match: /[\r\n]/,
  })
  const lines = Stream.from(content, { objectMode: true })
  lines.on('error', (error) => csv.destroy(error))
  csv.on('close', () => lines.destroy())
  return lines.pipe(csv)
}

/** The records behind a number as CSV, with the columns of their list; below an empty line what evidence they are. */
export function membersCsv(pages: AsyncIterable<MemberList>): Readable {
  return asCsv(memberLines(pages))
}

async function* memberLines(pages: AsyncIterable<MemberList>): AsyncIterable<string[]> {
  let evidence: string | null = null
  for await (const { about, page, columns, rows } of pages) {
    evidence = about
    if (page === 1) yield columns.map(({ label }) => label)
    for (const row of rows) yield columns.map(({ key, format }) => cellOf(row[key] ?? null, format, 'UTC'))
  }
  if (evidence !== null) {
    yield ['']
    yield ['Note', escapeFormula(evidence)]
  }
}

/** A book's league table as CSV, with the same facts below. */
export function bookCsv(book: ReportBook): Readable {
  return asCsv(bookLines(book))
}

async function* bookLines(book: ReportBook): AsyncIterable<string[]> {
  const { table, rows, total } = leagueTable(book)
  yield headerOf(table)
  for (const row of [...rows, total]) yield cellsOf(table, row)
  yield ['']
  yield* factLines(book.cover)
  for (const sentence of book.leftOut) yield ['Note', escapeFormula(sentence)]
  yield ['']
  yield ['Column', 'What it means', 'Unit']
  for (const { label, definition, format } of table.columns) yield [label, definition, rawUnit(format)]
}

/** The header, and the rows that hold no others. */
async function* plainLines(document: ReportDocument): AsyncIterable<string[]> {
  const table = chosenTable(document, ({ isUsual }) => !isUsual)
  const holders = new Set(document.result.rows.map(({ parent }) => parent))
  yield headerOf(table)
  for await (const rows of chunksOf(document)) {
    const inner = rows.filter(({ key }) => !holders.has(key))
    for (const row of table.toRows(inner)) yield cellsOf(table, row)
  }
}

async function* csvLines(document: ReportDocument): AsyncIterable<string[]> {
  const { report, result, records } = document
  const table = chosenTable(document)
  yield headerOf(table)
  let written = 0
  for await (const rows of chunksOf(document)) {
    for (const row of table.toRows(rows)) yield cellsOf(table, row)
    written += rows.length
  }
  // Records have no total but their number.
  if (!isRecordList(report)) yield cellsOf(table, table.total(written))
  yield ['']
  yield* factLines(document)
  if (isRecordList(report)) yield ['Records', String(written)]
  if (records && !(await records.areStill())) yield ['Note', RECORDS_CHANGED_NOTE]
  yield ['']
  yield ['Column', 'What it means', 'Unit', 'Change of the total']
  for (const { label, definition } of table.nameColumns) yield [label, definition, 'text', '']
  for (const { key, label, definition, format } of table.columns)
    yield [label, definition, rawUnit(format), changeText(result.judgement?.[key])]
}

const headerOf = ({ nameColumns, columns }: FileTable): string[] =>
  [...nameColumns, ...columns].map(({ label }) => label)

function* factLines(document: ReportDocument): Generator<string[]> {
  yield ['Report', document.report.title]
  yield ['Company', escapeFormula(document.company)]
  for (const { label, text } of factsOf(document)) yield [label, escapeFormula(text)]
  for (const note of notesOf(document)) yield ['Note', escapeFormula(note)]
}

function cellsOf({ nameColumns, columns }: FileTable, { nameValues, values, zone }: FileRow): string[] {
  const cells = (list: readonly TableColumn[], of: readonly Cell[]) =>
    list.map(({ format }, index) => cellOf(of[index] ?? null, format, zone))
  return [...cells(nameColumns, nameValues), ...cells(columns, values)]
}

// Numbers and times come from our own formatter; only text that people typed can contain a formula.
function cellOf(value: Cell, format: TableColumn['format'], zone: string): string {
  const text = rawText(value, format, zone)
  return typeof value === 'string' && format !== 'date' && format !== 'datetime' ? escapeFormula(text) : text
}

/** Prefixes a text that a spreadsheet would run as a formula with an apostrophe. */
export function escapeFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
