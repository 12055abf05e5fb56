import {
  changesInWords,
  displayColumn,
  goalStateLabels,
  isRecordList,
  type Judgement,
  paceText,
  reportAnswer,
  shortStanding,
  tileJudgements,
  visibleTiles,
} from '@leaselight/model'
import { leagueTable, type ReportBook } from '../book'
import { type FileRow, type FileTable, fileTable, type ReportDocument, timelineLines } from '../document'
import type { PinnedPart } from '../pins'
import { rankedRows } from '../rankedRows'

/** Everything a mail contains; like a file, it is rendered from final rows without further queries. */
export interface MailContent {
  subject: string
  heading: string
  company: string
  /** The person on whose behalf it is sent. */
  sender: string
  /** The sender's message. */
  note: string | null
  /** What readers need to know first: the mail is late, or something is left out. */
  warnings: readonly string[]
  /** What a mail without a report says below its heading. */
  sentences?: readonly string[]
  /** The main changes, for a report that explains them. */
  headlines: readonly MailHeadline[]
  /** What is said instead where nothing clearly changed. */
  calm: string | null
  /** The report it shows; a mail may have none. */
  document: ReportDocument | null
  charts: readonly MailChart[]
  /** The league table of a report with a page for each property; the mail shows it instead of the report's numbers. */
  book?: ReportBook | null
  /** What a user pinned, where the mail is of their own page; each with its chart as an image. */
  pins?: readonly (PinnedPart & { chart: MailChart | null })[]
  /** Link to the same content in the product, and where the period moves, to the same report as of the reader's day. */
  link: { label: string; url: string; asOfToday?: string } | null
  /** The names of the attached files. */
  files: readonly string[]
  /** Why the recipient gets this mail. */
  footerReason: string
  unsubscribeUrl: string | null
}

/** A main change, and a link to its numbers. */
export interface MailHeadline {
  sentence: string
  /** What caused the change, as a sentence. */
  explanation: string | null
  url: string
}

/** A chart as an image. */
export interface MailChart {
  /** Its content id within the mail. */
  id: string
  content: Buffer
  width: number
  height: number
  title: string
  /** What it shows, for screen readers. */
  alt: string
  note: string | null
}

/** A headline number. */
export interface MailTile {
  label: string
  value: string
  /** `▲ +12.3%`; null without a comparison. */
  change: string | null
  prior: string | null
  verdict: 'good' | 'bad' | 'neutral'
}

/** The first rows with the headline numbers. */
export interface MailTable {
  header: string[]
  rows: string[][]
  total: string[]
  /** How many more rows the report has. */
  omittedRows: number
}

const MAX_TABLE_ROWS = 8
const MAX_TABLE_COLUMNS = 4
const MAX_LEAGUE_ROWS = 100

/** The answer to the report's question, then what changed; nothing where findings or a league table say it. */
export function answerLines({ document, book }: Pick<MailContent, 'document' | 'book'>): string[] {
  if (!document?.report.answer || document.findings || book) return []
  const { report, state, result } = document
  const answer = reportAnswer(report, state, result)
  return [answer.sentences.join(' '), changesInWords(report, answer)].filter(Boolean)
}

/** The report's headline numbers and what their changes are worth; a reason that the answer gives is not repeated. */
export function buildMailTiles({ report, result, state, findings }: ReportDocument): MailTile[] {
  // A mail of findings has no answer.
  const judgementOf = findings ? (key: string) => result.judgement?.[key] : tileJudgements(report, state, result)
  return visibleTiles(report, state).flatMap((key) => {
    const column = report.columns[key]
    if (!column) return []
    const shown = displayColumn(report, key, column, state)
    const judged = judgementOf(key)
    return [
      {
        label: shown.column.label,
        value: shown.textOf(result.total, { total: result.total, short: true }),
        change: judged ? changeText(judged) : null,
        prior: judged?.words || null,
        verdict: judged?.tone ?? 'neutral',
      },
    ]
  })
}

// The symbol shows the direction too, so color isn't the only cue. Only a change that was judged to be one has it.
function changeText({ direction, change }: Judgement): string | null {
  const arrow = { up: '▲', down: '▼', flat: '' }[direction]
  return [arrow, change].filter(Boolean).join(' ') || null
}

/** What a mail says below something pinned: how a number's goal goes, and the notes that its chart numbers. */
export function pinLines({ document, sentences, chart }: NonNullable<MailContent['pins']>[number]): string[] {
  if (!document) return [...sentences]
  const paces = chart ? [] : document.report.tiles.flatMap((key) => document.goals?.[key] ?? [])
  const goals = paces.map((pace) => {
    const text = paceText(pace)
    const verdict = goalStateLabels[pace.state]
    return text.includes(verdict.toLowerCase()) ? `Goal: ${text}.` : `Goal: ${text}. ${verdict}.`
  })
  return [...goals, ...(chart ? timelineLines(document) : []), ...sentences]
}

/** The league table of a book: as many rows as fit a mail. */
export function leagueMailTable(book: ReportBook): MailTable {
  const { table, rows, total } = leagueTable(book)
  const line = ({ names, texts }: { names: string[]; texts: string[] }) => [names[0] ?? '', ...texts]
  return {
    header: ['Property', ...table.columns.map(({ label }) => label)],
    rows: rows.slice(0, MAX_LEAGUE_ROWS).map(line),
    total: line(total),
    omittedRows: Math.max(0, rows.length - MAX_LEAGUE_ROWS),
  }
}

/**
 * The report's outermost rows, as many as fit a mail; null when rows are individual records, or when there are none.
 */
export function buildMailTable(document: ReportDocument): MailTable | null {
  const { report, result } = document
  if (isRecordList(report)) return null
  const outer = rankedRows(document)
  if (outer.length === 0) return null
  const shown = report.tiles.slice(0, MAX_TABLE_COLUMNS)
  const table = fileTable({ ...document, result: { ...result, rows: [...outer] } }, ({ key }) => shown.includes(key))
  const [name] = table.nameColumns
  if (!name || table.columns.length === 0) return null
  const line = (row: FileRow) => [row.names[0] ?? '', ...row.texts.map((text, at) => withRank(text, table, row, at))]
  return {
    header: [name.label, ...table.columns.map(({ label }) => label)],
    rows: table.toRows(outer.slice(0, MAX_TABLE_ROWS)).map(line),
    total: line(table.total(outer.length)),
    omittedRows: Math.max(0, outer.length - MAX_TABLE_ROWS),
  }
}

/** A number with its rank among peers: `41% (3rd of 12)`. */
function withRank(text: string, { peersBy }: FileTable, { standings }: FileRow, at: number): string {
  const standing = standings?.[at]
  const rank = standing && peersBy !== undefined ? shortStanding(standing, peersBy) : ''
  return rank ? `${text} (${rank})` : text
}
