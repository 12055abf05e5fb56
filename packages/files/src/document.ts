import {
  type Cell,
  type ChartSpec,
  formatInstant,
  formatRange,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  rowDimensions,
  sentencesIn,
  type TableColumn,
  tableOf,
} from '@leaselight/model'

/** Everything a file says; it is rendered from finished rows and asks nobody. */
export interface ReportDocument {
  report: ReportDefinition
  /** With every level of its rows. */
  result: ReportResult
  state: ReportState
  company: string
  /** As `describeState` of the model writes them. */
  filtersInWords: readonly string[]
  /** The instant at which the file is made. */
  generatedAt: string
  /** The answers of charts that look at the report from a side of their own, by the chart. */
  sides?: ReadonlyMap<ChartSpec, ReportResult>
  /** Only these of the report's columns, as the reader chose them; without it the format's own choice. */
  columns?: readonly string[]
}

/** One line of what a reader must know before the numbers. */
export interface Fact {
  label: string
  text: string
}

const ALL = 'Everything the report covers'

/** Period, zone, filters and freshness, in the order in which every file says them. */
export function factsOf({ result, filtersInWords, generatedAt }: ReportDocument): Fact[] {
  const { period, priorPeriod, asOf, timeZone, freshness } = result
  const facts: (Fact | null)[] = [
    period && { label: 'Period', text: formatRange(period) },
    priorPeriod && { label: 'Compared with', text: formatRange(priorPeriod) },
    asOf ? { label: 'As of', text: formatRange({ start: asOf, end: asOf }) } : null,
    { label: 'Time zone', text: zonesInWords(result) },
    { label: 'Filters', text: filtersInWords.join('; ') || ALL },
    { label: 'Newest record', text: instant(freshness.newestFactAt, timeZone) },
    { label: 'Last import', text: instant(freshness.importedAt, timeZone) },
    { label: 'Made', text: formatInstant(generatedAt, timeZone) },
  ]
  return facts.filter((fact) => fact !== null)
}

function instant(at: string | null, zone: string): string {
  return at === null ? 'None yet' : formatInstant(at, zone)
}

/** Facts count on the days of their property's zone; instants are written in the company's. */
function zonesInWords({ timeZone, propertyTimeZones }: ReportResult): string {
  const own = propertyTimeZones.filter((zone) => zone !== timeZone)
  return own.length === 0 ? timeZone : `Each property's own (${propertyTimeZones.join(', ')}); times in ${timeZone}`
}

/** What stands under the numbers: what they come to in words, the definition's own notes and the answer's. */
export function notesOf({ report, result }: ReportDocument): string[] {
  return [...new Set([...sentencesIn(report, result), ...(report.notes ?? []), ...result.notes])]
}

/** One line of the file's table. */
export interface FileRow {
  depth: number
  /** The texts that name the row, outermost first. */
  names: string[]
  texts: string[]
  values: Cell[]
}

/** The screen's table, with the columns that name a row apart from those that count. */
export interface FileTable {
  nameColumns: TableColumn[]
  columns: TableColumn[]
  /** Columns of the screen's table that this file leaves out. */
  absent: TableColumn[]
  total: FileRow
  /** How many rows there are in all. */
  length: number
  /** The rows from one place to another; laid out only when asked for, so that a long file never stands in memory whole. */
  rows: (start: number, end: number) => FileRow[]
}

/** Lays the document's rows out with the model's own table, so that a file holds the screen's cells. */
export function fileTable(document: ReportDocument, isShown: (column: TableColumn) => boolean): FileTable {
  const { report, result, state } = document
  // A row that is one record is named by the first thing said of it.
  const named = rowDimensions(report, state).length || 1
  const head = tableOf(report, { ...result, rows: [], length: result.rows.length }, state)
  const kept = head.columns.flatMap((column, index) => (index >= named && isShown(column) ? [index] : []))
  const part = (row: { texts: string[]; values: Cell[] }, depth: number): FileRow => ({
    depth,
    names: row.texts.slice(0, named),
    texts: kept.map((index) => row.texts[index] ?? ''),
    values: kept.map((index) => row.values[index] ?? null),
  })
  return {
    nameColumns: head.columns.slice(0, named),
    columns: head.columns.filter((_, index) => kept.includes(index)),
    absent: head.columns.filter((_, index) => index >= named && !kept.includes(index)),
    total: part(head.total, 0),
    length: result.rows.length,
    rows: (start, end) =>
      tableOf(report, { ...result, rows: result.rows.slice(start, end) }, state).rows.map((row) =>
        part(row, row.depth),
      ),
  }
}

/** The file's name: company, report and days, in letters every system takes. */
export function fileName({ company, report, result }: ReportDocument, extension: 'csv' | 'pdf'): string {
  const { period, asOf } = result
  const days = period ? (period.start === period.end ? [period.start] : [period.start, period.end]) : [asOf ?? '']
  const parts = [company, report.title, ...days].map(plain).filter(Boolean)
  return `${parts.join('-')}.${extension}`
}

const LONGEST_PART = 60

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{ASCII}]/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, LONGEST_PART)
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
}
