import { formatInstant, formatRange, type TableColumn } from '@leaselight/model'
import type { ReportDocument } from '../document'
import { colors, type Document, type Ink, type Style } from './ink'
import { FOOT, MARGIN, type Page } from './page'

const heading: Style = { face: 'strong', size: 8.5 }
const term: Style = { face: 'strong', size: 7 }
const words: Style = { face: 'text', size: 7, color: colors.muted }

const LINE = 10
const GAP = 20
const HEAD = 18
/** Lines longer than this are hard to follow at that size. */
const WIDE = 600

/** Sentences the reader must know, each under the numbers it is about. */
export function drawNotes(page: Page, notes: readonly string[]): void {
  for (const note of notes) {
    const lines = page.ink.wrap(note, words, page.width)
    page.ensure(lines.length * LINE)
    for (const line of lines) {
      page.ink.line(line, page.left, page.y + 7, words)
      page.y += LINE
    }
  }
  if (notes.length > 0) page.y += 12
}

/** What each column means, small, in columns of type: one more than usual where that spares a page of its own. */
export function drawDefinitions(page: Page, columns: readonly TableColumn[]): void {
  const { ink } = page
  const usual = page.width > WIDE ? 3 : 2
  const [rows, denser] = [usual, usual + 1].map((across) => definitionRows(page, columns, across))
  const fits = (list: readonly DefinitionRow[]) => HEAD + list.reduce((sum, { height }) => sum + height, 0) <= page.room
  const chosen = denser && rows && !fits(rows) && fits(denser) ? denser : (rows ?? [])
  page.ensure(HEAD + 4 * LINE)
  ink.line('What the numbers mean', page.left, page.y + 8, heading)
  page.y += HEAD
  for (const { terms, width, height } of chosen) {
    page.ensure(height)
    terms.forEach(({ label, lines }, side) => {
      const x = page.left + side * (width + GAP)
      ink.line(label, x, page.y + 7, term)
      lines.forEach((line, at) => {
        ink.line(line, x, page.y + 7 + LINE * (at + 1), words)
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

function definitionRows(page: Page, columns: readonly TableColumn[], across: number): DefinitionRow[] {
  const width = (page.width - GAP * (across - 1)) / across
  const rows: DefinitionRow[] = []
  for (let index = 0; index < columns.length; index += across) {
    const terms = columns
      .slice(index, index + across)
      .map(({ label, definition }) => ({ label, lines: page.ink.wrap(definition, words, width) }))
    rows.push({ terms, width, height: LINE * (1 + Math.max(...terms.map(({ lines }) => lines.length))) + 4 })
  }
  return rows
}

/** The foot of every page: what it belongs to and which page of how many it is. */
export function drawFeet(doc: Document, ink: Ink, { company, report, result, generatedAt }: ReportDocument): void {
  const { start, count } = doc.bufferedPageRange()
  const { period, asOf, timeZone } = result
  const days = period ? formatRange(period) : asOf ? formatRange({ start: asOf, end: asOf }) : ''
  const made = `Made ${formatInstant(generatedAt, timeZone)}`
  const about = [company, report.title, days, made].filter(Boolean).join(' · ')
  for (let index = 0; index < count; index++) {
    doc.switchToPage(start + index)
    const { width, height } = doc.page
    const y = height - MARGIN + 6
    doc
      .moveTo(MARGIN, height - MARGIN - FOOT / 4)
      .lineTo(width - MARGIN, height - MARGIN - FOOT / 4)
      .lineWidth(0.5)
      .strokeColor(colors.line)
      .stroke()
    const number = `Page ${index + 1} of ${count}`
    const room = width - 2 * MARGIN - ink.width(number, words) - GAP
    ink.line(ink.wrap(about, words, room)[0] ?? '', MARGIN, y, words)
    ink.line(number, MARGIN, y, words, { align: 'right', width: width - 2 * MARGIN })
  }
}
