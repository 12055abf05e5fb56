import {
  buildTable,
  type Cell,
  type ChartSpec,
  dataNotes,
  describeRows,
  dimension,
  type FileFormat,
  formatDay,
  formatMoment,
  formatRange,
  type GoalPace,
  type Judgement,
  judgeTable,
  mainColumn,
  noteLine,
  type PaperChange,
  type PaperFinding,
  type PaperFindings,
  type PeerStanding,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  type Row,
  readingDay,
  rowDimensions,
  type Sheet,
  type SheetAnswer,
  summarySentences,
  type TableColumn,
  type TableRow,
  zoneName,
} from '@leaselight/model'

/** Rows that are streamed. */
export interface RecordStream {
  /** How many there are when reading starts. */
  total: number
  /** All of them; each call reads again. */
  rows: () => AsyncIterable<Row>
  /** Whether they are unchanged since reading started. */
  areStill: () => Promise<boolean>
}

/** Everything a file contains; it is rendered from final rows without further queries. */
export interface ReportDocument {
  report: ReportDefinition
  /** With every row level, except when `records` provides the rows. */
  result: ReportResult
  /** The rows of a list report: more than fit in memory, so they are read while the file is written. */
  records?: RecordStream
  state: ReportState
  company: string
  /** As written by the model's `describeState`. */
  filterSummary: readonly string[]
  /** The instant at which the file is created. */
  generatedAt: string
  /** The results of charts that use their own variant of the report, by chart. */
  variantResults?: ReadonlyMap<ChartSpec, ReportResult>
  /** How the goals of its numbers go, by column; none where its period or filters have none. */
  goals?: Readonly<Record<string, GoalPace>>
  /** What needs the reader, for a report that explains its changes. */
  findings?: PaperFindings
  /** The heaviest finding that another report's numbers show. */
  finding?: PaperFinding
  /** What changed since the prior period, and which parts add up to it, for such a report. */
  changes?: readonly PaperChange[]
  /** The last weeks of such a report by day, which paper shows instead of charts. */
  weeks?: ReportResult
  /** What is ahead, of such a report. */
  ahead?: readonly { value: string; label: string }[]
  /** The report as one sheet, where it is one: paper and mails show it instead of tiles and charts. */
  sheet?: Sheet
  /** What the sheet is made of, for a league table of several. */
  answers?: readonly SheetAnswer[]
  /** Keys of the rows that paper shows what is inside of; without it, the outermost rows alone. Data files have all. */
  opened?: readonly string[]
  /** Only these columns, as chosen by the user; by default the format's own choice. */
  columns?: readonly string[]
}

export const RECORDS_CHANGED_NOTE =
  'Records were imported while this file was being made. Some may be missing or appear twice.'

/** What a change from the prior period is worth: `signal, was 62, −58.1%`. */
export const changeText = (judgement: Judgement | undefined): string =>
  judgement ? [judgement.state, judgement.words, judgement.change].filter(Boolean).join(', ') : ''

/** One line that readers need before the numbers. */
export interface DocumentFact {
  label: string
  text: string
  /** Where paper has it: below the title, with the notes, or in the foot of every page. */
  place: 'head' | 'notes' | 'foot'
}

/**
 * Period, zone, filters, and freshness, in the same order in every file. Their dates have the year: a file is kept, and
 * its other dates are read by these.
 */
export function factsOf({ report, state, result, filterSummary, generatedAt }: ReportDocument): DocumentFact[] {
  const { period, priorPeriod, asOf, timeZone, freshness } = result
  const rows = describeRows(report, state)
  const filters = filterSummary.filter((text) => text !== rows)
  const facts: (DocumentFact | null)[] = [
    period && { label: 'Period', text: formatRange(period, null), place: 'head' },
    priorPeriod && { label: 'Compared with', text: formatRange(priorPeriod, null), place: 'head' },
    asOf ? { label: 'As of', text: formatDay(asOf, null), place: 'head' } : null,
    { label: 'Time zone', text: describeZones(result), place: 'notes' },
    { label: 'Filters', text: filters.join('; ') || 'None', place: 'head' },
    rows === null ? null : { label: 'Table', text: rows, place: 'head' },
    { label: 'Newest record', text: instant(freshness.newestFactAt, timeZone), place: 'head' },
    { label: 'Last import', text: instant(freshness.importedAt, timeZone), place: 'notes' },
    freshness.notices.length > 0 ? { label: 'Notes', text: freshness.notices.join('; '), place: 'head' } : null,
    { label: 'Created', text: formatMoment(generatedAt, timeZone, null), place: 'foot' },
  ]
  return facts.filter((fact) => fact !== null)
}

