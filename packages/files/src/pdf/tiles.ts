import {
  displayColumn,
  doneText,
  type GoalPace,
  goalStateLabels,
  goalTone,
  isUncompared,
  type Judgement,
  tileJudgements,
  visibleTiles,
} from '@leaselight/model'
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

/**
 * The report's headline numbers and what their changes from the prior period are worth.
 * @param widest the largest part of the page's width for one of them
 */
export function drawTiles(page: Page, { report, result, state, goals = {} }: ReportDocument, widest = 1): void {
  const tiles = visibleTiles(report, state)
  if (tiles.length === 0) return
  const judgementOf = tileJudgements(report, state, result)
  const plain = result.judgement ? HEIGHT : HEIGHT_WITHOUT_CHANGE
  const height = tiles.some((key) => goals[key]) ? plain + GOAL_HEIGHT : plain
  page.ensureRoom(height)
  const width = Math.min((page.width - GAP * (tiles.length - 1)) / tiles.length, page.width * widest)
  tiles.forEach((key, index) => {
    const column = report.columns[key]
    if (!column) return
    const x = page.left + index * (width + GAP)
    page.doc.roundedRect(x, page.y, width, height, 6).lineWidth(0.75).strokeColor(colors.line).stroke()
    const shown = displayColumn(report, key, column, state)
    const text = shown.textOf(result.total, { total: result.total, short: true })
    drawTile(page, x + PADDING, width - 2 * PADDING, {
      name: shown.column.label,
      text,
      judgement: judgementOf(key),
    })
    const goal = goals[key]
    if (goal) drawGoal(page.writer, goal, x + PADDING, page.y + plain, width - 2 * PADDING)
  })
  page.y += height + 14
}

const LINE_VALUE: Style = { face: 'numberStrong', size: 13 }
const LINE_GAP = 8

/** The same below each other on one surface, for the place beside a chart. */
export function drawTilesBeside(
  page: Page,
  { report, result, state, goals = {} }: ReportDocument,
  width: number,
  height: number,
): void {
  const { doc, writer, left, y } = page
  const tiles = visibleTiles(report, state)
  const judgementOf = tileJudgements(report, state, result)
  const own = height / tiles.length
  doc.roundedRect(left, y, width, height, 6).lineWidth(0.75).strokeColor(colors.line).stroke()
  tiles.forEach((key, index) => {
    const column = report.columns[key]
    if (!column) return
    const top = y + index * own
    if (index > 0) page.drawRule(top, colors.line, 0.5, left, width)
    const shown = displayColumn(report, key, column, state)
    const text = shown.textOf(result.total, { total: result.total, short: true })
    const x = left + PADDING
    const room = width - 2 * PADDING
    const right = Math.min(writer.width(text, LINE_VALUE), room / 2)
    const goal = goals[key]
    // The bar of a goal takes the lower end.
    const middle = top + own / 2 - (goal ? GOAL_BAR : 0)
    writer.line(text, x, middle + 4.5, fitted(writer, text, LINE_VALUE, room / 2), { align: 'right', width: room })
    const judgement = judgementOf(key)
    const beside = room - right - LINE_GAP
    const name = goal ? `${shown.column.label}, goal ${goal.target.toLocaleString('en-US')}` : shown.column.label
    writer.line(name, x, middle + (judgement ? -2 : 3), fitted(writer, name, label, beside))
    if (judgement) drawChangeLine(writer, judgement, x, middle + 8, beside)
    if (goal) drawGoalBar(writer, goal, x, top + own - 2 * GOAL_BAR, room)
  })
}

/** The height of a goal in a tile: its bar and its words. */
const GOAL_HEIGHT = 20
const GOAL_BAR = 2.5

/** A goal below a number: the bar, and what is done of it. */
function drawGoal(writer: TextWriter, goal: GoalPace, x: number, y: number, width: number): void {
  drawGoalBar(writer, goal, x, y, width)
  const text = goalWords(goal)
  writer.line(text, x, y + 12, { ...fitted(writer, text, small, width), color: colors.muted })
}

const goalWords = (goal: GoalPace): string => `${doneText(goal)} · ${goalStateLabels[goal.state].toLowerCase()}`

/**
 * A goal as a bar, as on the screen: what is done, and a mark for what a straight line to the target would have by now. More
 * than the target makes the scale longer.
 */
function drawGoalBar({ doc }: TextWriter, goal: GoalPace, x: number, y: number, width: number): void {
  const { target, done, gone, left, state } = goal
  const most = Math.max(target, done, 1)
  const at = (value: number) => x + (width * Math.min(value, most)) / most
  const tone = goalTone(state)
  const bar = (left: number, right: number, color: string, beyond = 0) => {
    const [top, bottom] = [y - beyond, y + GOAL_BAR + beyond]
    doc.polygon([left, top], [right, top], [right, bottom], [left, bottom]).fill(color)
  }
  bar(x, x + width, colors.line)
  if (done > 0) bar(x, at(done), tone === null ? colors.muted : colors[tone])
  const mark = (value: number) => bar(at(value) - 0.5, at(value) + 0.5, colors.ink, 1.5)
  if (left > 0 && gone > 0) mark((target * gone) / (gone + left))
  if (done > target) mark(target)
}

interface TileText {
  name: string
  text: string
  /** Null where the report has no prior period. */
  judgement: Judgement | null
}

function drawTile({ writer, y }: Page, x: number, width: number, { name, text, judgement }: TileText): void {
  writer.line(name, x, y + 15, fitted(writer, name, label, width))
  writer.line(text, x, y + 37, fitted(writer, text, value, width))
  if (judgement) drawChangeLine(writer, judgement, x, y + 50, width)
}

/** What a change is worth, on one line: its arrow, the change, and what it was before. */
export function drawChangeLine(
  writer: TextWriter,
  judgement: Judgement,
  x: number,
  baseline: number,
  width: number,
): void {
  const { tone, direction, change, words } = judgement
  const color = { good: colors.good, bad: colors.bad, neutral: colors.muted }[tone]
  let at = x
  if (direction !== 'flat') at += drawArrow(writer, at, baseline, direction === 'up', color)
  if (change) {
    writer.line(change, at, baseline, { ...small, color })
    at += writer.width(change, small) + 5
  }
  const room = x + width - at + 2
  const fits = (text: string) => writer.width(text, small) <= room
  // A long change leaves no room for the prior value, which is in the table anyway.
  if (change && !fits(words)) return
  const text = fits(words) || !isUncompared(judgement) ? words : (shortReasons(words).find(fits) ?? '')
  writer.line(text, at, baseline, { ...fitted(writer, text, small, room), color: colors.muted })
}

/** Less of why nothing is compared; the notes have all of it. */
const shortReasons = (words: string): string[] => [words.split(': ')[0] ?? '', 'not compared']

// Arrows are drawn as shapes: the embedded fonts have none, and a shape works in grayscale too.
export function drawArrow({ doc }: TextWriter, x: number, baseline: number, isUp: boolean, color: string): number {
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
