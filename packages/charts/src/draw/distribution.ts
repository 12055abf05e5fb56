import { formatCell } from '@leaselight/model'
import type { ChartModel } from '../model'
import type { Size } from '../panels'
import {
  type ChartOption,
  categoryAxis,
  type Hidden,
  labelStyle,
  plotArea,
  seriesColor,
  valueAxis,
  visible,
} from './common'
import type { ChartTheme } from './theme'

/** Names of classes wrap to two lines, instead of overlapping their neighbors. */
const WIDEST_CLASS = 66
/** What the axis takes of the width, and what is free between two names. */
const AXIS = 48
const BETWEEN = 6

/** Classes side by side, each labeled with its share and count; the prior period is drawn lighter beside it. */
export function drawDistribution(model: ChartModel, theme: ChartTheme, hidden: Hidden, size: Size): ChartOption {
  const room = (size.width - AXIS) / model.categories.length - BETWEEN
  const category = categoryAxis(model, theme)
  return {
    ...plotArea(model, theme, { top: 2 * theme.fontSize + 12, right: 8 }),
    xAxis: {
      ...category,
      axisLabel: {
        ...category.axisLabel,
        interval: 0,
        hideOverlap: false,
        width: Math.min(WIDEST_CLASS, room),
        overflow: 'break',
        lineHeight: theme.fontSize + 3,
      },
    },
    yAxis: valueAxis(model, theme),
    series: visible(model, hidden).map((series) => {
      const current = series.priorOf === undefined
      return {
        type: 'bar' as const,
        id: series.key,
        name: series.label,
        barMaxWidth: current ? 72 : 24,
        barGap: '8%',
        barCategoryGap: '30%',
        data: series.values.map((value, index) => ({
          value: value ?? 0,
          itemStyle: { color: seriesColor(theme, series, index) },
        })),
        itemStyle: { borderRadius: [2, 2, 0, 0], color: seriesColor(theme, series) },
        emphasis: { disabled: true },
        label: {
          ...labelStyle(theme, theme.text),
          show: current,
          position: 'top' as const,
          formatter: ({ dataIndex }: { dataIndex: number }) =>
            `{share|${series.texts?.[dataIndex] ?? formatCell(series.values[dataIndex], model.format)}}\n{count|${series.annotations?.[dataIndex] ?? ''}}`,
          rich: {
            share: { ...labelStyle(theme, theme.text), fontWeight: 600 as const, lineHeight: theme.fontSize + 4 },
            count: { ...labelStyle(theme, theme.muted), lineHeight: theme.fontSize + 3 },
          },
        },
      }
    }),
  }
}
