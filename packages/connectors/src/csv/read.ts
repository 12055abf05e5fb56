import { CsvError, parse } from 'csv-parse'
import { EncodingError, TextReader } from '../encoding'
import type { CsvMapping } from './mapping'

/** A row of a table with its line number; `unreadable` says why its cells can't be separated. */
export interface CsvRow {
  line: number
  cells: string[]
  unreadable?: string
}

/** A longer record is a quote that was never closed. */
const MAX_RECORD = 16 << 20
const DELIMITERS = [',', ';', '\t', '|']

/**
 * Reads a table in chunks, the header first. What follows a broken quote or bytes that are no text can't be read: the last row
 * says so. `onNote` receives what was found out about the encoding.
 */
export async function* readRows(
  chunks: AsyncIterable<Uint8Array>,
  { delimiter, encoding }: Pick<CsvMapping, 'delimiter' | 'encoding'>,
  onNote: (note: string) => void,
): AsyncIterable<CsvRow[]> {
  const reader = new TextReader({ stated: encoding })
  let rows: CsvRow[] = []
  let failure: Error | undefined
  let parser: ReturnType<typeof parse> | undefined
  let start = ''
  const begin = (head: string) => {
    const begun = parse({
      delimiter: delimiter ?? likeliestDelimiter(head),
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_RECORD,
      // Collected here and not from the output, which a broken quote would clear with the good rows in it.
      on_record(cells: string[], { lines }) {
        rows.push({ line: lines, cells })
        return null
      },
    })
    begun.on('error', (error) => {
      failure = error
    })
    begun.resume()
    return begun
  }
  const takeRows = (): CsvRow[] => {
    const read = rows
    rows = []
    if (failure instanceof EncodingError)
      read.push({ line: (parser?.info.lines ?? 0) + 1, cells: [], unreadable: failure.message })
    else if (failure instanceof CsvError)
      read.push({ line: lineOf(failure), cells: [], unreadable: `The rest is not CSV: ${failure.message}` })
    else if (failure) throw failure
    return read
  }
  const write = (text: string) => new Promise<void>((resolve) => parser?.write(text, () => resolve()) ?? resolve())
  const textOf = (read: () => string): string => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof EncodingError)) throw error
      failure = error
      return ''
    }
  }
  for await (const chunk of chunks) {
    start += textOf(() => reader.write(chunk))
    // The header decides the separator, so it must be complete.
    if (!failure && !parser && !/[\r\n]/.test(start) && start.length < MAX_RECORD) continue
    parser ??= begin(start)
    await write(start)
    start = ''
    yield takeRows()
    if (failure) return
  }
  start += textOf(() => reader.end())
  if (reader.note) onNote(reader.note)
  parser ??= begin(start)
  await write(start)
  const ending = parser
  await new Promise<void>((resolve) => ending.end(() => resolve()).once('error', () => resolve()))
  yield takeRows()
}

const lineOf = (error: Error): number => ('lines' in error && typeof error.lines === 'number' ? error.lines : 0)

/** The most frequent separator in the header. */
function likeliestDelimiter(text: string): string {
  const [header = ''] = text.split(/[\r\n]/, 1)
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: header.split(delimiter).length }))
  return counts.sort((a, b) => b.count - a.count)[0]?.delimiter ?? ','
}
