import { InputError } from '@leaselight/model'
import { readRows } from '../csv/read'
import { readWorkbook } from './sheet'

/** A table of another system: its header and rows, each with its line in the file. */
export interface BoxscoreTable {
  columns: string[]
  rows: { line: number; cells: string[] }[]
}

/** The most rows of a file. */
export const MAX_BOXSCORE_ROWS = 20_000
const MAX_CELL = 1_000

/** Reads a CSV file or an Excel workbook. Titles above the header are skipped. Throws an InputError with a sentence. */
export async function readBoxscoreTable(content: Uint8Array): Promise<BoxscoreTable> {
  if (content.length === 0) throw new InputError('The file is empty. Choose another one.')
  const all = isZip(content)
    ? readWorkbook(content).map((cells, index) => ({ line: index + 1, cells }))
    : await readCsv(content)
  const filled = all
    .map(({ line, cells }) => ({ line, cells: cells.map(cleanCell) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const at = headerAt(filled.map(({ cells }) => cells))
  const header = filled[at]
  if (!header) throw new InputError('The file has no table. It needs a header row and at least one row below it.')
  const rows = filled.slice(at + 1)
  if (rows.length === 0) throw new InputError('The file has a header row and nothing below it.')
  if (rows.length > MAX_BOXSCORE_ROWS)
    throw new InputError(
      `The file has ${rows.length.toLocaleString('en-US')} rows. At most ${MAX_BOXSCORE_ROWS.toLocaleString('en-US')} can be compared at once. Choose a shorter period.`,
    )
  return { columns: header.cells, rows }
}

// A store can't keep NUL and halves of letters.
const cleanCell = (cell: string): string =>
  cell
    .replace(/\p{Cc}+|\p{Surrogate}/gu, ' ')
    .trim()
    .slice(0, MAX_CELL)

const isZip = (content: Uint8Array): boolean => content[0] === 0x50 && content[1] === 0x4b

async function readCsv(content: Uint8Array): Promise<BoxscoreTable['rows']> {
  if (content[0] === 0xd0 && content[1] === 0xcf)
    throw new InputError('This is an old Excel file. Save it as .xlsx or .csv and choose it again.')
  if (content.subarray(0, 4_096).includes(0) && !(content[0] === 0xff || content[0] === 0xfe))
    throw new InputError('This file is neither CSV nor Excel. Choose a .csv or .xlsx file.')
  const rows: BoxscoreTable['rows'] = []
  const form = { delimiter: undefined, encoding: undefined }
  for await (const chunk of readRows(once(content), form, () => undefined))
    for (const { line, cells, unreadable } of chunk) {
      if (unreadable) throw new InputError(`The file can’t be read from line ${line} on. Save it as CSV again.`)
      rows.push({ line, cells })
    }
  return rows
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

/** How far down a header is looked for. */
const TITLE_ROWS = 20

/** The first row with as many filled cells as any of the first rows, less one: reports have titles above their table. */
function headerAt(rows: readonly (readonly string[])[]): number {
  const widths = rows.slice(0, TITLE_ROWS).map((cells) => cells.filter((cell) => cell !== '').length)
  const widest = Math.max(...widths, 0)
  return Math.max(
    0,
    widths.findIndex((width) => width >= Math.max(2, widest - 1)),
  )
}
