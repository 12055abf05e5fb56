import type { ChartModel } from '../model'
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

/** Above this many points, a dot on each would hide the line. */
const MOST_DOTS = 31

/** Lines also differ in symbols, for color-blind users and grayscale printers. */
const symbols = ['circle', 'rect', 'triangle', 'diamond'] as const

/** Lines over time, with the prior period dashed and behind. */
export function drawTrend(model: ChartModel, theme: ChartTheme, hidden: Hidden): ChartOption {
  const shown = visible(model, hidden)
  const dots = model.categories.length <= MOST_DOTS
  const lifts = labelOffsets(shown, theme)
  return {
    ...plotArea(model, theme, { top: 16, right: 8 + endLabelWidth(shown, theme) }),
    xAxis: { ...categoryAxis(model, theme), boundaryGap: false },
    yAxis: valueAxis(model, theme),
    series: shown.map((series, index) => {
      const color = seriesColor(theme, series)
      const current = series.priorOf === undefined
      return {
        type: 'line' as const,
        id: series.key,
        name: series.label,
        data: series.values,
        connectNulls: false,
        z: current ? 3 : 2,
        symbol: current ? symbols[index % symbols.length] : 'none',
        symbolSize: 6,
        // A single value between two gaps draws no line, so it always gets a dot.
        showSymbol: current && (dots || hasIsolatedPoint(series.values)),
        itemStyle: { color, opacity: current ? 1 : 0.75 },
        lineStyle: { color, width: current ? 2 : 1.25, type: current ? ('solid' as const) : ([4, 3] as number[]) },
        emphasis: { disabled: true },
        endLabel: {
          // The text color, not the line's: the lighter ones are too faint for text.
          ...labelStyle(theme, theme.text, theme.textFont),
          // A line that ends in a gap has no place for its name.
          show: current && series.values.at(-1) != null,
          formatter: series.label,
          distance: 6,
          offset: [0, -(lifts.get(series.key) ?? 0)],
        },
      }
    }),
  }
}

function hasIsolatedPoint(values: readonly (number | null)[]): boolean {
  return values.some((value, index) => value !== null && values[index - 1] == null && values[index + 1] == null)
}

// How far the name at a line's end moves up so that it covers neither a lower one nor the axis. ECharts moves
// overlapping names downward, over the axis, when lines end at the bottom. The chart's height is unknown here; on a
// screen a text line is about this share of it.
const LINE_OF_TEXT = 0.06

function labelOffsets(series: ChartModel['series'], theme: ChartTheme): ReadonlyMap<string, number> {
  const most = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const ends = series
    .filter(({ priorOf }) => priorOf === undefined)
    .map(({ key, values }) => ({ key, at: most === 0 ? 0 : (values.at(-1) ?? 0) / most }))
    .sort((a, b) => a.at - b.at)
  const lifts = new Map<string, number>()
  const line = theme.lineHeightRatio ?? LINE_OF_TEXT
  let taken = -line / 2
  for (const { key, at } of ends) {
    const to = Math.max(at, taken + line)
    lifts.set(key, ((to - at) / line) * (theme.fontSize + 3))
    taken = to
  }
  return lifts
}

// Room for the longest name after the last point; 0.62 em is a generous average character width.
function endLabelWidth(series: readonly { label: string; priorOf?: string }[], theme: ChartTheme): number {
  const longest = Math.max(0, ...series.filter(({ priorOf }) => !priorOf).map(({ label }) => label.length))
  return Math.ceil(longest * theme.fontSize * 0.62) + 8
}
