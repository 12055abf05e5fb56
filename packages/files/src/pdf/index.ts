import {
  dimension,
  isRecordList,
  joinWithAnd,
  pluralize,
  type ReportDefinition,
  rowDimensions,
  type TableColumn,
} from '@leaselight/model'
import PDFDocument from 'pdfkit'
import { leagueTable, type ReportBook } from '../book'
import {
  factsOf,
  fileTable,
  NOTE_ON_TIMELINE,
  notesOf,
  type ReportDocument,
  timelineLines,
  userTexts,
} from '../document'
import { hasUnprintable, prepareFonts } from '../fonts/fonts'
import { onPaper } from '../onPaper'
import type { PinnedPage } from '../pins'
import type { Document } from './document'
import { drawFindings } from './findings'
import { drawParts } from './firstPart'
import { drawHeader } from './header'
import { createdText, drawDefinitions, drawFooters, drawFootLines, drawNotes, endHeight } from './notesAndFooter'
import { Page } from './page'
import { drawPins } from './pins'
import { drawSheet } from './sheet'
import { AFTER_TABLE, drawTable, loadPrintTable, measureNeeds, type PrintTable } from './table'
import { QUARTILE_NOTE, reasonsNotCompared } from './tableChange'
import { layoutTable } from './tableLayout'
import { TextWriter } from './textWriter'

/** The report as a designed PDF, rendered from its final rows. */
export async function reportPdf(document: ReportDocument): Promise<Buffer> {
  const { doc, written } = openPdf(`${document.report.title} – ${document.company}`, document.generatedAt)
  const writer = new TextWriter(doc)
  await drawReport(doc, writer, document)
  drawFooters(doc, writer, document)
  doc.end()
  return written
}

/** A book as a PDF: its league table, then a page for each property, listed in the file's outline. */
export async function bookPdf(book: ReportBook): Promise<Buffer> {
  const { cover, pages } = book
  const { doc, written } = openPdf(`${cover.report.title} – ${cover.company}`, cover.generatedAt)
  const writer = new TextWriter(doc)
  await drawCover(doc, writer, book)
  doc.outline.addItem('All properties')
  for (const { document } of pages) {
    await drawReport(doc, writer, document)
    doc.outline.addItem(document.sheet?.head.name ?? document.report.title)
  }
  drawFooters(doc, writer, cover)
  doc.end()
  return written
}

/** A user's own page as a PDF: what they pinned, in their order. */
export async function pinsPdf(pinned: PinnedPage): Promise<Buffer> {
  const { title, company, generatedAt, timeZone } = pinned
  const { doc, written } = openPdf(`${title} – ${company}`, generatedAt)
  const writer = new TextWriter(doc)
  await drawPins(new Page(doc, 'portrait', writer), pinned)
  drawFootLines(doc, writer, [company, title, createdText(generatedAt, timeZone)])
  doc.end()
  return written
}

/** The first page of a book. */
async function drawCover(doc: Document, writer: TextWriter, book: ReportBook): Promise<void> {
  const { cover, league, pages, leftOut } = book
  const paper = leagueTable(book)
  await prepareFonts([...userTexts(cover), ...leftOut, ...paper.rows.flatMap(({ names }) => names)])
  const page = new Page(doc, 'portrait', writer)
  drawHeader(page, cover, { name: pluralize(pages.length, 'property'), about: league.about })
  await drawTable(page, paper, layoutTable(measureNeeds(writer, paper), 'portrait'))
  drawNotes(page, [...leftOut, ...notesOf(cover)])
  drawDefinitions(page, paper.table.columns, true)
}

/** A file that is being written. */
function openPdf(title: string, generatedAt: string) {
  const doc = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    margin: 0,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, CreationDate: new Date(generatedAt) },
  })
  return { doc, written: collect(doc) }
}

