import { type DocumentFact, factsOf, type ReportDocument } from '../document'
import type { Page } from './page'
import { colors, type Style } from './textWriter'

const company: Style = { face: 'strong', size: 9, color: colors.accent }
const title: Style = { face: 'strong', size: 20 }
const question: Style = { face: 'text', size: 9, color: colors.muted }
const label: Style = { face: 'text', size: 7, color: colors.muted }
const text: Style = { face: 'text', size: 8.5 }

const GAP = 20
const LINE = 11
/** Page headers must leave room for the page. */
const MOST_LINES = 4
/** A long list of filters or zones uses at most this share of the line and wraps. */
const WIDEST = 0.6

/**
 * The company, the report, what it shows, and the facts needed to read its numbers. A sheet names its property first.
 * @param head what the page is about instead
 */
export function drawHeader(page: Page, document: ReportDocument, head = document.sheet?.head): void {
  const { company, report } = document
  const [over, first, below] = head
    ? [`${company} · ${report.title}`, head.name, head.about]
    : [company, report.title, report.question]
  drawTitle(page, over, first, below)
  drawFacts(page, document)
}

/** The head of a page: a small line, its title, and what it is about. */
export function drawTitle(page: Page, over: string, first: string, below: string): void {
  const { doc, left } = page
  doc.rect(left, page.y, 36, 3).fill(colors.accent)
  page.y += 18
  write(page, over, company, 12)
  page.y += 10
  write(page, first, title, 20)
  page.y -= 3
  write(page, below, question, 12)
  page.drawRule(page.y - 1, colors.line, 0.75)
  page.y += 12
}

// Facts are set one after another like words, each as wide as it needs.
function drawFacts(page: Page, document: ReportDocument): void {
  const { writer, left, width } = page
  const facts = factsOf(document).filter(({ place }) => place === 'head')
  const widest = width * WIDEST
  let x = left
  let height = 0
  for (const fact of facts) {
    const natural = Math.max(writer.width(fact.text, text), writer.width(fact.label, label))
    const own = Math.min(natural, widest) + 0.01
    if (x > left && x + own > left + width) {
      page.y += height + 6
      x = left
      height = 0
    }
    const lines = writer.wrap(fact.text, text, own, MOST_LINES)
    if (page.ensureRoom(LINE * (lines.length + 1))) x = left
    drawFact(page, fact, lines, x)
    height = Math.max(height, LINE * (lines.length + 1))
    x += own + GAP
  }
  page.y += height + 6
}

function drawFact({ writer, y }: Page, fact: DocumentFact, lines: readonly string[], x: number): void {
  writer.line(fact.label, x, y, label)
  lines.forEach((line, index) => {
    writer.line(line, x, y + LINE * (index + 1), text)
  })
}

function write(page: Page, words: string, style: Style, height: number): void {
  for (const line of page.writer.wrap(words, style, page.width, MOST_LINES)) {
    page.writer.line(line, page.left, page.y, style)
    page.y += height
  }
}
