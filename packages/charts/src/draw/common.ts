import { type Format, formatCell, formatDuration } from '@leaselight/model'
import type { BarSeriesOption, HeatmapSeriesOption, LineSeriesOption } from 'echarts/charts'
import type { GridComponentOption, TooltipComponentOption, VisualMapComponentOption } from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import { fillColor } from '../colors'
import { bandName, type ChartModel, type ChartSeries, isOfDots, isOfLines } from '../model'
import { formatBand, formatSeriesValue } from '../table'
import type { ChartTheme } from './theme'

export type ChartOption = ComposeOption<
  | LineSeriesOption
  | BarSeriesOption
  | HeatmapSeriesOption
  | GridComponentOption
  | TooltipComponentOption
  | VisualMapComponentOption
>

/** The series that the user hid, by key; a prior period is hidden with its own series. */
export type Hidden = ReadonlySet<string>

/** About what a letter takes of its height. */
export const LETTER = 0.6

export function visible(model: ChartModel, hidden: Hidden): ChartSeries[] {
  return model.series.filter(({ key, priorOf }) => !hidden.has(key) && !(priorOf && hidden.has(priorOf)))
}

/** The color of a series' areas; what is only compared with is pale. */
export function seriesColor(
  { scheme }: ChartTheme,
  series: Pick<ChartSeries, 'color' | 'colors' | 'priorOf'>,
  index?: number,
): string {
  const own = index === undefined ? undefined : series.colors?.[index]
  return fillColor(series.priorOf === undefined ? (own ?? series.color) : 'pale', scheme)
}

/** A label without ECharts' automatic halo, which would print white on paper. */
export function labelStyle(theme: ChartTheme, color: string, font = theme.numberFont) {
  return { color, fontFamily: font, fontSize: theme.fontSize, textBorderWidth: 0, textBorderColor: 'transparent' }
}

/** Axis labels: formatted as in tables, without needless decimals. */
export function axisText(value: number, format: Format): string {
  if (format === 'percent') return `${Math.round(value * 1000) / 10}%`
  if (format === 'decimal' || format === 'tenths') return String(value)
  // A whole number of minutes or hours has no `00` after it.
  if (format === 'duration') return formatDuration(value).replace(/ 00 [sm]$/, '')
  return formatCell(value, format)
}

/** The options that all charts share. */
export function frame(model: ChartModel, theme: ChartTheme) {
  return {
    animation: theme.animate,
    animationDuration: 150,
    animationDurationUpdate: 150,
    textStyle: { fontFamily: theme.textFont, fontSize: theme.fontSize, color: theme.text },
    tooltip: {
      trigger: isOfDots(model) ? ('item' as const) : ('axis' as const),
      confine: true,
      transitionDuration: 0,
      backgroundColor: theme.surface,
      borderColor: theme.line,
      textStyle: { color: theme.text, fontSize: theme.fontSize, fontFamily: theme.textFont },
      axisPointer: isOfLines(model)
        ? { type: 'line' as const, lineStyle: { color: theme.line } }
        : { type: 'none' as const },
      // Names come from imported data, so they are set as text nodes, never as markup.
      formatter: (items: TooltipItem | readonly TooltipItem[]) => tooltip(model, theme, [items].flat()),
    },
  } satisfies ChartOption
}

/** The options that charts with axes share: the frame, and the plot area with the margins it needs. */
export function plotArea(model: ChartModel, theme: ChartTheme, { top, right }: { top: number; right: number }) {
  return { ...frame(model, theme), grid: { left: 8, right, top, bottom: 4, outerBoundsMode: 'same' as const } }
}

export function categoryAxis(model: ChartModel, theme: ChartTheme) {
  return {
    type: 'category' as const,
    data: model.categories,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: theme.line } },
    axisLabel: { ...labelStyle(theme, theme.muted, theme.textFont), hideOverlap: true },
  }
}