/** A report from its header to its definitions, beginning on a new page. */
async function drawReport(doc: Document, writer: TextWriter, whole: ReportDocument): Promise<void> {
  const document = onPaper(whole)
  const { report, columns: kept, sheet } = document
  const paper = await loadPrintTable(
    document,
    fileTable(document, (column) => (kept === undefined ? isPrinted(report, column) : kept.includes(column.key))),
  )
  await prepareFonts([...userTexts(document), ...paper.rows.flatMap(({ names, texts }) => [...names, ...texts])])
  // A sheet is one page in portrait, whatever its table needs.
  const layout = layoutTable(measureNeeds(writer, paper), sheet && 'portrait')
  const page = new Page(doc, layout.orientation, writer)
  drawHeader(page, document)
  if (document.findings) drawFindings(page, report, document.findings)
  const { nameColumns, columns } = paper.table
  // Row labels need no definition, except where the label is a record's first column.
  const defined = isRecordList(report) ? [...nameColumns, ...columns] : columns
  const notes = notesBelow(document, paper)
  const onTimeline = timelineLines(document).map((line) => `${NOTE_ON_TIMELINE} ${line}`)
  let listsNotes = false
  if (sheet) {
    drawSheet(page, sheet)
    await drawTable(page, paper, layout)
  } else {
    const end = AFTER_TABLE + endHeight(page, [...onTimeline, ...notes], defined)
    listsNotes = (await drawParts(page, document, paper, layout, end)).listsNotes
  }
  drawNotes(page, [...(listsNotes ? [] : onTimeline), ...notes])
  drawDefinitions(page, defined, sheet !== undefined)
}

/** The notes below the table, but for those on the timeline. */
function notesBelow(document: ReportDocument, paper: PrintTable): string[] {
  const { table, total } = paper
  const labels = table.columns.map(({ label }) => label)
  return [
    ...reasonsNotCompared(labels, total.judgements),
    ...notesOf(document),
    ...(table.peersBy === undefined ? [] : [QUARTILE_NOTE]),
    ...omissions(document, paper),
    factsOf(document)
      .filter(({ place }) => place === 'notes')
      .map(({ label, text }) => `${label}: ${text}.`)
      .join(' '),
  ]
}

/** PDFs leave out optional columns, and recording URLs, which can't be opened from paper. */
function isPrinted({ columns }: ReportDefinition, { key, optional }: TableColumn): boolean {
  const column = columns[key]
  return !optional && !(column?.kind === 'fact' && column.personalData === 'recording')
}

/** Says in the PDF what it leaves out. */
function omissions({ report, state, result, company, sheet }: ReportDocument, { table, rows }: PrintTable): string[] {
  const own = sheet?.blocks.filter((block) => block.report === report.key) ?? []
  const onSheet = new Set(own.flatMap(({ groups }) => groups.flatMap(({ lines }) => lines.map(({ key }) => key))))
  const absent = table.omitted.filter(({ key, isUsual }) => !isUsual && !onSheet.has(key)).map(({ label }) => label)
  const texts = rows.flatMap(({ names, texts, values }) => [
    ...names,
    ...texts.filter((_, index) => typeof values[index] === 'string'),
  ])
  const inner = rowDimensions(report, state).slice(1)
  const parents = new Set(result.rows.map(({ parent }) => parent))
  const hasClosed = inner.length > 0 && result.rows.some(({ key, depth }) => depth === 0 && !parents.has(key))
  const levels = inner.map((key) => dimension(key).label.toLowerCase())
  return [
    ...(hasClosed ? [`Rows by ${joinWithAnd(levels)} are in the CSV file.`] : []),
    ...(absent.length > 0 ? [`Not on this page, but in the CSV file: ${joinWithAnd(absent)}.`] : []),
    ...([company, ...texts].some(hasUnprintable)
      ? ['Letters that this PDF can’t show appear as �. The CSV file has them.']
      : []),
  ]
}

function collect(doc: Document): Promise<Buffer> {
  const parts: Buffer[] = []
  return new Promise((resolve, reject) => {
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
  })
}
