import type { Readable } from 'node:stream'
import type { RunOptions } from '@leaselight/engine'
import type { CsvOptions, ReportDocument } from '@leaselight/files'
import {
  applyFlags,
  type ChartSpec,
  type ChartVariant,
  changesOnPaper,
  chartState,
  describeState,
  type FileFormat,
  fileFormats,
  findingOnPaper,
  findingsOnPaper,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  type TimelineNote,
  type Viewer,
} from '@leaselight/model'
import { z } from 'zod'
import { readFindings, readKnownFindings } from '../findings/read'
import { goalsOfFile } from '../goals/notes'
import type { Api } from '../http/context'
import type { RateWindow } from '../http/rateWindow'
import { reconciledMark } from '../reconcile/mark'
import { notesOfResult } from '../timelineNotes/read'
import { filterNames } from './filterNames'
import { whatChanged } from './insights'
import { readMorning } from './morning'
import { readSheet } from './sheet'

/** A format as a request names it: `csv` as in REST, or `CSV` as in GraphQL. */
export const formatSchema = z
  .enum(fileFormats.flatMap((format) => [format, format.toUpperCase()]))
  .transform((name) => name.toLowerCase())
  .pipe(z.enum(fileFormats))

export const contentTypes: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** A report as a file. */
export interface ExportedFile {
  filename: string
  content: Readable | Buffer
  /** The number of rows in its table, so that readers can show progress. */
  rows: number
}

/** The export to make. */
export interface ExportRequest {
  report: ReportDefinition
  state: ReportState
  format: FileFormat
  /** Only these columns; without them the format's own choice. */
  columns?: readonly string[]
  /** Keys of the rows that paper shows what is inside of, as the reader's screen does. */
  opened?: readonly string[]
  /** Of a CSV file only the bare table. */
  plain?: boolean
  /** A page for each of these properties instead; with an empty list for each that the viewer may see. */
  propertyPages?: readonly number[]
  /** For someone without an account: without the notes on the timeline, which are for the company's own people. */
  forGuest?: boolean
}

declare module '../http/context' {
  interface Api {
    /** Counts the files that users ask for. */
    exports: RateWindow
    /** Counts the pictures of first pages; choosing what to send makes several. */
    previews: RateWindow
  }
}

type RowDepth = NonNullable<RunOptions['depth']>

/** What of an export is made whatever its format. */
type DocumentRequest = Pick<ExportRequest, 'report' | 'state' | 'columns' | 'opened' | 'forGuest'>

/**
 * Runs a report: the content of a file or a mail.
 * @param depth the rows to read; by default every level, which data files have
 */
export async function buildDocument(
  api: Pick<Api, 'engine' | 'state' | 'now'>,
  viewer: Viewer,
  { report: requested, state, columns, opened, forGuest }: DocumentRequest,
  { withCharts, depth = 'all', signal }: { withCharts: boolean; depth?: RowDepth; signal?: AbortSignal | undefined },
): Promise<ReportDocument> {
  const answerTo = (side: ReportState, points?: ChartVariant['points'], levels: RowDepth = 'all') =>
    api.engine.runReport(requested, side, viewer, {
      ...{ depth: levels, withoutRecords: true },
      ...(points && { points }),
      ...(signal && { signal }),
    })
  // A data file has rows only.
  const isExplained = withCharts && requested.explains !== undefined
  const [answered, directory, sides, records, found, known, changed, goals] = await Promise.all([
    answerTo(state, undefined, depth),
    api.engine.companyContext(viewer),
    withCharts ? variantResults(requested, state, answerTo) : undefined,
    api.engine.records(requested, state, viewer, signal),
    isExplained ? readFindings(api, viewer, signal) : undefined,
    withCharts && !isExplained && !forGuest ? readKnownFindings(api, viewer) : undefined,
    isExplained ? whatChanged(api, viewer, requested, state, { signal }) : undefined,
    goalsOfFile(api, viewer, requested, state, signal),
  ])
  const [mark, timelineNotes] = await Promise.all([
    reconciledMark(api, viewer, { report: requested, state, result: answered }),
    forGuest ? [] : notesOfResult(api, viewer, requested, answered),
  ])
  const notes = [...answered.notes, ...(mark === undefined ? [] : [mark]), ...goals.notes]
  const result = { ...answered, notes, timelineNotes }
  // The screen shows the report as the company's flags leave it, and so does its file.
  const report = applyFlags(requested, directory.company.flags)
  const morning = isExplained ? await readMorning(api, viewer, { report, state, result, directory }, signal) : undefined
  const finding = known && findingOnPaper(known, report, state)
  const sheet = withCharts ? await readSheet(api, viewer, { report, state, result, directory, signal }) : undefined
  return {
    report,
    state,
    result,
    company: directory.company.name,
    filterSummary: describeState(report, state, filterNames(directory)),
    generatedAt: api.now().toISOString(),
    goals: goals.goals,
    ...(found && { findings: findingsOnPaper(found, report, state, result) }),
    ...(finding && { finding }),
    ...(changed && { changes: changesOnPaper(changed) }),
    ...(columns && { columns }),
    ...(opened && { opened }),
    ...(sides && { variantResults: withNotes(sides, timelineNotes) }),
    ...(records && { records }),
    ...morning,
    ...sheet,
  }
}

/** A document as a file. */
export async function renderFile(
  document: ReportDocument,
  format: FileFormat,
  options: CsvOptions = {},
): Promise<ExportedFile> {
  // Loading fonts and charts takes a moment: with the first export, not at startup.
  const { fileName, reportCsv, reportPdf, reportXlsx } = await import('@leaselight/files')
  const render = {
    csv: () => reportCsv(document, options),
    pdf: () => reportPdf(document),
    xlsx: () => reportXlsx(document),
  }
  return {
    filename: fileName(document, format),
    content: await render[format](),
    rows: document.records?.total ?? document.result.rows.length,
  }
}

/** A file's bytes, or null if there are more than `maxBytes`; reading stops there. */
export async function readBytes({ content }: ExportedFile, maxBytes: number): Promise<Buffer | null> {
  if (Buffer.isBuffer(content)) return content.length > maxBytes ? null : content
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of content) {
    parts.push(part)
    bytes += part.length
    // Leaving the loop ends the stream, and with it the reading.
    if (bytes > maxBytes) return null
  }
  return Buffer.concat(parts)
}

/** Charts of a variant are of the same days and properties. */
const withNotes = (
  sides: ReadonlyMap<ChartSpec, ReportResult>,
  timelineNotes: readonly TimelineNote[],
): ReadonlyMap<ChartSpec, ReportResult> =>
  new Map([...sides].map(([spec, result]) => [spec, { ...result, timelineNotes }] as const))

/** The results of charts that show a variant of the report. Charts of the same variant share one result. */
async function variantResults(
  report: ReportDefinition,
  state: ReportState,
  runVariant: (state: ReportState, points: ChartVariant['points']) => Promise<ReportResult>,
): Promise<ReadonlyMap<ChartSpec, ReportResult>> {
  const running = new Map<string, Promise<ReportResult>>()
  const answers = report.charts
    .flatMap((spec) => (spec.variant ? { spec, points: spec.variant.points } : []))
    .map(async ({ spec, points }) => {
      const side = chartState(spec, state)
      const key = JSON.stringify([side.switches, points])
      const answer = running.get(key) ?? runVariant(side, points)
      running.set(key, answer)
      return [spec, await answer] as const
    })
  return new Map(await Promise.all(answers))
}
