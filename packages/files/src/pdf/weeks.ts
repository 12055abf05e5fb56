import { lastWeeks } from '@leaselight/charts/weeks'
import {
  DAYS_IN_WEEK,
  dayCount,
  drawnNumber,
  type Judgement,
  numberText,
  type ReportResult,
  rangeText,
  TREND_WEEKS,
  visibleTiles,
} from '@leaselight/model'
import type { ReportDocument } from '../document'
import type { Page } from './page'
import { colors, type Style } from './textWriter'
import { drawChangeLine } from './tiles'
import { drawTrend } from './trend'

const title: Style = { face: 'strong', size: 10.5 }
const head: Style = { face: 'text', size: 7.5, color: colors.muted }
const name: Style = { face: 'text', size: 8.5 }
const number: Style = { face: 'numberStrong', size: 8.5 }
const usually: Style = { face: 'number', size: 8.5, color: colors.muted }
const fact: Style = { face: 'numberStrong', size: 13 }

const TITLE = 18
const HEAD = 12
const ROW = 19
const GAP = 14
const TREND_HEIGHT = 14
const TREND_PART = 0.18
/** Where the columns begin, or end where their numbers are aligned to the right, as parts of the width. */
const [VALUE, USUAL, COURSE, CHANGE] = [0.3, 0.34, 0.5, 0.7]

/** The part of a wide page for the numbers, with what is ahead beside them. */
const NUMBERS_PART = 0.74
const WIDE = 600

type Ahead = NonNullable<ReportDocument['ahead']>

/**
 * How the period stands: each headline number, what it usually is, and its last weeks. What is ahead is beside that, on a
 * narrow page below.
 */
export function drawWeeks(page: Page, document: ReportDocument, weeks: ReportResult, ahead: Ahead): void {
  const isBeside = page.width > WIDE && ahead.length > 0
  const rows = visibleTiles(document.report, document.state)
  page.ensureRoom(TITLE + HEAD + rows.length * ROW + GAP)
  const top = page.y
  drawNumbers(page, document, weeks, isBeside ? page.width * NUMBERS_PART : page.width)
  if (ahead.length === 0) return
  if (isBeside) {
    const left = page.left + page.width * NUMBERS_PART + GAP
    const end = drawDown(page, ahead, { left, top, width: page.left + page.width - left })
    page.y = Math.max(page.y, end)
  } else drawAcross(page, ahead)
}

function drawNumbers(page: Page, { report, state, result }: ReportDocument, weeks: ReportResult, width: number): void {
  const { period } = result
  const rows = visibleTiles(report, state)
  const isWeek = period !== null && dayCount(period) === DAYS_IN_WEEK
  const which = isWeek ? 'week' : 'period'
  const at = (part: number) => page.left + width * part
  page.writer.line(`How the ${which} stands`, page.left, page.y + 9, title)
  page.y += TITLE
  page.writer.line(`This ${which}`, page.left, page.y + 7, head, { align: 'right', width: width * VALUE })
  page.writer.line('Usual', at(USUAL), page.y + 7, head)
  page.writer.line(`${TREND_WEEKS} weeks`, at(COURSE), page.y + 7, head)
  page.writer.line('Change', at(CHANGE), page.y + 7, head)
  page.y += HEAD
  const trends = lastWeeks(report.columns, weeks.series, {
    end: weeks.period?.end ?? '',
    weeks: TREND_WEEKS,
    first: weeks.coverage.first,
  })
  for (const key of rows) {
    const column = report.columns[key]
    if (!column) continue
    const judgement = result.judgement?.[key] ?? null
    const value = numberText(report.columns, key, result.total, { total: result.total })
    const baseline = page.y + ROW / 2 + 3
    page.drawRule(page.y, colors.line, 0.5, page.left, width)
    page.writer.line(column.label, page.left, baseline, name)
    page.writer.line(value, page.left, baseline, number, { align: 'right', width: width * VALUE })
    if (judgement) page.writer.line(rangeText(judgement, column.format, value), at(USUAL), baseline, usually)
    const samples = trends.map((numbers) => numbers && drawnNumber(report.columns, key, numbers))
    const box = {
      left: at(COURSE),
      top: page.y + (ROW - TREND_HEIGHT) / 2,
      width: width * TREND_PART,
      height: TREND_HEIGHT,
    }
    drawTrend(page.doc, samples, box, isWeek ? bandOf(judgement) : null)
    if (judgement) drawChangeLine(page.writer, judgement, at(CHANGE), baseline, width * (1 - CHANGE))
    page.y += ROW
  }
  page.y += GAP
}

const bandOf = (judgement: Judgement | null) =>
  judgement && judgement.low !== null && judgement.high !== null ? { low: judgement.low, high: judgement.high } : null

const FACT_LINE = 10
/** The place for a number before its words. */
const FACT_NUMBER = 44

/** What is ahead and who waits, below each other; returns where it ends. */
function drawDown(
  { writer }: Page,
  facts: Ahead,
  { left, top, width }: { left: number; top: number; width: number },
): number {
  writer.line('Today and tomorrow', left, top + 9, title)
  let y = top + TITLE + HEAD / 2
  for (const { value, label } of facts) {
    writer.line(value, left, y + 12, fact, { align: 'right', width: FACT_NUMBER })
    const lines = writer.wrap(label, head, width - FACT_NUMBER - 8)
    lines.forEach((line, at) => {
      writer.line(line, left + FACT_NUMBER + 8, y + 10 + at * FACT_LINE, head)
    })
    y += Math.max(ROW, lines.length * FACT_LINE + 6)
  }
  return y + GAP
}

/** The same side by side. */
function drawAcross(page: Page, facts: Ahead): void {
  const width = page.width / facts.length
  const labels = facts.map(({ label }) => page.writer.wrap(label, head, width - GAP))
  const height = TITLE + 18 + Math.max(...labels.map(({ length }) => length)) * FACT_LINE
  page.ensureRoom(height)
  page.writer.line('Today and tomorrow', page.left, page.y + 9, title)
  facts.forEach(({ value }, index) => {
    const left = page.left + index * width
    page.writer.line(value, left, page.y + TITLE + 12, fact)
    labels[index]?.forEach((line, at) => {
      page.writer.line(line, left, page.y + TITLE + 24 + at * FACT_LINE, head)
    })
  })
  page.y += height + GAP
}