function instant(at: string | null, zone: string): string {
  return at === null ? 'None yet' : formatMoment(at, zone, null)
}

/** Facts count on the days of their property's zone; instants are shown in the company's. */
function describeZones({ timeZone, propertyTimeZones }: ReportResult): string {
  const own = propertyTimeZones.filter((zone) => zone !== timeZone)
  if (own.length === 0) return zoneName(timeZone)
  return `Each property’s own (${propertyTimeZones.map(zoneName).join(', ')}). Times are in ${zoneName(timeZone)}`
}

/** The notes below the numbers: the summary, then the report's own notes and the result's. */
export function notesOf({ report, result, state }: ReportDocument): string[] {
  const missing = dataNotes(report, state, result).map(({ text }) => text)
  return [...new Set([...summarySentences(report, result), ...missing, ...(report.notes ?? []), ...result.notes])]
}

/** What stands before a note in a list of other things. */
export const NOTE_ON_TIMELINE = 'Note on the timeline'

/** The notes on the timeline of the document's period, by the numbers that their marks in charts have. */
export function timelineLines({ result }: ReportDocument): string[] {
  const reader = readingDay(result)
  if (reader === null) return []
  return (result.timelineNotes ?? []).map((note, index) => `${index + 1}  ${noteLine(note, reader)}`)
}

/** Text that people typed and that the file shows, except for the cells of its table. */
export function userTexts(document: ReportDocument): string[] {
  const { company, filterSummary, result, variantResults, findings, changes = [], sheet } = document
  const drawn = [result, ...(variantResults?.values() ?? [])].flatMap(({ rows }) =>
    rows.flatMap((row) => Object.values(row).filter((cell) => typeof cell === 'string')),
  )
  const found = findings?.items.flatMap(({ sentence, details }) => [sentence, details]) ?? []
  const changed = changes.flatMap(({ sentence, explanation, parts }) => [
    ...[sentence, explanation ?? ''],
    ...(parts?.bars.map(({ name }) => name) ?? []),
  ])
  const head = sheet ? [sheet.head.name, sheet.head.about] : []
  const notes = [...notesOf(document), ...timelineLines(document)]
  return [company, ...filterSummary, ...notes, ...found, ...changed, ...drawn, ...head]
}

/** One line of the file's table. */
export interface FileRow {
  depth: number
  /** The labels that name the row, outermost first. */
  names: string[]
  texts: string[]
  /** The values behind the names and the texts. */
  nameValues: Cell[]
  values: Cell[]
  /** The zone of the row's times. */
  zone: string
  /** What each change from the prior period is worth, as the screen's table shows it; null where there is none. */
  judgements: readonly (Judgement | null)[]
  /** Where each number is among its peers, when properties are compared. */
  standings?: readonly (PeerStanding | null)[]
  /** The group of a property whose peers share an attribute. */
  group?: string | null
}

/** The screen's table, with label columns separate from number columns. */
export interface FileTable {
  nameColumns: TableColumn[]
  columns: TableColumn[]
  /** Columns of the screen's table that this file leaves out. */
  omitted: TableColumn[]
  /** The total row for a number of rows. */
  total: (rows: number) => FileRow
  /** The number of rows in all. */
  length: number
  /** By what properties are compared with their peers. */
  peersBy?: string
  /** Formats rows, in chunks so that a long file is never in memory as a whole. */
  toRows: (rows: readonly Row[]) => FileRow[]
}

type FormattedRow = Pick<TableRow, 'texts' | 'values' | 'standings'>

