import { type Fact, factsOf, type ReportDocument } from '../document'
import { colors, type Style } from './ink'
import type { Page } from './page'

const company: Style = { face: 'strong', size: 9, color: colors.accent }
const title: Style = { face: 'strong', size: 20 }
const answers: Style = { face: 'text', size: 9, color: colors.muted }
const label: Style = { face: 'text', size: 7, color: colors.muted }
const text: Style = { face: 'text', size: 8.5 }

const GAP = 16
const LINE = 12

/** Whose report it is, what it answers, and everything needed to read its numbers rightly. */
export function drawMasthead(page: Page, document: ReportDocument): void {
  const { ink, doc, left, width } = page
  doc.rect(left, page.y, 36, 3).fill(colors.accent)
  page.y += 20
  write(page, document.company, company, 14)
  page.y += 12
  write(page, document.report.title, title, 26)
  write(page, document.report.answers, answers, 14)
  page.y += 6
  page.rule(page.y, colors.line, 0.75)
  page.y += 14
  const facts = factsOf(document)
  const perLine = width > 600 ? 4 : 3
  const columnWidth = (width - GAP * (perLine - 1)) / perLine
  for (let start = 0; start < facts.length; start += perLine) {
    const line = facts
      .slice(start, start + perLine)
      .map((fact) => ({ fact, lines: ink.wrap(fact.text, text, columnWidth) }))
    page.ensure(LINE * (1 + Math.max(...line.map(({ lines }) => lines.length))))
    line.forEach(({ fact, lines }, index) => {
      drawFact(page, fact, lines, left + index * (columnWidth + GAP))
    })
    page.y += LINE * (1 + Math.max(...line.map(({ lines }) => lines.length))) + 5
  }
  page.y += 8
}

function drawFact({ ink, y }: Page, fact: Fact, lines: readonly string[], x: number): void {
  ink.line(fact.label, x, y, label)
  lines.forEach((line, index) => {
    ink.line(line, x, y + LINE * (index + 1), text)
  })
}

function write(page: Page, words: string, style: Style, height: number): void {
  for (const line of page.ink.wrap(words, style, page.width)) {
    page.ink.line(line, page.left, page.y, style)
    page.y += height
  }
}
