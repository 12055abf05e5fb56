import { LegendComponent, type LegendComponentOption } from 'echarts/components'
import { init, setPlatformAPI, use } from 'echarts/core'
import { palette } from './colors'
import { type ChartOption, type ChartTheme, toOption } from './draw'
import type { ChartModel } from './model'
import type { Size } from './panels'

use([LegendComponent])

/** Text on white, in the colors of the light screen. */
export const printTheme: ChartTheme = {
  scheme: 'light',
  text: palette.light.ink,
  muted: palette.light.muted,
  line: palette.light.line,
  surface: palette.light.surface,
  textFont: 'Poppins',
  numberFont: 'Figtree',
  fontSize: 9,
  animate: false,
  numbersNotes: true,
  outlinesBad: true,
}

const LEGEND_HEIGHT = 16
const LEGEND_GAP = 14
/** The width of a legend symbol and the space after it. */
const LEGEND_MARK = 14
/** Average character width as a share of the font size. */
const MEAN_CHARACTER_WIDTH = 0.58

export interface SvgOptions {
  width: number
  height: number
  /** Width of a text in the fonts that the file embeds, so that labels get the room they need. */
  measureText?: (text: string, family: string, size: number) => number
}

/**
 * ECharts takes the width of this letter for the height of a line, once for each font of the process. A font without the
 * letter would tell the width of whatever it prints instead, and names of two lines would be printed over each other.
 */
const SQUARE_LETTER = '国'

/** A chart as SVG text, rendered without a browser. */
export function chartSvg(model: ChartModel, { width, height, measureText = estimateTextWidth }: SvgOptions): string {
  setPlatformAPI({
    measureText: (text, font = '') => {
      const size = sizeOf(font)
      return { width: text === SQUARE_LETTER ? size : measureText(text, familyOf(font), size) }
    },
  })
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    chart.setOption(printOption(model, printTheme, { width, height }))
    return chart.renderToSVGString()
  } finally {
    chart.dispose()
  }
}

/** A chart without interaction. Stacked parts can't be labeled at a line's end, so they get a legend. */
export function printOption(
  model: ChartModel,
  theme: ChartTheme,
  size: Size,
): ChartOption & { legend?: LegendComponentOption } {
  const option = toOption(model, theme, size)
  if (model.kind !== 'stack' && !(['bars', 'compare'].includes(model.kind) && model.series.length > 1)) return option
  const { text, textFont, fontSize } = theme
  const textStyle = { color: text, fontFamily: textFont, fontSize, textBorderWidth: 0 }
  const legend = { top: 0, left: 0, itemWidth: 9, itemHeight: 9, itemGap: LEGEND_GAP, icon: 'rect', textStyle }
  const further = legendLines(model, fontSize, size.width) - 1
  const grid = Array.isArray(option.grid) ? option.grid[0] : option.grid
  // The picture keeps its own room over its bars, where their numbers are written.
  const top = Number(grid?.top ?? 0) + LEGEND_HEIGHT + further * (fontSize + LEGEND_GAP)
  return { ...option, legend, grid: { ...grid, top } }
}

/** How many lines a legend needs; ECharts computes this too late to reserve room. */
function legendLines({ series }: ChartModel, fontSize: number, width: number): number {
  let lines = 1
  let at = 0
  for (const { label } of series) {
    const item = LEGEND_MARK + label.length * fontSize * MEAN_CHARACTER_WIDTH
    if (at > 0 && at + item > width) {
      lines += 1
      at = 0
    }
    at += item + LEGEND_GAP
  }
  return lines
}

// ECharts passes a CSS font shorthand such as `600 9px Poppins`.
function sizeOf(font: string): number {
  return Number(/([\d.]+)px/.exec(font)?.[1] ?? 12)
}

function familyOf(font: string): string {
  return /px\s+"?([^",]+)/.exec(font)?.[1]?.trim() ?? ''
}

function estimateTextWidth(text: string, _family: string, size: number): number {
  return text.length * size * 0.6
}
