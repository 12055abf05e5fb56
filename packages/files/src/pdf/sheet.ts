import { fillColor, partColors } from '@leaselight/charts'
import { isTelling, type Sheet, type SheetBlock, type SheetLine, type SheetPart } from '@leaselight/model'
import type { Page } from './page'
import { colors, type Style } from './textWriter'
import { drawArrow } from './tiles'

const title: Style = { face: 'strong', size: 10.5 }
/** The border of a part that is bad. */
const OUTLINE = 1.25

const heading: Style = { face: 'strong', size: 7, color: colors.muted }
const label: Style = { face: 'text', size: 8 }
const strong: Style = { face: 'numberStrong', size: 8 }
const number: Style = { face: 'number', size: 8 }
const quiet: Style = { face: 'number', size: 8, color: colors.muted }

const GAP = 28
const ROW = 15
const BAR = 10
const LEGEND = 13
/** Where the legend's second column begins, as a share of the half's width. */
const LEGEND_COLUMN = 0.54
/** Where the three numbers of a line end, as shares of the half's width. */
const ENDS = [0.52, 0.77, 1] as const
/** The width of a number, as a share of the half's. */
const NUMBER = 0.21

/** The halves of a sheet side by side. */
export function drawSheet(page: Page, { blocks }: Sheet): void {
  const width = (page.width - GAP * (blocks.length - 1)) / blocks.length
  const height = Math.max(...blocks.map(heightOf))
  page.ensureRoom(height)
  blocks.forEach((block, index) => {
    drawBlock(page, block, page.left + index * (width + GAP), width)
  })
  page.y += height + 14
}

const stripHeight = ({ strip }: SheetBlock): number =>
  strip.length > 0 ? BAR + 8 + Math.ceil(strip.length / 2) * LEGEND + 4 : 0

const heightOf = (block: SheetBlock): number =>
  20 + stripHeight(block) + ROW * (1 + block.groups.reduce((rows, { lines }) => rows + 1 + lines.length, 0))

function drawBlock(page: Page, block: SheetBlock, x: number, width: number): void {
  const { writer } = page
  let y = page.y
  writer.line(block.title, x, y + 11, title)
  y += 20
  if (block.strip.length > 0) drawStrip(page, block.strip, x, y, width)
  y += stripHeight(block)
  const cell = (index: number) => ({ align: 'right' as const, width: width * (ENDS[index] ?? 1) })
  block.headings.forEach((text, index) => {
    writer.line(text, x, y + 10, heading, cell(index))
  })
  y += ROW
  for (const group of block.groups) {
    writer.line(group.title, x, y + 10, heading)
    y += ROW
    page.drawRule(y, colors.ink, 0.5, x, width)
    for (const line of group.lines) {
      drawLine(page, line, x, y, width)
      y += ROW
      page.drawRule(y, colors.line, 0.5, x, width)
    }
  }
}

function drawLine({ writer }: Page, line: SheetLine, x: number, y: number, width: number): void {
  const baseline = y + ROW * 0.5 + 2.8
  writer.line(line.label, x, baseline, label)
  const texts: [string, Style][] = [
    [line.text, strong],
    [line.usual, quiet],
    [line.toDate, number],
  ]
  texts.forEach(([text, style], index) => {
    const end = width * (ENDS[index] ?? 1)
    const needed = writer.width(text, style)
    // A long reason takes a smaller size, never the room of its neighbor.
    const size = Math.min(style.size, (style.size * width * NUMBER) / Math.max(needed, 1))
    writer.line(text, x, baseline, { ...style, size }, { align: 'right', width: end })
    if (index === 0) drawMark(writer, line, x + end - needed - 10, baseline)
  })
}

function drawMark(writer: Page['writer'], { judgement }: SheetLine, x: number, baseline: number): void {
  if (!judgement || !isTelling(judgement)) return
  const { tone, direction } = judgement
  const color = { good: colors.good, bad: colors.bad, neutral: colors.muted }[tone]
  drawArrow(writer, x, baseline, direction !== 'down', color)
}

/** A whole as one bar of its parts, each with its number below. */
function drawStrip({ doc, writer }: Page, strip: readonly SheetPart[], x: number, y: number, width: number): void {
  const roles = partColors(strip)
  // What is bad is outlined, so that a printer without colors tells it from what is good.
  const drawPart = (left: number, top: number, width: number, height: number, index: number): void => {
    const role = roles[index] ?? 'pale'
    const color = fillColor(role, 'light')
    if (role === 'bad' && width > 2 * OUTLINE)
      doc
        .rect(left + OUTLINE / 2, top + OUTLINE / 2, width - OUTLINE, height - OUTLINE)
        .lineWidth(OUTLINE)
        .stroke(color)
    else doc.rect(left, top, width, height).fill(color)
  }
  const whole = strip.reduce((sum, { value }) => sum + value, 0)
  let at = x
  strip.forEach(({ value }, index) => {
    const share = whole > 0 ? (value / whole) * width : 0
    if (share > 0) drawPart(at, y, Math.max(0.5, share - 1), BAR, index)
    at += share
  })
  strip.forEach((part, index) => {
    const left = x + (index % 2) * width * LEGEND_COLUMN
    const baseline = y + BAR + 14 + Math.floor(index / 2) * LEGEND
    drawPart(left, baseline - 5.5, 6, 6, index)
    const name: Style = { face: 'text', size: 7 }
    writer.line(part.label, left + 10, baseline, name)
    const start = left + 10 + writer.width(part.label, name) + 5
    writer.line(part.text, start, baseline, { face: 'numberStrong', size: 7 })
    const after = start + writer.width(part.text, { face: 'numberStrong', size: 7 }) + 4
    writer.line(part.share, after, baseline, { face: 'number', size: 7, color: colors.muted })
  })
}
