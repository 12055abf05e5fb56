import { setImmediate } from 'node:timers/promises'
import { pluralize, shownValue } from '@leaselight/model'
import { chunksOf, type FileRow, type FileTable, type ReportDocument } from '../document'
import type { Page } from './page'
import {
  besideWidth,
  type ChangeLines,
  changeHeight,
  changeLines,
  changeWidth,
  drawBeside,
  drawChange,
  rankLines,
} from './tableChange'
import { alignOf, eachColumn, headerNeeds, TableHeader } from './tableHeader'
import { type ColumnGroup, PADDING, type TableLayout, type TableNeeds } from './tableLayout'
import { colors, type Style, type TextWriter } from './textWriter'

/** A table with more rows isn't useful on paper; the file says so and shows the total. */
export const MAX_PDF_ROWS = 3000

const ROWS_PER_TICK = 100
/** No more rows than these fit on one page. */
const FEW_ROWS = 60
const ROW_RATIO = 2.05
const CLOSE_ROW_RATIO = 1.65
const CAPTION_LINE = 11
/** The space below a table. */
export const AFTER_TABLE = 18
/** What follows a table is never alone on a sheet: so many rows go with it. */
const LAST_ROWS = 4
const INDENT = 10
/** A name of ten thousand characters must still leave its row on one page. */
const MOST_NAME_LINES = 6
/** Text cells wrap beyond this width, in units of the font size. */
const MAX_TEXT_WIDTH = 16

/** The rows to print, with everything needed to draw them. */
export interface PrintTable {
  table: FileTable
  rows: FileRow[]
  total: FileRow
  /** What its first line says instead of how many rows there are; its rows are closer then. */
  caption?: string
}

/** Reads the rows to print. */
export async function loadPrintTable(document: ReportDocument, table: FileTable): Promise<PrintTable> {
  const rows: FileRow[] = []
  for await (const chunk of chunksOf(document, MAX_PDF_ROWS)) rows.push(...table.toRows(chunk))
  return { table, rows, total: table.total(table.length) }
}

/** Measures names, headers, and cells at a font size of 1 point. */
export function measureNeeds(ink: TextWriter, { table, rows, total }: PrintTable): TableNeeds {
  const all = [...rows, total]
  const strong: Style = { face: 'numberStrong', size: 1 }
  const words: Style = { face: 'text', size: 1 }
  const headers = headerNeeds(ink, table)
  const widest = (texts: readonly string[], style: Style) => Math.max(0, ...texts.map((text) => ink.width(text, style)))
  const names = all.map((row) => ink.width(nameOf(row), { face: 'strong', size: 1 }) + (row.depth * INDENT) / 7)
  return {
    name: {
      natural: Math.max(...names, headers.name),
      min: 12,
    },
    columns: table.columns.map((column, index) => {
      const texts = all.map((row) => row.texts[index] ?? '')
      // A text cell may wrap; a number never does.
      const cells = column.format === 'text' ? Math.min(widest(texts, words), MAX_TEXT_WIDTH) : widest(texts, strong)
      const below = [
        changeWidth(ink, total.judgements[index], rankLines(table, total, index)),
        ...rows.map((row) => changeWidth(ink, null, rankLines(table, row, index))),
      ]
      const beside = Math.max(0, ...rows.map((row) => besideWidth(ink, row.judgements[index])))
      return { min: Math.max(headers.columns[index] ?? 0, cells, ...below) + beside, beside }
    }),
  }
}

/** The height of a table of few rows; infinite for one of many, or of several groups of columns. */
export function tableHeight(page: Page, paper: PrintTable, layout: TableLayout): number {
  const [group, ...others] = layout.groups
  if (!group || others.length > 0 || paper.rows.length > FEW_ROWS) return Number.POSITIVE_INFINITY
  return new TablePainter(page, paper, group, layout.size).height
}

/**
 * Draws the whole table, one group of columns after the other.
 * @param end the height below the table, with the space; it is on one sheet with the table's last rows
 */
