import type { Readable } from 'node:stream'
import { Readable as Stream } from 'node:stream'
import type { Cell, TableColumn } from '@leaselight/model'
import { stringify } from 'csv-stringify'
import { chunksOf, type FileRow, type FileTable, factsOf, fileTable, notesOf, type ReportDocument } from './document'

const RECORDS_CHANGED_NOTE =
  'Records were imported while this file was being made; some may be missing here, or stand here twice.'

/**
 * The report as CSV for spreadsheets and programs: facts about it, an empty line, the table with its total, an empty
 * line, the column definitions. UTF-8 with a byte order mark, without which Excel would misread it.
 */
export function reportCsv(document: ReportDocument): Readable {
  const csv = stringify({
    bom: true,
    record_delimiter: '\r\n',
    // Otherwise fields with a single line break would stay unquoted with this delimiter.
    quoted_match: /[\r\n]/,
  })
  const lines = Stream.from(csvLines(document), { objectMode: true })
  lines.on('error', (error) => csv.destroy(error))
  csv.on('close', () => lines.destroy())
  return lines.pipe(csv)
}

async function* csvLines(document: ReportDocument): AsyncIterable<string[]> {
  const { columns: chosen, records } = document
  const table = fileTable(document, ({ key }) => chosen === undefined || chosen.includes(key), { exact: true })
  yield* csvPreamble(document)
  yield ['']
  yield [...table.nameColumns, ...table.columns].map(({ label }) => label)
  let written = 0
  for await (const rows of chunksOf(document)) {
    for (const row of table.toRows(rows)) yield cellsOf(table, row)
    written += rows.length
  }
  yield cellsOf(table, table.total(written))
  if (records && !(await records.areStill())) yield ['Note', RECORDS_CHANGED_NOTE]
  yield ['']
  yield ['Column', 'What it means']
  for (const { label, definition } of [...table.nameColumns, ...table.columns]) yield [label, definition]
}

function* csvPreamble(document: ReportDocument): Generator<string[]> {
  yield ['Report', document.report.title]
  yield ['Company', escapeFormula(document.company)]
  for (const { label, text } of factsOf(document)) yield [label, escapeFormula(text)]
  for (const note of notesOf(document)) yield ['Note', escapeFormula(note)]
}

function cellsOf(table: FileTable, row: FileRow): string[] {
  const cells = row.texts.map((text, index) =>
    isText(table.columns[index], row.values[index]) ? escapeFormula(text) : text,
  )
  return [...row.names.map(escapeFormula), ...cells]
}

// Numbers come from our own formatter and must stay numbers; only text that people typed can contain a formula.
function isText(column: TableColumn | undefined, value: Cell | undefined): boolean {
  return column?.format === 'text' || typeof value === 'string'
}

/** Prefixes a text that a spreadsheet would run as a formula with an apostrophe. */
export function escapeFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
