import { formatCell } from '@leaselight/model'
import { lineColor } from '../colors'
import type { ChartModel, ChartSeries } from '../model'
import { panelGrid, type Size } from '../panels'
import { mix } from './color'
import { type ChartOption, frame, type Hidden, LETTER, labelStyle, seriesColor, valueAxis } from './common'
import { notesLayer, timeAxis } from './notes'
import type { ChartTheme } from './theme'

/** Above this many points, a dot on each would hide the line. */
const MOST_DOTS = 14
const GAP = 28
/** A day's name near the end of the axis reaches beyond it by half its width. */
const EDGE = 16
/** The margin above the place where lines are drawn, when no name is there, and the size of a dot. */
const TOP = 12
const DOT = 5
/** What is below the place where lines are drawn: a margin, and the labels of the axis. */
const BOTTOM = 4
const AXIS_LABELS = 24
/** How far the range of what is usual differs from the surface. */
const BAND_STRENGTH = 0.1

/**
 * Lines over time, each in a panel with a scale of its own: behind it the range of what is usual, and the prior period
 * as a thin pale line. Many days are drawn as dots with their mean.
 */
export function drawTrend(model: ChartModel, theme: ChartTheme, _hidden: Hidden, size: Size) {
  const own = model.series.filter(({ priorOf }) => priorOf === undefined)
  const { across, down } = panelGrid(own.length, size.width)
  const isNamed = own.length > 1
  const top = isNamed ? theme.fontSize + 8 : TOP
  const [width, height] = [(size.width - 8 - EDGE - GAP * (across - 1)) / across, size.height / down]
  return {
    ...frame(model, theme),
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    grid: own.map((_, index) => ({
      left: 4 + (index % across) * (width + GAP),
      top: Math.floor(index / across) * height + top,
      width,
      height: height - top - BOTTOM,
      outerBoundsMode: 'same' as const,
      // The panel's name has its room above.
      outerBoundsContain: 'axisLabel' as const,
    })),
    xAxis: own.map((_, gridIndex) => ({
      ...timeAxis(model, theme, gridIndex, size),
      gridIndex,
      boundaryGap: model.categories.length === 1,
    })),
    yAxis: own.map((series, gridIndex) => ({
      ...valueAxis({ ...model, series: model.series.filter((one) => isOf(one, series)) }, theme),
      gridIndex,
      splitNumber: height < 140 ? 2 : 4,
      ...(isNamed && {
        name: series.label,
        nameLocation: 'end' as const,
        nameGap: 8,
        nameTextStyle: { ...labelStyle(theme, theme.text, theme.textFont), align: 'left' as const },
      }),
    })),
    series: own.flatMap((series, panel) => [
      ...notesLayer(model, panel, size, theme),
      ...bandOf(series, panel, theme),
      ...model.series.filter(({ priorOf }) => priorOf === series.key).map((prior) => priorLine(prior, panel, theme)),
      ...goalLine(series, panel, model, theme),
      ...linesOf(series, panel, model, theme, { width, height: height - top - BOTTOM - AXIS_LABELS }),
    ]),
  } satisfies ChartOption
}

const isOf = (one: ChartSeries, { key }: ChartSeries): boolean => one.key === key || one.priorOf === key

const line = (key: string, panel: number) => ({
  type: 'line' as const,
  id: key,
  xAxisIndex: panel,
  yAxisIndex: panel,
  connectNulls: false,
  emphasis: { disabled: true },
})

/** The range of what is usual: an area between two invisible lines. */
function bandOf({ key, usual }: ChartSeries, panel: number, theme: ChartTheme) {
  if (!usual) return []
  const { low, high } = usual
  const color = mix(theme.surface, theme.text, BAND_STRENGTH)
  const edge = {
    stack: `${key}:usual`,
    symbol: 'none',
    silent: true,
    z: 1,
    itemStyle: { color },
    lineStyle: { color, opacity: 0 },
    tooltip: { show: false },
  }
  return [
    { ...line(`${key}:low`, panel), ...edge, data: low },
    {
      ...line(`${key}:high`, panel),
      ...edge,
      data: high.map((value, index) => (value === null ? null : value - (low[index] ?? 0))),
      areaStyle: { color, opacity: 1 },
    },
  ]
}