export async function drawTable(page: Page, paper: PrintTable, layout: TableLayout, end = 0): Promise<void> {
  const { rows } = paper
  for (const [index, group] of layout.groups.entries()) {
    const brush = new TablePainter(page, paper, group, layout.size)
    brush.start(captionOf(paper, group, layout, index))
    const isLast = index === layout.groups.length - 1
    for (const [at, row] of rows.entries()) {
      const beginsLast = isLast && end > 0 && at === Math.max(0, rows.length - LAST_ROWS)
      brush.row(row, rows[at + 1], beginsLast ? brush.heightFrom(at + 1) + end : 0)
      // A long table takes seconds, during which the server must handle other requests.
      if (at % ROWS_PER_TICK === ROWS_PER_TICK - 1) await setImmediate()
    }
    brush.total()
    page.y += AFTER_TABLE
  }
}

function captionOf(
  { table, rows, caption }: PrintTable,
  group: ColumnGroup,
  { groups }: TableLayout,
  index: number,
): string {
  if (caption !== undefined) return caption
  const count =
    rows.length < table.length
      ? `The first ${rows.length.toLocaleString('en-US')} of ${pluralize(table.length, 'row')}. The CSV file has all of them, and the total counts them.`
      : ''
  if (groups.length === 1) return count
  const [first, last] = [group.columns[0], group.columns.at(-1)].map((at) => table.columns[at ?? 0]?.label ?? '')
  return [`${first} to ${last} (part ${index + 1} of ${groups.length})`, count].filter(Boolean).join('. ')
}

type LineKind = 'plain' | 'strong' | 'total'

/** Draws lines of one column group. */
class TablePainter {
  private readonly lineHeight: number
  private readonly rowHeight: number
  private readonly header: TableHeader
  private hasDrawn = false

  constructor(
    private readonly page: Page,
    private readonly paper: PrintTable,
    private readonly group: ColumnGroup,
    private readonly size: number,
  ) {
    this.lineHeight = size * 1.4
    this.rowHeight = size * (paper.caption === undefined ? ROW_RATIO : CLOSE_ROW_RATIO)
    this.header = new TableHeader(page, paper.table, group, size)
  }

  private get table(): FileTable {
    return this.paper.table
  }

  /** The caption and the header, on the same page as the first rows. */
  start(caption: string): void {
    const style: Style = { face: 'text', size: 7.5, color: colors.muted }
    const lines = caption === '' ? [] : this.page.writer.wrap(caption, style, this.page.width)
    this.page.ensureRoom(lines.length * CAPTION_LINE + this.header.height + 3 * this.rowHeight)
    for (const line of lines) {
      this.page.writer.line(line, this.page.left, this.page.y + 7, style)
      this.page.y += CAPTION_LINE
    }
    this.header.draw()
  }

  /** One row. A parent stays on the page with its first child, and the last row with the total. */
  row(row: FileRow, next: FileRow | undefined, below = 0): void {
    const strong = row.depth === 0 && this.table.nameColumns.length > 1
    const stays = next === undefined || next.depth > row.depth
    const least = stays ? this.rowHeight : 0
    // What is too high for one page is worth no break.
    const fitsAPage = this.header.height + this.rowHeight + this.measure(row).height + below <= this.page.height
    this.draw(row, strong ? 'strong' : 'plain', fitsAPage ? Math.max(least, below) : least)
  }

  /** The height of the rows from one on, with the total. */
  heightFrom(index: number): number {
    const rows = this.paper.rows.slice(index)
    return rows.reduce((sum, row) => sum + this.measure(row).height, this.measure(this.paper.total, 'total').height)
  }

  total(): void {
    if (!this.hasDrawn) {
      const style: Style = { face: 'text', size: 8.5, color: colors.muted }
      this.page.writer.line('No rows for this selection.', this.page.left, this.page.y + 14, style)
      this.page.y += 22
    }
    this.page.drawRule(this.page.y, colors.ink, 0.75)
    this.draw(this.paper.total, 'total', 0)
  }

