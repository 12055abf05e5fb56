/** What the first part of a file reveals about the rest. */
export interface FileSample {
  kind: 'mits' | 'csv'
  /** Property codes that a Lead Management file names. */
  properties: string[]
  /** Columns of a table. */
  columns: string[]
  /** By column: the distinct values in the first rows, the most frequent first. */
  values: Record<string, string[]>
}

const SAMPLE_BYTES = 1 << 20
const SHOWN_VALUES = 30

/** Inspects the first part of a file. Only the server reads the whole file. */
export async function inspectFile(file: Blob): Promise<FileSample> {
  return inspectText(await file.slice(0, SAMPLE_BYTES).text(), file.size <= SAMPLE_BYTES)
}

/** Inspects text that is the whole file or ends anywhere. */
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
  // The code of an element: an attribute, its text, or an Identification inside.
  const own = [...xml.matchAll(/<[\w:]*PropertyID\b[^>]*>\s*(?:<[\w:]*Identification\b[^>]*>|[^<]*)/gi)].map(
    ([tag]) => tag,
  )
  const codes = [...typed, ...own].map(
    (tag) => /IDValue\s*=\s*["']([^"']*)["']/i.exec(tag)?.[1] ?? /^<[^>]*>([^<]*)/.exec(tag)?.[1] ?? '',
  )
  return byFrequency(codes.map((code) => code.trim().toLowerCase()))
}

/** Distinct values, the most frequent first. Only a short list is useful. */
function byFrequency(all: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const value of all) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, SHOWN_VALUES)
    .map(([value]) => value)
}

/** The cells of a table, parsed well enough for a preview. */
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
