import { type EntityName, type Field, fieldOf } from '@leaselight/contract'
import { CsvError, parse } from 'csv-parse'
import type { RawRecord } from './source'

/** A record longer than this is no record but a quote that was never closed. */
const MAX_RECORD = 64 << 20

type CellReader = (cell: string) => unknown

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

// What can't be read stays text: the field's own check then says what it must be.
const toNumber: CellReader = (cell) => (NUMBER.test(cell) ? Number(cell) : cell)
const toBoolean: CellReader = (cell) => (cell === 'true' ? true : cell === 'false' ? false : cell)
const toText: CellReader = (cell) => cell
const toJson: CellReader = (cell) => {
  try {
    return JSON.parse(cell)
  } catch {
    return cell
  }
}

const CELLS: Record<Field['kind'], CellReader> = {
  id: toNumber,
  whole: toNumber,
  number: toNumber,
  money: toNumber,
  boolean: toBoolean,
  text: toText,
  handle: toText,
  choice: toText,
  zone: toText,
  instant: toText,
  date: toText,
  ids: toJson,
  dates: toJson,
  choices: toJson,
  attributes: toJson,
  flags: toJson,
  officeHours: toJson,
  banners: toJson,
  utterances: toJson,
  annotations: toJson,
}

/** Turns the cells of an entity's columns into the contract's values; an empty cell is null. */
export function cellReaders(name: EntityName): (column: string) => CellReader {
  return (column) => {
    const field = fieldOf(name, column)
    const read = field ? CELLS[field.kind] : column === 'deleted' ? toBoolean : toText
    return (cell) => (cell === '' ? null : read(cell))
  }
}

/** Reads CSV with a header row, a bunch of records at a time. */
export async function* readCsv(name: EntityName, chunks: AsyncIterable<Buffer>): AsyncIterable<RawRecord[]> {
  const readerOf = cellReaders(name)
  let columns: { name: string; read: CellReader }[] | undefined
  let records: RawRecord[] = []
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD,
    // Taken here and not from the parser's output: a broken quote would empty that, with the good records in it.
    on_record(cells: string[], { lines }) {
      if (columns) records.push(toRecord(columns, cells, lines))
      else columns = cells.map((column) => ({ name: column.trim(), read: readerOf(column.trim()) }))
      return null
    },
  })
  let failure: Error | undefined
  parser.on('error', (error) => {
    failure = error
  })
  parser.resume()
  const bunch = (): RawRecord[] => {
    const read = records
    records = []
    if (failure && !(failure instanceof CsvError)) throw failure
    if (failure) read.push(brokenRest(failure))
    return read
  }
  for await (const chunk of chunks) {
    await new Promise<void>((resolve) => parser.write(chunk, () => resolve()))
    yield bunch()
    if (failure) return
  }
  await new Promise<void>((resolve) => parser.end(() => resolve()).once('error', () => resolve()))
  yield bunch()
}

function brokenRest(error: Error & { lines?: number }): RawRecord {
  return { line: error.lines ?? 0, value: undefined, unreadable: `The rest is not CSV: ${error.message}` }
}

function toRecord(columns: readonly { name: string; read: CellReader }[], cells: string[], line: number): RawRecord {
  if (cells.length !== columns.length) {
    return { line, value: undefined, unreadable: `The line has ${cells.length} cells, the header ${columns.length}.` }
  }
  // Without a prototype, a column `__proto__` is a name like others.
  const value: Record<string, unknown> = Object.create(null)
  columns.forEach(({ name, read }, index) => {
    value[name] = read(cells[index] ?? '')
  })
  return { line, value }
}
