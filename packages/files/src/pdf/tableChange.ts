import { type Judgement, joinWithAnd } from '@leaselight/model'
import { colors, type Style, type TextWriter } from './textWriter'
import { drawArrow } from './tiles'

/** The font size of a change as a share of the table's. */
const SIZE_RATIO = 0.82
/** Room for an arrow before the change, in points. */
const ARROW = 9

/** What stands under a number: its change from the prior period, and what it was. */
export interface ChangeLines {
  lines: { text: string; color: string }[]
  direction: Judgement['direction']
  style: Style
}

const styleAt = (size: number): Style => ({ face: 'number', size: size * SIZE_RATIO })

/** The lines under a number, as the judgement has them; color only repeats what the arrow and the words say. */
export function changeLines(judgement: Judgement | null | undefined, size: number): ChangeLines {
  const style = styleAt(size)
  if (!judgement || isUncompared(judgement)) return { lines: [], direction: 'flat', style }
  const { change, words, tone, direction } = judgement
  const color = { good: colors.good, bad: colors.bad, neutral: colors.muted }[tone]
  const lines = [...(change ? [{ text: change, color }] : []), ...(words ? [{ text: words, color: colors.muted }] : [])]
  return { lines, direction: change ? direction : 'flat', style }
}

/** The width that the change under a number needs at a font size of 1 point. */
export function changeWidth(writer: TextWriter, judgement: Judgement | null | undefined): number {
  const { lines, direction, style } = changeLines(judgement, 1)
  const arrow = direction === 'flat' ? 0 : ARROW / SMALLEST
  return Math.max(0, ...lines.map(({ text }, index) => writer.width(text, style) + (index === 0 ? arrow : 0)))
}

/** No table is set in smaller type, where the arrow takes most of the width. */
const SMALLEST = 6

/** The height of the lines under a number. */
export const changeHeight = ({ lines, style }: ChangeLines): number => lines.length * style.size * LINE

const LINE = 1.3

/** Draws the lines under a number whose baseline is at `y`, at the right end of its column. */
export function drawChange(writer: TextWriter, change: ChangeLines, x: number, y: number, width: number): void {
  for (const [index, { text, color }] of change.lines.entries()) {
    const style = { ...change.style, color }
    const baseline = y + (index + 1) * style.size * LINE
    if (index === 0 && change.direction !== 'flat')
      drawArrow(writer, x + width - writer.width(text, style) - ARROW, baseline, change.direction === 'up', color)
    writer.line(text, x, baseline, style, { align: 'right', width })
  }
}

/** Whether a judgement only says why nothing is compared. */
const isUncompared = ({ state }: Judgement): boolean => state === 'incomparable' || state === 'settling'

/** Why changes are left out, once for all columns of which it is so: `Leads and Visits: no data before Mar 5, 2026.` */
export function reasonsNotCompared(labels: readonly string[], total: readonly (Judgement | null)[]): string[] {
  const byReason = new Map<string, string[]>()
  for (const [index, judgement] of total.entries())
    if (judgement?.words && isUncompared(judgement))
      byReason.set(judgement.words, [...(byReason.get(judgement.words) ?? []), labels[index] ?? ''])
  return [...byReason].map(([reason, columns]) => `${joinWithAnd(columns)}: ${reason}.`)
}
