import { barsBeside, type ChartModel } from '@leaselight/charts'
import { chartSvg } from '@leaselight/charts/svg'
import svgToPdf from 'svg-to-pdfkit'
import { chartNote } from '../chartNote'
import { type Face, fontFile, mainFont, runsOf } from '../fonts/fonts'
import type { Page } from './page'
import { colors, type Style, type TextWriter } from './textWriter'

const title: Style = { face: 'strong', size: 10.5 }
const small: Style = { face: 'text', size: 7.5, color: colors.muted }

const TITLE_LINE = 15
const TREND_HEIGHT = 150
const ROW_HEIGHT = 18
const NARROWEST_ROW = 12.5
const AROUND_ROWS = 26
const LEGEND = 20
/** A bar beside others, whose number is as high as a line. */
const BAR = 16

/** The least height at which a chart over time can be read. */
const LOWEST_TREND = 84

/** The least height of a chart with its title, for a page that holds more than the chart. */
export function leastHeight({ writer, width }: Page, model: ChartModel): number {
  const head = (writer.wrap(model.title, title, width).length + 2) * TITLE_LINE
  return (
    head + notesHeight(writer, model, width) + (isFlexible(model) ? LOWEST_TREND : chartHeight(model, NARROWEST_ROW))
  )
}

/** Whether a chart may be as low and narrow as the place beside the numbers. */
export const isFlexible = ({ layout, kind }: ChartModel): boolean =>
  layout === 'columns' && kind !== 'funnel' && kind !== 'heatMap'

/** The part of a page that a chart is given, with its title. */
export interface ChartPlace {
  left: number
  width: number
  /** In points; by default what the chart needs. */
  most?: number
  /** Whether its notes are listed elsewhere, because there is no room beneath it. */
  withoutList?: boolean
}

/** More notes than these are listed at the end of the report. */
export const MAX_NOTES_BENEATH = 6

export const NOTE_LINE = 10

/** The notes of a chart, by the numbers that its marks have. */
function noteLines(writer: TextWriter, { notes = [] }: ChartModel, width: number, withoutList = false): string[] {
  if (notes.length > (withoutList ? 0 : MAX_NOTES_BENEATH)) return ['The numbered notes are listed below.']
  return notes.flatMap(({ number, text }) => writer.wrap(`${number}  ${text}`, small, width))
}

/** The height of the notes beneath a chart. */
export function notesHeight(writer: TextWriter, model: ChartModel, width: number): number {
  return noteLines(writer, model, width).length * NOTE_LINE
}

/** Draws a chart below its title, with its notes beneath; both stay together on one page. */
export function drawChart(page: Page, model: ChartModel, { left, width, most, withoutList }: ChartPlace = page): void {
  const { writer, doc } = page
  const lines = writer.wrap(model.title, title, width)
  const about = chartNote(model)
  const beneath = noteLines(writer, model, width, withoutList)
  const around = lines.length * TITLE_LINE + TITLE_LINE + beneath.length * NOTE_LINE
  if (most === undefined) page.ensureRoom(around + chartHeight(model, NARROWEST_ROW))
  // A slightly smaller chart is better than one alone on the next page.
  const height = Math.min(chartHeight(model, ROW_HEIGHT), (most ?? page.room) - around)
  for (const line of lines) {
    writer.line(line, left, page.y + 9, title)
    page.y += TITLE_LINE
  }
  writer.wrap(about, small, width).forEach((line) => {
    writer.line(line, left, page.y + 6, small)
    page.y += 11
  })
  page.y += 4
  const svg = chartSvg(model, {
    width,
    height,
    measureText: (text, family, size) => writer.width(text, { face: faceOf(family), size }),
  })
  const { picture, texts } = extractUncoveredText(svg)
  svgToPdf(doc, picture, left, page.y, {
    width,
    height,
    assumePt: true,
    fontCallback: (family) => writer.fontOf(faceOf(family)),
  })
  for (const text of texts) drawText(writer, text, left, page.y)
  page.y += height
  for (const line of beneath) {
    writer.line(line, left, page.y + 8, small)
    page.y += NOTE_LINE
  }
  page.y += 14
}

function drawText(writer: TextWriter, { words, style, x, y, anchor }: ChartText, left: number, top: number): void {
  const before = { start: 0, middle: 0.5, end: 1 }[anchor] * writer.width(words, style)
  const middle = fontFile(mainFont(style.face)).middle * style.size
  writer.line(words, left + x - before, top + y + middle, style)
}

const HEAT_ROW = 16
const STAGE = 42
const NARROWEST_STAGE = 34

function chartHeight(model: ChartModel, row: number): number {
  const { layout, categories, series, kind } = model
  if (kind === 'heatMap') return AROUND_ROWS / 2 + series.length * HEAT_ROW
  if (kind === 'funnel') return 12 + categories.length * (row < ROW_HEIGHT ? NARROWEST_STAGE : STAGE)
  if (layout === 'columns') return TREND_HEIGHT
  const bars = barsBeside(model)
  const legend = kind === 'bars' && bars === 1 ? 0 : LEGEND
  return AROUND_ROWS + legend + categories.length * Math.max(row, bars * BAR)
}

function faceOf(family: string): Face {
  return family.startsWith('Figtree') ? 'number' : 'text'
}

/** A text of an SVG image: its vertical middle is at `y`, and the end named by `anchor` is at `x`. */
interface ChartText {
  words: string
  style: Style
  x: number
  y: number
  anchor: 'start' | 'middle' | 'end'
}

const TEXT = /<text\b([^>]*)>([^<]*)<\/text>/g

/**
 * Extracts the texts that the chart's own font can't draw: the SVG renderer uses one font per text and drops combining
 * marks.
 */
export function extractUncoveredText(svg: string): { picture: string; texts: ChartText[] } {
  const texts: ChartText[] = []
  const picture = svg.replace(TEXT, (whole: string, attributes: string, content: string) => {
    const words = unescapeXml(content)
    const face = faceOf(attributes.includes('Figtree') ? 'Figtree' : 'Poppins')
    if (runsOf(words, face).every(({ font }) => font === mainFont(face))) return whole
    const [, x = '0', y = '0'] = /transform="translate\(([-\d.]+)[ ,]([-\d.]+)\)"/.exec(attributes) ?? []
    const number = (pattern: RegExp): number => Number(pattern.exec(attributes)?.[1] ?? 0)
    texts.push({
      words,
      style: { face, size: number(/font-size:([\d.]+)/), color: /fill="(#\w+)"/.exec(attributes)?.[1] ?? colors.ink },
      x: Number(x) + number(/ x="([-\d.]+)"/),
      y: Number(y) + number(/ y="([-\d.]+)"/),
      anchor: anchors.find((anchor) => attributes.includes(`text-anchor="${anchor}"`)) ?? 'start',
    })
    return ''
  })
  return { picture, texts }
}

const anchors = ['start', 'middle', 'end'] as const

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

function unescapeXml(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
}
