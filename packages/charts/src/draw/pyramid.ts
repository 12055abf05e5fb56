import { formatCell } from '@leaselight/model'
import type { ChartModel } from '../model'
import { type ChartOption, categoryAxis, type Hidden, labelStyle, plotArea, seriesColor } from './common'
import type { ChartTheme } from './theme'

const AXIS_HEADROOM = 1.15

/** Two series back to back: the first to the left, the second to the right, on one scale. */
export function drawPyramid(model: ChartModel, theme: ChartTheme, hidden: Hidden): ChartOption {
  const most = Math.max(1, ...model.series.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const category = categoryAxis(model, theme)
  return {
    ...plotArea(model, theme, { top: 8, right: 24 }),
    xAxis: {
      type: 'value' as const,
      // Room for the numbers beside the longest bars, which replace an axis.
      min: -most * AXIS_HEADROOM,
      max: most * AXIS_HEADROOM,
      axisLabel: { show: false },
      splitLine: { show: false },
    },
    yAxis: { ...category, inverse: true, axisLine: { show: false }, axisLabel: { ...category.axisLabel, interval: 0 } },
    series: model.series.map((series, side) => ({
      type: 'bar' as const,
      id: series.key,
      name: series.label,
      stack: 'whole',
      barMaxWidth: 26,
      barCategoryGap: '25%',
      // Both sides keep their place, so that a single one still appears on its own side.
      data: series.values.map((value) =>
        hidden.has(series.key) || value === null ? null : side === 0 ? -value : value,
      ),
      itemStyle: { color: seriesColor(theme, series) },
      emphasis: { disabled: true },
      label: {
        ...labelStyle(theme, theme.text),
        show: true,
        position: side === 0 ? ('left' as const) : ('right' as const),
        formatter: ({ dataIndex }: { dataIndex: number }) =>
          series.values[dataIndex] ? formatCell(series.values[dataIndex], model.format) : '',
      },
    })),
  }
}
