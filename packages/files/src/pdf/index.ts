import { prepareChart } from '@leaselight/charts'
import { chartState, isRecordList, joinWithAnd, type ReportDefinition, type TableColumn } from '@leaselight/model'
import PDFDocument from 'pdfkit'
import { fileTable, notesOf, type ReportDocument, userTexts } from '../document'
import { hasUnprintable, prepareFonts } from '../fonts/fonts'
import { drawChart } from './chart'
import { drawFindings } from './findings'
import { drawHeader } from './header'
import { drawDefinitions, drawFooters, drawNotes } from './notesAndFooter'
import { Page } from './page'
import { drawTable, loadPrintTable, measureNeeds, type PrintTable } from './table'
import { layoutTable } from './tableLayout'
import { TextWriter } from './textWriter'
import { drawTiles } from './tiles'

/** The report as a designed PDF, rendered from its final rows. */
export async function reportPdf(document: ReportDocument): Promise<Buffer> {
  const { report, result, state, columns: kept, generatedAt } = document
  const doc = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    margin: 0,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: `${report.title} – ${document.company}`, CreationDate: new Date(generatedAt) },
  })
  const written = collect(doc)
  const paper = await loadPrintTable(
    document,
    fileTable(document, (column) => (kept === undefined ? isPrinted(report, column) : kept.includes(column.key))),
  )
  await prepareFonts([...userTexts(document), ...paper.rows.flatMap(({ names, texts }) => [...names, ...texts])])
  const layout = layoutTable(measureNeeds(new TextWriter(doc), paper))
  const page = new Page(doc, layout.orientation)
  drawHeader(page, document)
  if (document.findings) drawFindings(page, document.findings)
  drawTiles(page, document)
  for (const spec of report.charts) {
    const seen = spec.variant ? document.variantResults?.get(spec) : result
    const model = seen ? prepareChart(spec, report, seen, chartState(spec, state)) : null
    if (model) drawChart(page, model)
  }
  await drawTable(page, paper, layout)
  drawNotes(page, [...notesOf(document), ...omissions(document, paper)])
  // Row labels need no definition, except where the label is a record's first column.
  const { nameColumns, columns } = paper.table
  drawDefinitions(page, isRecordList(report) ? [...nameColumns, ...columns] : columns)
  drawFooters(doc, page.writer, document)
  doc.end()
  return written
}

/** PDFs leave out optional columns, and recording URLs, which can't be opened from paper. */
function isPrinted({ columns }: ReportDefinition, { key, optional }: TableColumn): boolean {
  const column = columns[key]
  return !optional && !(column?.kind === 'fact' && column.personalData === 'recording')
}

/** Says in the PDF what it leaves out. */
function omissions({ company }: ReportDocument, { table, rows }: PrintTable): string[] {
  const absent = table.omitted.map(({ label }) => label)
  const texts = rows.flatMap(({ names, texts, values }) => [
    ...names,
    ...texts.filter((_, index) => typeof values[index] === 'string'),
  ])
  return [
    ...(absent.length > 0 ? [`Not on this page, but in the CSV file: ${joinWithAnd(absent)}.`] : []),
    ...([company, ...texts].some(hasUnprintable)
      ? ['Letters that this paper has no type for stand as �; the CSV file holds them.']
      : []),
  ]
}

function collect(doc: InstanceType<typeof PDFDocument>): Promise<Buffer> {
  const parts: Buffer[] = []
  return new Promise((resolve, reject) => {
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
  })
}
