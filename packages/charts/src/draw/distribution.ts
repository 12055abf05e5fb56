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
/** How wide a bar is at most: of this period, and of the one before. */
const WIDEST = { now: 72, before: 24 }
/** What is free beside the bars of a class, of its width, and between two bars, of a bar's. */
const FREE = 0.3
const GAP = 0.08

/**
 * Classes side by side, each labeled with its share and count; the prior period is drawn lighter beside it. A label is
 * above the taller bar of its class and in the middle of both, so that it lies on neither of them nor on a neighbor.
 */
export function drawDistribution(model: ChartModel, theme: ChartTheme, hidden: Hidden, size: Size): ChartOption {
  const room = (size.width - AXIS) / model.categories.length - BETWEEN
  const category = categoryAxis(model, theme)
  const shown = visible(model, hidden)
  const prior = shown.find(({ priorOf }) => priorOf !== undefined)
  const lines = shown.some(({ annotations }) => annotations?.some(Boolean)) ? 2 : 1
  const centers = groupCenters((size.width - AXIS) / model.categories.length)
  return {
    ...plotArea(model, theme, { top: lines * (theme.fontSize + 4) + 4, right: 8 }),
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
    series: shown.map((series) => {
      const current = series.priorOf === undefined
      const texts = current ? series : shown.find(({ key }) => key === series.priorOf)
      return {
        type: 'bar' as const,
        id: series.key,
        name: series.label,
        barMaxWidth: current ? WIDEST.now : WIDEST.before,
        barGap: percent(GAP),
        barCategoryGap: percent(FREE),
        data: series.values.map((value, index) => ({
          value: value ?? 0,
          itemStyle: { color: seriesColor(theme, series, index) },
          label: {
            show: texts !== undefined && isTaller(series.values, (current ? prior : texts)?.values, index, current),
          },
        })),
        itemStyle: { borderRadius: [2, 2, 0, 0], color: seriesColor(theme, series) },
        emphasis: { disabled: true },
        label: {
          ...labelStyle(theme, theme.text),
          position: 'top' as const,
          offset: prior ? [current ? centers.fromNow : centers.fromBefore, 0] : [0, 0],
          formatter: ({ dataIndex }: { dataIndex: number }) => {
            const share = `{share|${texts?.texts?.[dataIndex] ?? formatCell(texts?.values[dataIndex], model.format)}}`
            const count = texts?.annotations?.[dataIndex]
            // An empty second line would lift the first off its bar.
            return count ? `${share}\n{count|${count}}` : share
          },
          rich: {
            share: { ...labelStyle(theme, theme.text), fontWeight: 600 as const, lineHeight: theme.fontSize + 4 },
            count: { ...labelStyle(theme, theme.muted), lineHeight: theme.fontSize + 3 },
          },
        },
      }
    }),
  }
}

const percent = (share: number): string => `${100 * share}%`

/** Whether a bar is the one of its class that has the label: the taller one, of equal ones this period's. */
function isTaller(
  own: readonly (number | null)[],
  other: readonly (number | null)[] | undefined,
  index: number,
  isCurrent: boolean,
): boolean {
  const difference = (own[index] ?? 0) - (other?.[index] ?? 0)
  return other === undefined || difference > 0 || (difference === 0 && isCurrent)
}

/** How far the middle of a class's two bars is from the middle of each. */
function groupCenters(room: number): { fromNow: number; fromBefore: number } {
  const both = (1 - FREE) * room
  const before = Math.min(WIDEST.before, both / (2 + GAP))
  const now = Math.min(WIDEST.now, both - (1 + GAP) * before)
  const width = now + before * (1 + GAP)
  return { fromNow: (width - now) / 2, fromBefore: (before - width) / 2 }
}
