import { type Format, formatCell } from '@leaselight/model'
import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts'
import type { GridComponentOption, TooltipComponentOption } from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import type { ChartModel, ChartSeries } from '../model'
import type { ChartTheme } from './theme'

export type ChartOption = ComposeOption<
  LineSeriesOption | BarSeriesOption | GridComponentOption | TooltipComponentOption
>

/** What a picture leaves out because the reader switched it off, by series key; a prior period goes with its own. */
export type Hidden = ReadonlySet<string>

export function visible(model: ChartModel, hidden: Hidden): ChartSeries[] {
  return model.series.filter(({ key, priorOf }) => !hidden.has(key) && !(priorOf && hidden.has(priorOf)))
}

export function seriesColor(theme: ChartTheme, series: ChartSeries): string {
  return theme.series[series.color % theme.series.length] ?? theme.ink
}

/** A label without ECharts' automatic halo, which prints white on paper. */
export function labelStyle(theme: ChartTheme, color: string, font = theme.numberFont) {
  return { color, fontFamily: font, fontSize: theme.fontSize, textBorderWidth: 0, textBorderColor: 'transparent' }
}

/** Axis labels: the formatter of the tables, without needless decimals. */
export function axisText(value: number, format: Format): string {
  if (format === 'percent') return `${Math.round(value * 1000) / 10} %`
  if (format === 'decimal') return String(value)
  return formatCell(value, format)
}

/** What every chart has in common. */
export function frame(model: ChartModel, theme: ChartTheme): ChartOption {
  return {
    animation: theme.animate,
    animationDuration: 150,
    animationDurationUpdate: 150,
    textStyle: { fontFamily: theme.textFont, fontSize: theme.fontSize, color: theme.ink },
    tooltip: {
      trigger: 'axis',
      confine: true,
      transitionDuration: 0,
      backgroundColor: theme.surface,
      borderColor: theme.line,
      textStyle: { color: theme.ink, fontSize: theme.fontSize, fontFamily: theme.textFont },
      axisPointer: model.kind === 'trend' ? { type: 'line', lineStyle: { color: theme.line } } : { type: 'none' },
      // Names come from people's data: they are set as text nodes, never as markup.
      formatter: (items) => tooltip(model, theme, Array.isArray(items) ? items : [items]),
    },
  }
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
    min: 0,
    // A fixed end is reached in quarters, so that no two labels crowd there.
    ...(model.max !== undefined && { max: model.max, interval: model.max / 4 }),
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
  for (const series of model.series.filter(({ key }) => shown.has(key))) {
    const line = box.appendChild(document.createElement('div'))
    line.style.cssText = 'display:flex;align-items:center;gap:8px'
    const swatch = line.appendChild(document.createElement('span'))
    const style = series.priorOf ? 'dashed' : 'solid'
    swatch.style.cssText = `width:14px;border-top:2px ${style} ${seriesColor(theme, series)}`
    line.appendChild(document.createElement('span')).textContent = series.label
    const number = line.appendChild(document.createElement('span'))
    number.textContent = formatCell(series.values[index], model.format)
    number.style.cssText = `margin-left:auto;padding-left:12px;font-family:${theme.numberFont};font-weight:600`
  }
  return box
}
