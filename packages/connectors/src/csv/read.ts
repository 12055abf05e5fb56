import { CsvError, parse } from 'csv-parse'
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

/** Reads a table in chunks, the header first. What follows a broken quote can't be read: the last row says so. */
export async function* readRows(
  chunks: AsyncIterable<Uint8Array>,
  { delimiter, encoding }: Pick<CsvMapping, 'delimiter' | 'encoding'>,
): AsyncIterable<CsvRow[]> {
  const decoder = new TextDecoder(encoding)
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
    if (failure && !(failure instanceof CsvError)) throw failure
    if (failure) read.push({ line: lineOf(failure), cells: [], unreadable: `The rest is not CSV: ${failure.message}` })
    return read
  }
  const write = (text: string) => new Promise<void>((resolve) => parser?.write(text, () => resolve()) ?? resolve())
  for await (const chunk of chunks) {
    start += decoder.decode(chunk, { stream: true })
    // The header decides the separator, so it must be complete.
    if (!parser && !/[\r\n]/.test(start) && start.length < MAX_RECORD) continue
    parser ??= begin(start)
    await write(start)
    start = ''
    yield takeRows()
    if (failure) return
  }
  start += decoder.decode()
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