  /** All of it, with its header and one line above it. */
  get height(): number {
    return CAPTION_LINE + this.header.height + this.heightFrom(0)
  }

  /** A row's lines, and how high they are together. */
  private measure(row: FileRow, kind: LineKind = 'strong') {
    const { page, size } = this
    const name: Style = { face: kind === 'plain' ? 'text' : 'strong', size }
    const indent = row.depth * INDENT
    const names = page.writer.wrap(nameOf(row), name, this.group.nameWidth - indent, MOST_NAME_LINES)
    const cells = this.group.columns.map((at, index) => this.cellLines(row, at, index, kind))
    const changes = this.group.columns.map((at) =>
      changeLines(kind === 'total' ? row.judgements[at] : null, size, rankLines(this.table, row, at)),
    )
    const below = cells.map(({ lines }, index) => (lines.length - 1) * this.lineHeight + heightAt(changes, index))
    const height = this.rowHeight + Math.max((names.length - 1) * this.lineHeight, ...below)
    return { name, indent, names, cells, changes, height }
  }

  private draw(row: FileRow, kind: LineKind, keep: number): void {
    const { page, size } = this
    const { name, indent, names, cells, changes, height } = this.measure(row, kind)
    if (page.ensureRoom(height + keep)) {
      this.header.draw()
      this.drawContinued(row)
    }
    const baseline = page.y + this.rowHeight * 0.5 + size * 0.35
    eachColumn(this.group, page.left, (x, width, index) => {
      const { lines, style } =
        index === 0 ? { lines: names, style: name } : (cells[index - 1] ?? { lines: [], style: name })
      lines.forEach((line, at) => {
        const from = index === 0 ? x + indent : x
        page.writer.line(line, from, baseline + at * this.lineHeight, style, {
          align: alignOf(this.table, this.group, index),
          width,
        })
      })
    })
    // After all numbers, so that other programs read a row's numbers side by side.
    eachColumn(this.group, page.left, (x, width, index) => {
      const change = changes[index - 1]
      const last = baseline + ((cells[index - 1]?.lines.length ?? 1) - 1) * this.lineHeight
      if (change) drawChange(page.writer, change, x, last, width)
      const at = this.group.columns[index - 1]
      if (kind !== 'total' && at !== undefined) drawBeside(page.writer, row.judgements[at], x + width, baseline, size)
    })
    page.y += height
    if (kind !== 'total') page.drawRule(page.y, colors.line, 0.5)
    this.hasDrawn = true
  }

  // Repeats the parent's name when its children continue on the next page.
  private drawContinued({ depth, names }: FileRow): void {
    if (depth === 0) return
    const style: Style = { face: 'strong', size: this.size, color: colors.muted }
    const [line = ''] = this.page.writer.wrap(`${names[depth - 1] ?? ''}, continued`, style, this.page.width)
    this.page.writer.line(line, this.page.left, this.page.y + this.rowHeight * 0.5 + this.size * 0.35, style)
    this.page.y += this.rowHeight
  }

  private cellLines(row: FileRow, at: number, index: number, kind: string): { lines: string[]; style: Style } {
    const text = row.texts[at] ?? ''
    const value = shownValue(row, at)
    const quiet = value === 0 || value === null
    const color = quiet && kind !== 'total' ? colors.muted : colors.ink
    const style: Style = { face: kind === 'total' ? 'numberStrong' : 'number', size: this.size, color }
    if (this.table.columns[at]?.format !== 'text') return { lines: [text], style }
    const words: Style = { ...style, face: 'text' }
    return {
      lines: this.page.writer.wrap(text, words, (this.group.widths[index] ?? 0) - PADDING, MOST_NAME_LINES),
      style: words,
    }
  }
}

// One column shows the names of all levels; a child is indented below its parent.
function nameOf({ names, depth }: FileRow): string {
  return names[depth] ?? names[0] ?? ''
}

const heightAt = (changes: readonly ChangeLines[], index: number): number => {
  const change = changes[index]
  return change ? changeHeight(change) : 0
}
