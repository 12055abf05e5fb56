import { type Column, changeBetween, formatCell, formatChange, isRecordList, judge } from '@leaselight/model'
import { fileTable, type ReportDocument } from '../document'

/** Everything a mail says; like a file it is rendered from finished rows and asks nobody. */
export interface MailContent {
  subject: string
  heading: string
  company: string
  /** The person on whose behalf it is sent. */
  sender: string
  /** What the sender writes. */
  note: string | null
  /** What the reader must know first: that it comes late, that something is left out. */
  warnings: readonly string[]
  /** What the numbers tell, where the report explains its changes. */
  headlines: readonly MailHeadline[]
  /** The report it shows; a message need not have one. */
  document: ReportDocument | null
  charts: readonly MailChart[]
  /** Where the same can be seen in the product. */
  link: { label: string; url: string } | null
  /** The names of the files that come with it. */
  files: readonly string[]
  /** Why the reader gets it. */
  footerReason: string
  unsubscribeUrl: string | null
}

/** What a number tells, and where its numbers are. */
export interface MailHeadline {
  sentence: string
  /** Who made the change, in a sentence. */
  explanation: string | null
  url: string
}

/** A chart as a picture. */
export interface MailChart {
  /** Its name within the mail. */
  id: string
  content: Buffer
  width: number
  height: number
  title: string
  /** What is drawn, for those who don't see it. */
  alt: string
  note: string | null
}

/** A headline number. */
export interface MailTile {
  label: string
  value: string
  /** `▲ +12.3 %`; null where nothing is compared. */
  change: string | null
  prior: string | null
  verdict: 'good' | 'bad' | 'neutral'
}

/** The first rows with the headline numbers. */
export interface MailTable {
  header: string[]
  rows: string[][]
  total: string[]
  /** How many rows the report has besides. */
  omittedRows: number
}

const MAX_TABLE_ROWS = 8
const MAX_TABLE_COLUMNS = 4

/** The report's headline numbers with their change against the prior period. */
export function buildMailTiles({ report, result }: ReportDocument): MailTile[] {
  return report.tiles.flatMap((key) => {
    const column = report.columns[key]
    return column ? [tileOf(column, result.total[key] ?? null, result.priorTotal?.[key])] : []
  })
}

function tileOf(column: Column, current: number | null, prior: number | null | undefined): MailTile {
  const delta = changeBetween(column, current, prior)
  return {
    label: column.label,
    value: formatCell(current, column.format),
    change: delta === null ? null : `${arrow(delta)} ${delta === 0 ? 'no change' : formatChange(delta, column.format)}`,
    prior: prior === undefined ? null : `was ${formatCell(prior, column.format)}`,
    verdict: judge(column, delta),
  }
}

// The sign says it too, so that nothing depends on colour.
const arrow = (delta: number): string => (delta === 0 ? '■' : delta > 0 ? '▲' : '▼')

/** The report's outermost rows, as many as a mail can bear; null where rows are records one by one, or there are none. */
export function buildMailTable(document: ReportDocument): MailTable | null {
  const { report, result } = document
  const outer = result.rows.filter(({ depth }) => depth === 0)
  if (isRecordList(report) || outer.length === 0) return null
  const shown = report.tiles.slice(0, MAX_TABLE_COLUMNS)
  const table = fileTable({ ...document, result: { ...result, rows: outer } }, ({ key }) => shown.includes(key))
  const [name] = table.nameColumns
  if (!name || table.columns.length === 0) return null
  const line = ({ names, texts }: { names: string[]; texts: string[] }) => [names[0] ?? '', ...texts]
  return {
    header: [name.label, ...table.columns.map(({ label }) => label)],
    rows: table.toRows(outer.slice(0, MAX_TABLE_ROWS)).map(line),
    total: line(table.total(outer.length)),
    omittedRows: Math.max(0, outer.length - MAX_TABLE_ROWS),
  }
}
