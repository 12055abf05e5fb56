/** What the beginning of a file says of the rest. */
export interface FileSample {
  kind: 'mits' | 'csv'
  /** Codes of properties that a Lead Management file names. */
  properties: string[]
  /** Columns of a table. */
  columns: string[]
  /** By column: the different values at the table's beginning, the most frequent first. */
  values: Record<string, string[]>
}

const SAMPLE_BYTES = 1 << 20
const SHOWN_VALUES = 30

/** Looks at the beginning of a file; the whole is read by the server alone. */
export async function inspectFile(file: Blob): Promise<FileSample> {
  return inspectText(await file.slice(0, SAMPLE_BYTES).text(), file.size <= SAMPLE_BYTES)
}

/** Likewise of text, which is the whole file or breaks off somewhere. */
export function inspectText(text: string, isWhole: boolean): FileSample {
  const start = text.replace(/^\ufeff/, '').trimStart()
  if (start.startsWith('<')) return { kind: 'mits', properties: propertiesIn(start), columns: [], values: {} }
  const [header = [], ...rows] = cellsOf(start)
  const columns = header.map((name) => name.trim()).filter((name) => name !== '')
  const whole = isWhole ? rows : rows.slice(0, -1)
  const values = Object.fromEntries(
    columns.map((column) => [column, byFrequency(whole.map((row) => (row[header.indexOf(column)] ?? '').trim()))]),
  )
  return { kind: 'csv', properties: [], columns, values }
}

function propertiesIn(xml: string): string[] {
  const typed = [...xml.matchAll(/<[\w:]*Identification\b[^>]*>/gi)]
    .map(([tag]) => tag)
    .filter((tag) => /IDType\s*=\s*["']PropertyID["']/i.test(tag))
  // A code of its own: as an attribute, as text, or as an Identification within.
  const own = [...xml.matchAll(/<[\w:]*PropertyID\b[^>]*>\s*(?:<[\w:]*Identification\b[^>]*>|[^<]*)/gi)].map(
    ([tag]) => tag,
  )
  const codes = [...typed, ...own].map(
    (tag) => /IDValue\s*=\s*["']([^"']*)["']/i.exec(tag)?.[1] ?? /^<[^>]*>([^<]*)/.exec(tag)?.[1] ?? '',
  )
  return byFrequency(codes.map((code) => code.trim().toLowerCase()))
}

/** Different values, the most frequent first; only a choice among few is of use. */
function byFrequency(all: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const value of all) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, SHOWN_VALUES)
    .map(([value]) => value)
}

/** The cells of a table, well enough to show what it holds. */
function cellsOf(text: string): string[][] {
  const [header = ''] = text.split(/[\r\n]/, 1)
  const delimiter = [',', ';', '\t', '|'].reduce((best, one) =>
    header.split(one).length > header.split(best).length ? one : best,
  )
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (text.charAt(at + 1) === '"') cell += text.charAt(++at)
      else quoted = false
    } else if (letter === '"' && cell === '') quoted = true
    else if (letter === delimiter || letter === '\n') {
      row.push(cell.replace(/\r$/, ''))
      cell = ''
      if (letter === '\n') {
        if (row.length > 1 || row[0] !== '') rows.push(row)
        row = []
      }
    } else cell += letter
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell.replace(/\r$/, '')])
  return rows
}
