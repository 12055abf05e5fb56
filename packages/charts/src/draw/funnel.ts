import { formatCell } from '@leaselight/model'
import type { ChartModel, ChartSeries } from '../model'
import { type ChartOption, type Hidden, labelStyle, plotArea, seriesColor, visible } from './common'
import type { ChartTheme } from './theme'

/** Stages below each other, each with its text above its bar, so that long labels need no room at the side. */
export function drawFunnel(model: ChartModel, theme: ChartTheme, hidden: Hidden): ChartOption {
  const most = Math.max(1, ...model.series.flatMap(({ values }) => values.map((value) => value ?? 0)))
  return {
    ...plotArea(model, theme, { top: theme.fontSize + 4, right: 8 }),
    xAxis: { type: 'value', min: 0, max: most, show: false },
    yAxis: { type: 'category', data: model.categories, inverse: true, show: false },
    series: visible(model, hidden).map((series) => barsOf(series, model, theme)),
  }
}

function barsOf(series: ChartSeries, model: ChartModel, theme: ChartTheme) {
  const current = series.priorOf === undefined
  const color = seriesColor(theme, series)
  const text = labelStyle(theme, theme.text, theme.textFont)
  return {
    type: 'bar' as const,
    id: series.key,
    name: series.label,
    barWidth: current ? '34%' : '9%',
    barGap: '12%',
    data: series.values.map((value, index) => ({
      // A stage with no one in it still shows its text.
      value: value ?? 0,
      itemStyle: {
        color: seriesColor(theme, series, index),
        ...(!current && { color: theme.muted, opacity: 0.45 }),
      },
    })),
    itemStyle: { color, borderRadius: 2 },
    emphasis: { disabled: true },
    label: {
      ...text,
      show: current,
      position: [0, -(theme.fontSize + 6)] as [number, number],
      formatter: ({ dataIndex }: { dataIndex: number }) =>
        [
          `{name|${plain(model.categories[dataIndex] ?? '')}}`,
          `{number|${formatCell(series.values[dataIndex], model.format)}}`,
          series.annotations?.[dataIndex] ? `{about|${plain(series.annotations[dataIndex] ?? '')}}` : '',
        ]
          .filter(Boolean)
          .join('  '),
      rich: {
        name: text,
        number: { ...labelStyle(theme, theme.text), fontWeight: 600 as const },
        about: labelStyle(theme, theme.muted, theme.textFont),
      },
    },
  }
}

// Braces and bars have a meaning in ECharts rich text.
const plain = (text: string): string => text.replace(/[{}|]/g, ' ')
