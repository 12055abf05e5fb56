import { FINDING_TREND } from '@leaselight/charts/sparkline'
import {
  answerLines,
  changesInWords,
  type PaperFinding,
  type PaperFindings,
  type ReportAnswer,
  type ReportDefinition,
} from '@leaselight/model'
import type { Page } from './page'
import { colors, type Style } from './textWriter'
import { drawTrend } from './trend'

const answerStyle: Style = { face: 'strong', size: 13 }
const changed: Style = { face: 'text', size: 9, color: colors.muted }
const sentenceStyle: Style = { face: 'strong', size: 9.5 }
const detailStyle: Style = { face: 'text', size: 8.5, color: colors.muted }

const INDENT = 12
const GAP = 6
/** What the course of a finding's number takes, right of its sentences. */
const BESIDE = FINDING_TREND.width + 16

/** What needs the reader, in the screen's own sentences: how many there are, then each with its details. */
export function drawFindings(page: Page, report: ReportDefinition, { answer, items, smaller }: PaperFindings): void {
  drawAnswer(page, report, answer)
  for (const item of items) drawFinding(page, item)
  if (smaller > 0) write(page, `and ${smaller} smaller`, detailStyle, INDENT)
  page.y += GAP
}

/** A finding with the course of its number, on one sheet. */
export function drawFinding(page: Page, { sentence, details, trend, usual }: PaperFinding): void {
  const beside = trend.length > 1 ? BESIDE : 0
  const lines = [sentenceStyle, detailStyle].map((style, at) =>
    page.writer.wrap(at === 0 ? sentence : details, style, page.width - INDENT - beside),
  )
  const texts = lines.reduce((sum, { length }, at) => sum + length * lineHeight(at ? detailStyle : sentenceStyle), 0)
  page.ensureRoom(Math.max(texts, beside && FINDING_TREND.height))
  const top = page.y
  drawTrend(page.doc, trend, { left: page.left + page.width - FINDING_TREND.width, top, ...FINDING_TREND }, usual)
  page.doc.circle(page.left + 3, top + 6, 2.5).fill(colors.bad)
  write(page, sentence, sentenceStyle, INDENT, beside)
  write(page, details, detailStyle, INDENT, beside)
  page.y = Math.max(page.y, top + (beside && FINDING_TREND.height)) + GAP
}

/** The answer to the report's question, and what changed. */
export function drawAnswer(page: Page, report: ReportDefinition, answer: ReportAnswer): void {
  const fits = (sentence: string) => page.writer.width(sentence, answerStyle) <= page.width
  for (const line of answerLines(answer.sentences, fits)) write(page, line, answerStyle, 0)
  const changes = changesInWords(report, answer)
  if (changes) write(page, changes, changed, 0)
  page.y += GAP
}

const lineHeight = ({ size }: Style): number => size * 1.4

function write(page: Page, text: string, style: Style, indent: number, right = 0): void {
  for (const line of page.writer.wrap(text, style, page.width - indent - right)) {
    page.ensureRoom(lineHeight(style))
    page.writer.line(line, page.left + indent, page.y + style.size, style)
    page.y += lineHeight(style)
  }
}
