import { columnRuns, type TableColumn } from '@leaselight/model'
import type { FileTable } from '../document'
import type { Page } from './page'
import { type ColumnGroup, PADDING } from './tableLayout'
import { breakableParts, colors, type Style, type TextWriter } from './textWriter'

const HEADER_RATIO = 0.92
const LINE_RATIO = 1.25
/** Below the header's lines, and between the names of groups and their rule. */
const BELOW = 8
const ABOVE_RULE = 3
const BELOW_RULE = 2

/** The name of some columns side by side, with its place above them. */
interface GroupName {
  lines: string[]
  left: number
  width: number
}

/**
 * The header of one part of a table: the columns' labels, and above them the names of the report's groups of columns, each
 * with a thin rule as wide as its columns.
 */
export class TableHeader {
  readonly height: number
  private readonly style: Style
  private readonly lines: string[][]
  private readonly groups: GroupName[]

  constructor(
    private readonly page: Page,
    private readonly table: FileTable,
    private readonly part: ColumnGroup,
    size: number,
  ) {
    this.style = { face: 'strong', size: size * HEADER_RATIO, color: colors.muted }
    const columns = part.columns.flatMap((index) => table.columns[index] ?? [])
    const labels = [nameLabel(table), ...columns.map(({ label }) => label)]
    this.lines = []
    eachColumn(part, page.left, (_, width, index) => {
      this.lines.push(page.writer.wrap(labels[index] ?? '', this.style, width + 0.01))
    })
    this.groups = this.placeGroups(columns)
    this.height = this.groupsHeight + mostLines(this.lines) * this.lineHeight + BELOW
  }

  /** Draws it, and moves the page's position below it. */
  draw(): void {
    const { page, style, lineHeight } = this
    this.drawGroups()
    const top = page.y + this.groupsHeight
    const most = mostLines(this.lines)
    eachColumn(this.part, page.left, (x, width, index) => {
      const lines = this.lines[index] ?? []
      // Headers are aligned to the bottom line, however many lines the others have.
      lines.forEach((line, at) => {
        const y = top + style.size + (most - lines.length + at) * lineHeight
        page.writer.line(line, x, y, style, { align: alignOf(this.table, this.part, index), width })
      })
    })
    page.y += this.height
    page.drawRule(page.y, colors.ink, 0.75)
  }

  private get lineHeight(): number {
    return this.style.size * LINE_RATIO
  }

  private get groupsHeight(): number {
    if (this.groups.length === 0) return 0
    return mostLines(this.groups.map(({ lines }) => lines)) * this.lineHeight + ABOVE_RULE + BELOW_RULE
  }

  private placeGroups(columns: readonly TableColumn[]): GroupName[] {
    let left = this.page.left + this.part.nameWidth
    let at = 0
    return columnRuns(columns, this.table.columns).flatMap(({ group, length }): GroupName[] => {
      const width = sum(this.part.widths.slice(at, at + length))
      const start = left + PADDING
      left += width
      at += length
      if (group === undefined) return []
      const lines = this.page.writer.wrap(group, this.style, width - PADDING + 0.01)
      return [{ lines, left: start, width: width - PADDING }]
    })
  }

  private drawGroups(): void {
    const { page, style, lineHeight } = this
    const most = mostLines(this.groups.map(({ lines }) => lines))
    for (const { lines, left, width } of this.groups) {
      lines.forEach((line, at) => {
        const y = page.y + style.size + (most - lines.length + at) * lineHeight
        page.writer.line(line, left, y, { ...style, color: colors.ink })
      })
      page.drawRule(page.y + most * lineHeight + ABOVE_RULE, colors.muted, 0.5, left, width)
    }
  }
}

/**
 * Visits a part's columns from the left: 0 is the name, and the others have their padding on the left; the right is left for
 * changes beside numbers.
 */
export function eachColumn(
  part: ColumnGroup,
  left: number,
  visit: (x: number, width: number, index: number) => void,
): void {
  visit(left, part.nameWidth, 0)
  let x = left + part.nameWidth
  part.widths.forEach((width, index) => {
    visit(x + PADDING, width - PADDING - (part.besides[index] ?? 0), index + 1)
    x += width
  })
}

/** Where the texts of a part's column are aligned; 0 is the name. */
export function alignOf(table: FileTable, part: ColumnGroup, index: number): 'left' | 'right' {
  return index === 0 ? 'left' : (table.columns[part.columns[index - 1] ?? -1]?.align ?? 'right')
}

/** The widths that a table's headers need at a font size of 1 point: its names' column, and each other column. */
export function headerNeeds(ink: TextWriter, table: FileTable): { name: number; columns: number[] } {
  const style: Style = { face: 'strong', size: HEADER_RATIO }
  const widestWord = (text: string) => Math.max(0, ...breakableParts(text).map((word) => ink.width(word.trim(), style)))
  const columns = table.columns.map(({ label }) => widestWord(label))
  let at = 0
  for (const { group = '', length } of columnRuns(table.columns)) {
    // Columns of a name that is longer than their labels share what it needs.
    const each = widestWord(group) / length
    for (let index = at; index < at + length; index++) columns[index] = Math.max(columns[index] ?? 0, each)
    at += length
  }
  return { name: widestWord(nameLabel(table)), columns }
}

// One column shows the names of all levels.
function nameLabel({ nameColumns }: FileTable): string {
  return nameColumns.map(({ label }) => label).join(' / ')
}

const mostLines = (texts: readonly string[][]): number => Math.max(0, ...texts.map(({ length }) => length))

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
