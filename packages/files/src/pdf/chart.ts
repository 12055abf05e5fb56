import type { ChartModel } from '@leaselight/charts'
import { chartSvg } from '@leaselight/charts/svg'
import svgToPdf from 'svg-to-pdfkit'
import { type Face, runsOf } from './fonts'
import { colors, type Ink, type Style } from './ink'
import type { Page } from './page'

const title: Style = { face: 'strong', size: 10.5 }
const small: Style = { face: 'text', size: 7.5, color: colors.muted }

const TITLE_LINE = 15
const TREND_HEIGHT = 150
const ROW_HEIGHT = 18
const NARROWEST_ROW = 12.5
const AROUND_ROWS = 46

/** A chart under its title; the two never part, and never cross a page. */
export function drawChart(page: Page, model: ChartModel): void {
  const { ink, left, width, doc } = page
  const lines = ink.wrap(model.title, title, width)
  const about = [model.unit, model.note].filter(Boolean).join(' · ')
  const head = lines.length * TITLE_LINE + TITLE_LINE
  page.ensure(head + chartHeight(model, NARROWEST_ROW))
  // A little tighter is better than alone on the next page.
  const height = Math.min(chartHeight(model, ROW_HEIGHT), page.room - head)
  for (const line of lines) {
    ink.line(line, left, page.y + 9, title)
    page.y += TITLE_LINE
  }
  ink.wrap(about, small, width).forEach((line) => {
    ink.line(line, left, page.y + 6, small)
    page.y += 11
  })
  page.y += 4
  const svg = chartSvg(model, {
    width,
    height,
    measureText: (text, family, size) => ink.width(text, { face: faceOf(family), size }),
  })
  svgToPdf(doc, withFallbacks(svg), left, page.y, {
    width,
    height,
    assumePt: true,
    fontCallback: (family) => nameOf(ink, family),
  })
  page.y += height + 14
}

const HEAT_ROW = 16
const STAGE = 42

function chartHeight({ layout, categories, series, kind }: ChartModel, row: number): number {
  if (kind === 'heatMap') return AROUND_ROWS / 2 + series.length * HEAT_ROW
  if (kind === 'funnel') return 12 + categories.length * STAGE
  if (layout === 'columns') return TREND_HEIGHT
  return AROUND_ROWS + categories.length * row - (kind === 'bars' ? 20 : 0)
}

function faceOf(family: string): Face {
  return family.startsWith('Figtree') ? 'number' : 'text'
}

// Texts are split beforehand into families named by their font file; what ECharts names itself is one of the two faces.
function nameOf(ink: Ink, family: string): string {
  if (!family.includes('/')) return ink.fontOf(faceOf(family))
  ink.use(family)
  return family
}

const TEXT = /(<text\b[^>]*>)([^<]*)(<\/text>)/g

/** Gives the letters that the chart's own face lacks a face that has them. */
export function withFallbacks(svg: string): string {
  return svg.replace(TEXT, (whole: string, open: string, content: string, close: string) => {
    const runs = runsOf(unescaped(content), open.includes('Figtree') ? 'number' : 'text')
    if (runs.length <= 1 && !runs.some(({ font }) => font.startsWith('noto'))) return whole
    return `${open}${runs.map(({ font, text }) => `<tspan font-family="${font}">${escaped(text)}</tspan>`).join('')}${close}`
  })
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
