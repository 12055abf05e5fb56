import { type Column, changeBetween, formatCell, formatChange, judge } from '@leaselight/model'
import type { ReportDocument } from '../document'
import type { Page } from './page'
import { colors, type Style, type TextWriter } from './textWriter'

const HEIGHT = 58
const HEIGHT_WITHOUT_CHANGE = 46
const GAP = 8
const PADDING = 10

const label: Style = { face: 'text', size: 8, color: colors.muted }
const value: Style = { face: 'numberStrong', size: 19 }
const small: Style = { face: 'number', size: 8 }

/** The report's headline numbers with their change from the prior period. */
export function drawTiles(page: Page, { report, result }: ReportDocument): void {
  if (report.tiles.length === 0) return
  const height = result.priorTotal ? HEIGHT : HEIGHT_WITHOUT_CHANGE
  page.ensureRoom(height)
  const width = (page.width - GAP * (report.tiles.length - 1)) / report.tiles.length
  report.tiles.forEach((key, index) => {
    const column = report.columns[key]
    if (!column) return
    const x = page.left + index * (width + GAP)
    page.doc.roundedRect(x, page.y, width, height, 6).lineWidth(0.75).strokeColor(colors.line).stroke()
    drawTile(page, column, x + PADDING, width - 2 * PADDING, {
      current: result.total[key] ?? null,
      prior: result.priorTotal?.[key],
    })
  })
  page.y += height + 14
}

interface Numbers {
  current: number | null
  /** Undefined where the report has no prior period. */
  prior: number | null | undefined
}

function drawTile({ writer, y }: Page, column: Column, x: number, width: number, { current, prior }: Numbers): void {
  writer.line(column.label, x, y + 15, fitted(writer, column.label, label, width))
  const text = formatCell(current, column.format)
  writer.line(text, x, y + 37, fitted(writer, text, value, width))
  if (prior === undefined) return
  const delta = changeBetween(column, current, prior)
  const was = `was ${formatCell(prior, column.format)}`
  const color = { good: colors.good, bad: colors.bad, neutral: colors.muted }[judge(column, delta)]
  let at = x
  if (delta !== null) {
    if (delta !== 0) at += drawArrow(writer, at, y + 50, delta > 0, color)
    const moved = delta === 0 ? 'no change' : formatChange(delta, column.format)
    // A long change leaves no room for the prior value, which is in the table anyway.
    writer.line(moved, at, y + 50, { ...small, color })
    at += writer.width(moved, small) + 5
  }
  if (at + writer.width(was, small) <= x + width + 2) writer.line(was, at, y + 50, { ...small, color: colors.muted })
}

// Arrows are drawn as shapes: the embedded fonts have none, and a shape works in grayscale too.
function drawArrow({ doc }: TextWriter, x: number, baseline: number, isUp: boolean, color: string): number {
  const [top, bottom] = [baseline - 6, baseline - 0.5]
  const [tip, foot] = isUp ? [top, bottom] : [bottom, top]
  doc.polygon([x, foot], [x + 3, tip], [x + 6, foot]).fill(color)
  return 9
}

/** The style, with a smaller font where the text wouldn't fit. */
function fitted(ink: TextWriter, text: string, style: Style, width: number): Style {
  const needed = ink.width(text, style)
  return needed <= width ? style : { ...style, size: (style.size * width) / needed }
}