/** Formats the document's rows with the model's own table, so a file has the same cells as the screen. */
export function fileTable(document: ReportDocument, isShown: (column: TableColumn) => boolean): FileTable {
  const { report, result, state, records } = document
  const dimensions = rowDimensions(report, state).map((key) => dimension(key))
  // A row that is one record is named by its first column.
  const named = dimensions.length || 1
  const table = (rows: readonly Row[], length: number) =>
    buildTable(report, { ...result, rows: [...rows], length }, state)
  const length = records?.total ?? result.rows.length
  const head = table([], length)
  const kept = head.columns.flatMap((column, index) => (index >= named && isShown(column) ? [index] : []))
  // A sheet says itself what has changed, and must stay on its page.
  const judged = document.sheet
    ? null
    : judgeTable(report, records ? { ...result, rows: [] } : result, state, head.columns)
  const main = mainColumn(report, state)
  // Of a row only the change of the number that it is read by: more would be a carpet of colors.
  const judgementsOf = (row?: Row) => {
    const all = row ? judged?.row(row.key) : judged?.total
    return kept.map((index) => (row && head.columns[index]?.key !== main ? null : (all?.[index] ?? null)))
  }
  const groups = new Map(result.peers?.rows.map(({ key, group }) => [key, group]))
  const part = ({ texts, values, standings = {} }: FormattedRow, depth: number, row?: Row): FileRow => ({
    depth,
    names: texts.slice(0, named),
    // Days, weeks, and months are named in words; their keys are days.
    nameValues: values.slice(0, named).map((value, index) => {
      const of = dimensions[index]
      return row && of && (of.isCalendar || of.keyFormat) ? (row[of.field] ?? null) : value
    }),
    texts: kept.map((index) => texts[index] ?? ''),
    // Beside its words, how far a number stands from its usual range would be a riddle.
    values: kept.map((index) => (head.columns[index]?.isUsual ? texts[index] || null : (values[index] ?? null))),
    zone: typeof row?.timeZone === 'string' ? row.timeZone : result.timeZone,
    judgements: judgementsOf(row),
    standings: kept.map((index) => standings[head.columns[index]?.key ?? ''] ?? null),
    group: row ? (groups.get(row.key) ?? null) : null,
  })
  return {
    nameColumns: head.columns
      .slice(0, named)
      .map((column, index) => ({ ...column, format: dimensions[index]?.keyFormat ?? column.format })),
    columns: head.columns.filter((_, index) => kept.includes(index)),
    omitted: head.columns.filter((_, index) => index >= named && !kept.includes(index)),
    total: (rows) => part(table([], rows).total, 0),
    length,
    toRows: (rows) => table(rows, length).rows.map((row) => part(row, row.depth, row.row)),
    ...(head.peersBy !== undefined && { peersBy: head.peersBy }),
  }
}

/** Rows formatted at a time. */
const CHUNK = 500

/** The document's rows in chunks, no more than requested. */
export async function* chunksOf(
  { result, records }: ReportDocument,
  limit = Number.POSITIVE_INFINITY,
): AsyncIterable<Row[]> {
  if (!records) {
    for (let start = 0; start < Math.min(result.rows.length, limit); start += CHUNK)
      yield result.rows.slice(start, Math.min(start + CHUNK, limit))
    return
  }
  let chunk: Row[] = []
  let taken = 0
  for await (const row of records.rows()) {
    chunk.push(row)
    taken++
    if (chunk.length === CHUNK || taken === limit) {
      yield chunk
      chunk = []
    }
    if (taken === limit) return
  }
  if (chunk.length > 0) yield chunk
}

/** The file's name: company, report, and days, in characters that every system accepts. */
export function fileName({ company, report, result }: ReportDocument, extension: FileFormat): string {
  const { period, asOf } = result
  const days = period ? (period.start === period.end ? [period.start] : [period.start, period.end]) : [asOf ?? '']
  return namedFile([company, report.title, ...days], extension)
}

/** A file name of some words: without spaces and letters that a system might not take. */
export const namedFile = (words: readonly string[], extension: FileFormat): string =>
  `${words.map(toFileNamePart).filter(Boolean).join('-')}.${extension}`

const LONGEST_PART = 60

function toFileNamePart(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{ASCII}]/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, LONGEST_PART)
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
}