const priorLine = ({ key, label, values, dashed = false }: ChartSeries, panel: number, theme: ChartTheme) => ({
  ...line(key, panel),
  name: label,
  data: values,
  z: 2,
  symbol: 'none',
  lineStyle: { color: lineColor('pale', theme.scheme), width: 1, ...(dashed && { type: 'dashed' as const }) },
})

/** A goal: a dashed line over the whole period. */
const goalLine = ({ key, goal }: ChartSeries, panel: number, { categories }: ChartModel, theme: ChartTheme) =>
  goal === undefined
    ? []
    : [
        {
          ...line(`${key}:goal`, panel),
          data: categories.map(() => goal),
          z: 3,
          symbol: 'none',
          silent: true,
          tooltip: { show: false },
          lineStyle: { color: theme.text, width: 1, type: 'dashed' as const },
        },
      ]

/**
 * Where the number at the end of a line stands, downwards from the end: above it, or below it where the line falls to its
 * end, so that neither the line nor the edge of the picture runs through it. Without room below, it is above the part of
 * the line that it covers.
 */
function numberOffset(
  drawn: readonly (number | null)[],
  usual: ChartSeries['usual'],
  text: string,
  theme: ChartTheme,
  plot: Size,
): number {
  const lineHeight = theme.fontSize + 6
  const [before, end] = [drawn.at(-2) ?? 0, drawn.at(-1) ?? 0]
  const most = Math.max(...drawn.map((value) => value ?? 0), ...(usual?.high ?? []).map((value) => value ?? 0))
  if (most <= 0) return -lineHeight
  const [height, fall] = [end, Math.max(0, before - end)].map((value) => (value / most) * plot.height)
  if (height === undefined || fall === undefined) return -lineHeight
  if (fall > 0 && height >= lineHeight) return DOT + 3
  const step = plot.width / Math.max(1, drawn.length - 1)
  const covered = Math.min(1, (text.length * theme.fontSize * LETTER) / step)
  return -Math.min(lineHeight + covered * fall, plot.height - height + TOP)
}

function linesOf(series: ChartSeries, panel: number, model: ChartModel, theme: ChartTheme, plot: Size) {
  const color = lineColor(series.color, theme.scheme)
  const { key, label, values, mean } = series
  const drawn = mean ?? values
  const dots = (values.length <= MOST_DOTS && !mean) || hasIsolatedPoint(drawn)
  const end = drawn.at(-1)
  const last = drawn.length - 1
  const text = series.texts?.[last] ?? formatCell(end, model.format)
  const strong = {
    ...line(mean ? `${key}:mean` : key, panel),
    name: label,
    // The latest number is written at the line's end, inside the plot.
    data: drawn.map((value, index) =>
      index === last && value !== null
        ? {
            value,
            label: {
              ...labelStyle(theme, theme.text),
              show: true,
              fontWeight: 600 as const,
              position: [4, numberOffset(drawn, series.usual, text, theme, plot)] as [number, number],
              align: 'right' as const,
              formatter: () => text,
            },
          }
        : value,
    ),
    z: 4,
    symbol: 'circle',
    // The end of the line always has a dot.
    symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) => (dots || dataIndex === last ? DOT : 0),
    showSymbol: true,
    showAllSymbol: true,
    itemStyle: { color },
    lineStyle: { color, width: 1.75 },
  }
  if (!mean) return [strong]
  const pale = mix(theme.surface, seriesColor(theme, series), 0.4)
  const points = {
    ...line(key, panel),
    name: label,
    data: values,
    z: 3,
    symbol: 'circle',
    symbolSize: 4,
    showSymbol: true,
    showAllSymbol: true,
    itemStyle: { color: pale },
    lineStyle: { opacity: 0 },
  }
  return [points, strong]
}

function hasIsolatedPoint(values: readonly (number | null)[]): boolean {
  return values.some((value, index) => value !== null && values[index - 1] == null && values[index + 1] == null)
}