export function valueAxis(model: ChartModel, theme: ChartTheme) {
  return {
    type: 'value' as const,
    min: model.min ?? 0,
    // A fixed end is divided into quarters, so that labels don't crowd there.
    ...(model.max !== undefined && { max: model.max, interval: (model.max - (model.min ?? 0)) / 4 }),
    ...(model.format === 'percent' && model.max === undefined && wholeAxis(model.series)),
    ...(model.format === 'duration' && durationAxis(model.series)),
    ...(model.format === 'integer' && { minInterval: 1 }),
    splitNumber: 4,
    splitLine: { lineStyle: { color: theme.line } },
    axisLabel: {
      ...labelStyle(theme, theme.muted),
      formatter: (value: number) => axisText(value, model.format),
      hideOverlap: true,
    },
  }
}

/** Shares close to 100% are drawn on an axis that ends at 100%, so that it never ends at 120%. */
export function wholeAxis(series: readonly ChartSeries[]): { max: number; interval: number } | undefined {
  const most = largest(series)
  return most > 0.8 && most <= 1 ? { max: 1, interval: 0.25 } : undefined
}

/** The largest value of lines and the ranges behind them. */
const largest = (series: readonly ChartSeries[]): number =>
  Math.max(0, ...series.flatMap(({ values, usual }) => [...values, ...(usual?.high ?? [])].map((value) => value ?? 0)))

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Round durations for ticks, in seconds; decimal steps would give ticks such as `5 h 33 m`. */
const STEPS = [
  ...[1, 2, 5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 5, 10, 20, 50, 100].map((days) => days * DAY),
]
const MOST_STEPS = 5

/** A time axis that ends above the largest value on a round duration. */
export function durationAxis(series: readonly ChartSeries[]): { max: number; interval: number } | undefined {
  const longest = largest(series)
  const interval = STEPS.find((step) => longest <= step * MOST_STEPS)
  return longest > 0 && interval ? { interval, max: Math.ceil(longest / interval) * interval } : undefined
}

interface TooltipItem {
  dataIndex?: number
  seriesId?: string
}

function tooltip(model: ChartModel, theme: ChartTheme, items: readonly TooltipItem[]): HTMLElement | string {
  const index = items[0]?.dataIndex
  if (index === undefined || typeof document === 'undefined') return ''
  const box = document.createElement('div')
  const head = box.appendChild(document.createElement('div'))
  const before = model.priorCategories?.[index]
  head.textContent = `${model.categories[index] ?? ''}${before ? ` · before: ${before}` : ''}`
  head.style.color = theme.muted
  const shown = new Set(items.map(({ seriesId }) => seriesId))
  // A dot stands for all its numbers.
  for (const series of model.series.filter(({ key }) => isOfDots(model) || shown.has(key))) {
    const line = box.appendChild(document.createElement('div'))
    line.style.cssText = 'display:flex;align-items:center;gap:8px'
    const swatch = line.appendChild(document.createElement('span'))
    swatch.style.cssText = `width:10px;height:10px;border-radius:3px;background:${seriesColor(theme, series, index)}`
    line.appendChild(document.createElement('span')).textContent = series.label
    const number = line.appendChild(document.createElement('span'))
    number.textContent = formatSeriesValue(series, index, model.format)
    number.style.cssText = `margin-left:auto;padding-left:12px;font-family:${theme.numberFont};font-weight:600`
    const band = formatBand(series, index, model.format)
    if (!band) continue
    const usual = box.appendChild(document.createElement('div'))
    usual.textContent = `${bandName(model)}${series.mean ? ' of the mean' : ''} ${band}`
    usual.style.cssText = `padding-left:18px;color:${theme.muted}`
  }
  for (const { text } of (model.notes ?? []).filter(({ from, to }) => from <= index && index <= to)) {
    const note = box.appendChild(document.createElement('div'))
    note.textContent = text
    note.style.cssText = `max-width:260px;margin-top:4px;padding-top:4px;border-top:1px solid ${theme.line};white-space:normal`
  }
  return box
}
