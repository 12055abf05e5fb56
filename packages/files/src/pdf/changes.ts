import { fillColor } from '@leaselight/charts'
import { formatCell, type PaperChange, signedChange, type ToldBar, waterfallScale } from '@leaselight/model'
import type { Page } from './page'
import { colors, type Style } from './textWriter'

const title: Style = { face: 'strong', size: 10.5 }
const sentenceStyle: Style = { face: 'strong', size: 9.5 }
const quiet: Style = { face: 'text', size: 8.5, color: colors.muted }
const name: Style = { face: 'text', size: 8 }
const number: Style = { face: 'number', size: 8 }

/** How a row's name and its number are written. */
type RowStyles = readonly [words: Style, digits: Style]
const startStyles: RowStyles = [
  { ...name, color: colors.muted },
  { ...number, color: colors.muted },
]
const endStyles: RowStyles = [
  { ...name, face: 'strong' },
  { ...number, face: 'numberStrong' },
]

const ROW = 14
const BAR = 7
const GAP = 14
/** The widths of a row's name, of its bar, and of its number. */
const NAME = 130
const TRACK = 250
const NUMBER = 44
const BETWEEN = 8
/** What a part that changes little is drawn as. */
const LEAST = 1

/** What changed and what explains it, each with the bars from the number before to the one now, as on the screen. */
export function drawChanges(page: Page, changes: readonly PaperChange[]): void {
  changes.forEach((change, index) => {
    const lines = [change.sentence, change.explanation ?? ''].map((text, at) =>
      text === '' ? [] : page.writer.wrap(text, at === 0 ? sentenceStyle : quiet, page.width),
    )
    const rows = change.parts ? change.parts.bars.length + 3 : 0
    const head = index === 0 ? GAP + 4 : 0
    // A change stays with its bars, and the title with the first of them.
    page.ensureRoom(head + (lines.flat().length + rows) * ROW)
    if (index === 0) {
      page.writer.line('What changed, and why', page.left, page.y + title.size, title)
      page.y += head
    }
    lines.forEach((texts, at) => {
      for (const text of texts) writeLine(page, text, at === 0 ? sentenceStyle : quiet)
    })
    if (change.parts) drawWaterfall(page, change.parts)
    page.y += GAP
  })
}

function writeLine(page: Page, text: string, style: Style): void {
  page.writer.line(text, page.left, page.y + style.size, style)
  page.y += ROW
}

/** The bars of print have the screen's colors: ink goes the way of the whole, all else is pale. */
function drawWaterfall(page: Page, { by, prior, current, bars }: NonNullable<PaperChange['parts']>): void {
  const scale = waterfallScale(prior, current, bars)
  const left = page.left + NAME + BETWEEN
  const at = (value: number) => left + scale.place(value) * TRACK
  writeLine(page, `By ${by.toLowerCase()}`, { ...quiet, size: name.size })
  drawEdge(page, 'Before', prior, at(prior))
  drawJoint(page, at(prior))
  for (const bar of bars) {
    drawTexts(page, bar.name, signedChange(bar.shown), [name, number])
    const color = fillColor(scale.isInked(bar) ? 'ink' : 'pale', 'light')
    drawBar(page, bar, at, color)
    page.y += ROW
    drawJoint(page, at(bar.to))
  }
  drawEdge(page, 'Now', current, at(current), true)
}

function drawBar({ doc, y }: Page, { from, to }: ToldBar, at: (value: number) => number, color: string): void {
  const [start, end] = [at(Math.min(from, to)), at(Math.max(from, to))]
  doc.rect(start, y + (ROW - BAR) / 2, Math.max(LEAST, end - start), BAR).fill(color)
}

/** From the end of a bar to the beginning of the next. */
function drawJoint({ doc, y }: Page, x: number): void {
  doc
    .moveTo(x, y - (ROW - BAR) / 2)
    .lineTo(x, y + (ROW - BAR) / 2)
    .lineWidth(0.5)
    .strokeColor(colors.line)
    .stroke()
}

function drawEdge(page: Page, label: string, value: number, x: number, isEnd = false): void {
  drawTexts(page, label, formatCell(value, 'integer'), isEnd ? endStyles : startStyles)
  page.doc.rect(x - 0.75, page.y + 2, 1.5, ROW - 4).fill(isEnd ? colors.ink : colors.muted)
  page.y += ROW
}

function drawTexts({ writer, left, y }: Page, text: string, value: string, [words, digits]: RowStyles): void {
  const baseline = y + ROW / 2 + 2.8
  writer.line(writer.wrap(text, words, NAME, 1)[0] ?? '', left, baseline, words)
  writer.line(value, left, baseline, digits, { align: 'right', width: NAME + TRACK + NUMBER + 2 * BETWEEN })
}
