import { LegendComponent, type LegendComponentOption } from 'echarts/components'
import { init, setPlatformAPI, use } from 'echarts/core'
import { type ChartOption, type ChartTheme, toOption } from './draw'
import type { ChartModel } from './model'

use([LegendComponent])

/**
 * Text on white. Hues are the product's, but their lightness is spread out, so that adjacent colors still differ on a
 * grayscale printer.
 */
export const printTheme: ChartTheme = {
  series: ['#0F766E', '#F2B84B', '#1B3157', '#C77BA8', '#8C77D6', '#6E3F35', '#9CD3F5', '#B4B8C0'],
  text: '#1B1F2A',
  muted: '#5B6273',
  line: '#E4E5E0',
  surface: '#FFFFFF',
  textFont: 'Poppins',
  numberFont: 'Figtree',
  fontSize: 9,
  lineHeightRatio: 0.11,
  animate: false,
}

const LEGEND_HEIGHT = 24
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

/** A chart as SVG text, rendered without a browser. */
export function chartSvg(model: ChartModel, { width, height, measureText = estimateTextWidth }: SvgOptions): string {
  setPlatformAPI({
    measureText: (text, font = '') => ({ width: measureText(text, familyOf(font), sizeOf(font)) }),
  })
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    chart.setOption(printOption(model, printTheme, width))
    return chart.renderToSVGString()
  } finally {
    chart.dispose()
  }
}

/** A chart without interaction. Adjacent and stacked parts can't be labeled at a line's end, so they get a legend. */
export function printOption(
  model: ChartModel,
  theme: ChartTheme,
  width: number,
): ChartOption & { legend?: LegendComponentOption } {
  const option = toOption(model, theme)
  if (model.kind !== 'stack' && model.kind !== 'pyramid' && !(model.kind === 'bars' && model.series.length > 1))
    return option
  const { text, textFont, fontSize } = theme
  const textStyle = { color: text, fontFamily: textFont, fontSize, textBorderWidth: 0 }
  const legend = { top: 0, left: 0, itemWidth: 9, itemHeight: 9, itemGap: LEGEND_GAP, icon: 'rect', textStyle }
  const further = legendLines(model, fontSize, width) - 1
  const top = LEGEND_HEIGHT + further * (fontSize + LEGEND_GAP)
  return { ...option, legend, grid: { ...option.grid, top } }
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
