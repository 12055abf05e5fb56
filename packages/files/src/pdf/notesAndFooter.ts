import { formatDay, formatMoment, formatRange, type TableColumn } from '@leaselight/model'
import type { ReportDocument } from '../document'
import type { Document } from './document'
import { FOOTER_HEIGHT, MARGIN, type Page } from './page'
import { colors, type Style, type TextWriter } from './textWriter'

const heading: Style = { face: 'strong', size: 8.5 }
const term: Style = { face: 'strong', size: 7 }
const body: Style = { face: 'text', size: 7, color: colors.muted }

const LINE = 10
const GAP = 20
const AFTER_NOTES = 12
const HEADING_HEIGHT = 18
/** Longer lines are hard to read at that size. */
const WIDE_PAGE = 600

/** Notes for readers, each below the numbers it refers to. */
export function drawNotes(page: Page, notes: readonly string[]): void {
  for (const note of notes) {
    const lines = page.writer.wrap(note, body, page.width)
    page.ensureRoom(lines.length * LINE)
    for (const line of lines) {
      page.writer.line(line, page.left, page.y + 7, body)
      page.y += LINE
    }
  }
  if (notes.length > 0) page.y += AFTER_NOTES
}

/** The height of notes and definitions together, in as few lines as they can have. */
export function endHeight(page: Page, notes: readonly string[], columns: readonly Term[]): number {
  const lines = notes.reduce((sum, note) => sum + page.writer.wrap(note, body, page.width).length, 0)
  return (
    lines * LINE + (notes.length > 0 ? AFTER_NOTES : 0) + Math.min(...definitionLayouts(page, columns).map(heightOf))
  )
}

/** What a definition needs of a column. */
type Term = Pick<TableColumn, 'label' | 'definition'>

/**
 * The column definitions in small type, in text columns; one column more than usual if that saves a page.
 * @param isSheet they are left out where they would need another page
 */
export function drawDefinitions(page: Page, columns: readonly Term[], isSheet = false): void {
  const { writer } = page
  const [rows, denser] = definitionLayouts(page, columns)
  const fits = (list: readonly DefinitionRow[]) => heightOf(list) <= page.room
  const chosen = !fits(rows) && fits(denser) ? denser : rows
  if (isSheet && !fits(chosen)) return
  page.ensureRoom(HEADING_HEIGHT + 4 * LINE)
  writer.line('What the numbers mean', page.left, page.y + 8, heading)
  page.y += HEADING_HEIGHT
  for (const { terms, width, height } of chosen) {
    page.ensureRoom(height)
    terms.forEach(({ label, lines }, side) => {
      const x = page.left + side * (width + GAP)
      writer.line(label, x, page.y + 7, term)
      lines.forEach((line, at) => {
        writer.line(line, x, page.y + 7 + LINE * (at + 1), body)
      })
    })
    page.y += height
  }
}

interface DefinitionRow {
  terms: { label: string; lines: string[] }[]
  width: number
  height: number
}

/** The definitions in as many text columns as usual, and in one more. */
function definitionLayouts(page: Page, columns: readonly Term[]): [DefinitionRow[], DefinitionRow[]] {
  const usual = page.width > WIDE_PAGE ? 3 : 2
  return [definitionRows(page, columns, usual), definitionRows(page, columns, usual + 1)]
}

const heightOf = (list: readonly DefinitionRow[]): number =>
  HEADING_HEIGHT + list.reduce((sum, { height }) => sum + height, 0)

function definitionRows(page: Page, columns: readonly Term[], across: number): DefinitionRow[] {
  const width = (page.width - GAP * (across - 1)) / across
  const rows: DefinitionRow[] = []
  for (let index = 0; index < columns.length; index += across) {
    const terms = columns
      .slice(index, index + across)
      .map(({ label, definition }) => ({ label, lines: page.writer.wrap(definition, body, width) }))
    rows.push({ terms, width, height: LINE * (1 + Math.max(...terms.map(({ lines }) => lines.length))) + 4 })
  }
  return rows
}

/** The footer of every page: the report and the page number of the total. */
export function drawFooters(
  doc: Document,
  writer: TextWriter,
  { company, report, result, generatedAt }: ReportDocument,
): void {
  const { period, asOf, timeZone } = result
  const days = period ? formatRange(period, null) : asOf ? formatDay(asOf, null) : ''
  drawFootLines(doc, writer, [company, report.title, days, createdText(generatedAt, timeZone)])
}

/** When a file was made, in words. */
export const createdText = (at: string, zone: string): string => `Created ${formatMoment(at, zone, null)}`

/** What a file is about and the page's number, at the foot of every page. */
export function drawFootLines(doc: Document, writer: TextWriter, words: readonly string[]): void {
  const { start, count } = doc.bufferedPageRange()
  const about = words.filter(Boolean).join(' · ')
  for (let index = 0; index < count; index++) {
    doc.switchToPage(start + index)
    const { width, height } = doc.page
    const y = height - MARGIN + 6
    doc
      .moveTo(MARGIN, height - MARGIN - FOOTER_HEIGHT / 4)
      .lineTo(width - MARGIN, height - MARGIN - FOOTER_HEIGHT / 4)
      .lineWidth(0.5)
      .strokeColor(colors.line)
      .stroke()
    const number = `Page ${index + 1} of ${count}`
    const room = width - 2 * MARGIN - writer.width(number, body) - GAP
    writer.line(writer.wrap(about, body, room)[0] ?? '', MARGIN, y, body)
    writer.line(number, MARGIN, y, body, { align: 'right', width: width - 2 * MARGIN })
  }
}
