import { isUncompared, type Judgement, joinWithAnd, medianText, type Quartile, shortStanding } from '@leaselight/model'
import type { FileRow, FileTable } from '../document'
import { colors, type Style, type TextWriter } from './textWriter'
import { drawArrow } from './tiles'

/** The font size of a change as a share of the table's. */
const SIZE_RATIO = 0.82
/** Room for an arrow before the change, in points. */
const ARROW = 9
/** Room for the bars of a quartile before its rank, in points. */
const MARK = 11

/** What a row's number changed by and what it was, on its line. */
interface ChangeBeside {
  text: string
  color: string
  direction: Judgement['direction']
}

/** The space between a number and its change, in points. */
const BESIDE = 5

/** The change beside a row's number: `−29.4%, was 17`; null where nothing is compared. */
function changeBeside(judgement: Judgement | null | undefined): ChangeBeside | null {
  if (!judgement || isUncompared(judgement)) return null
  const { change, words, tone, direction } = judgement
  const text = [change, words].filter(Boolean).join(', ')
  return text === '' ? null : { text, color: toneColors[tone], direction: change ? direction : 'flat' }
}

/** The width that the change beside a number needs at a font size of 1 point, with the space before it. */
export function besideWidth(writer: TextWriter, judgement: Judgement | null | undefined): number {
  const change = changeBeside(judgement)
  if (!change) return 0
  return (BESIDE + (change.direction === 'flat' ? 0 : ARROW)) / SMALLEST + writer.width(change.text, styleAt(1))
}

/** Draws a row's change to the right of its number, which ends at `x`. */
export function drawBeside(
  writer: TextWriter,
  judgement: Judgement | null | undefined,
  x: number,
  y: number,
  size: number,
): void {
  const change = changeBeside(judgement)
  if (!change) return
  const { text, color, direction } = change
  const left = x + BESIDE
  const arrow = direction === 'flat' ? 0 : drawArrow(writer, left, y, direction === 'up', color)
  writer.line(text, left + arrow, y, { ...styleAt(size), color })
}

/** What is under a number: in the total its change from the prior period, and its rank among peers. */
export interface ChangeLines {
  lines: { text: string; color: string; quartile?: Quartile | null }[]
  direction: Judgement['direction']
  style: Style
}

/** Where a number of a row is among its peers, and their median: `3rd of 12`, `median 41%`; empty where neither is. */
export function rankLines({ peersBy, columns }: FileTable, { standings }: FileRow, at: number): ChangeLines['lines'] {
  const [standing, column] = [standings?.[at], columns[at]]
  if (!standing || !column || peersBy === undefined) return []
  const text = shortStanding(standing, peersBy)
  const median = standing.median === null ? '' : `median ${medianText(standing.median, column)}`
  const color = colors.muted
  return [
    ...(text ? [{ text, color, quartile: standing.quartile }] : []),
    ...(median && text ? [{ text: median, color }] : []),
  ]
}

const toneColors = { good: colors.good, bad: colors.bad, neutral: colors.muted }

const styleAt = (size: number): Style => ({ face: 'number', size: size * SIZE_RATIO })

/**
 * The lines under a number, as the judgement has them, then its rank; color only repeats what the arrow and the words
 * say.
 */
export function changeLines(
  judgement: Judgement | null | undefined,
  size: number,
  ranks: ChangeLines['lines'],
): ChangeLines {
  const style = styleAt(size)
  if (!judgement || isUncompared(judgement)) return { lines: ranks, direction: 'flat', style }
  const { change, words, tone, direction } = judgement
  const color = toneColors[tone]
  const lines = [...(change ? [{ text: change, color }] : []), ...(words ? [{ text: words, color: colors.muted }] : [])]
  return { lines: [...lines, ...ranks], direction: change ? direction : 'flat', style }
}

/** The width that the change under a number needs at a font size of 1 point. */
export function changeWidth(
  writer: TextWriter,
  judgement: Judgement | null | undefined,
  ranks: ChangeLines['lines'],
): number {
  const { lines, direction, style } = changeLines(judgement, 1, ranks)
  const before = (index: number, quartile: Quartile | null | undefined) =>
    (index === 0 && direction !== 'flat' ? ARROW : quartile ? MARK : 0) / SMALLEST
  return Math.max(0, ...lines.map(({ text, quartile }, index) => writer.width(text, style) + before(index, quartile)))
}

/** No table is set in smaller type, where the arrow takes most of the width. */
const SMALLEST = 6

/** The height of the lines under a number. */
export const changeHeight = ({ lines, style }: ChangeLines): number => lines.length * style.size * LINE

const LINE = 1.3

/** Draws the lines under a number whose baseline is at `y`, at the right end of its column. */
export function drawChange(writer: TextWriter, change: ChangeLines, x: number, y: number, width: number): void {
  for (const [index, { text, color, quartile }] of change.lines.entries()) {
    const style = { ...change.style, color }
    const baseline = y + (index + 1) * style.size * LINE
    if (index === 0 && change.direction !== 'flat')
      drawArrow(writer, x + width - writer.width(text, style) - ARROW, baseline, change.direction === 'up', color)
    if (quartile) drawQuartile(writer, x + width - writer.width(text, style) - MARK, baseline, quartile)
    writer.line(text, x, baseline, style, { align: 'right', width })
  }
}

/** What the bars before a rank mean. */
export const QUARTILE_NOTE = 'Four bars before a rank mean the best quarter, one bar the last.'

const BARS = [2, 3, 4, 5] as const
const [BAR, BAR_STEP] = [1.3, 2]

/** Four bars, of which the best quarter has all and the last one. */
function drawQuartile({ doc }: TextWriter, x: number, baseline: number, quartile: Quartile): void {
  for (const [index, height] of BARS.entries())
    doc
      .rect(x + index * BAR_STEP, baseline - height, BAR, height)
      .fill(index <= BARS.length - quartile ? colors.muted : colors.line)
}

/** Why changes are left out, once for all columns of which it is so: `Leads and Visits: no data before Mar 5, 2026.` */
export function reasonsNotCompared(labels: readonly string[], total: readonly (Judgement | null)[]): string[] {
  const byReason = new Map<string, string[]>()
  for (const [index, judgement] of total.entries())
    if (judgement?.words && isUncompared(judgement))
      byReason.set(judgement.words, [...(byReason.get(judgement.words) ?? []), labels[index] ?? ''])
  return [...byReason].map(([reason, columns]) => `${joinWithAnd(columns)}: ${reason}.`)
}
