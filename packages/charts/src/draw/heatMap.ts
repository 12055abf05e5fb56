import { formatCell } from '@leaselight/model'
import { lineColor } from '../colors'
import type { ChartModel } from '../model'
import type { Size } from '../panels'
import { mix, readableOn } from './color'
import { type ChartOption, categoryAxis, type Hidden, labelStyle, plotArea, seriesColor } from './common'
import { heatMapPanels } from './heatMapPanels'
import type { ChartTheme } from './theme'

/** The contrast between the color of 0 and the background, so that 0 differs from unknown. */
const FAINTEST = 0.07

/** The place of each half, when hours before and after noon are below each other. */
const HALVES = [
  { top: 8, bottom: '52%' },
  { top: '51%', bottom: 4 },
] as const

/** Hours across, weekdays down, in one hue of increasing strength: users don't have to tell hues apart. */
export function drawHeatMap(model: ChartModel, theme: ChartTheme, _hidden: Hidden, size: Size): ChartOption {
  const starts = heatMapPanels(model, size.width)
  const endOf = (panel: number) => starts[panel + 1] ?? model.categories.length
  const [first] = model.series
  const full = first ? seriesColor(theme, first) : theme.text
  const colors = [mix(theme.surface, full, FAINTEST), full] as const
  const gray = lineColor('pale', theme.scheme)
  const grays = [mix(theme.surface, gray, FAINTEST), gray] as const
  const most = model.max ?? 1
  const cellsFrom = (start: number, end: number) =>
    model.series.flatMap((series, day) =>
      series.values.slice(start, end).flatMap((value, hour) => {
        if (value === null) return []
        const isShaded = series.shaded?.[start + hour]
        const color = mix(...(isShaded ? grays : colors), value / most)
        const ink = readableOn(color)
        return [
          {
            value: [hour, day, value],
            // Gray cells are no steps of the scale.
            ...(isShaded && { visualMap: false, itemStyle: { color } }),
            label: { color: ink, formatter: () => (value === 0 ? '' : shortValue(value, model)) },
          },
        ]
      }),
    )
  const panels = starts.map((start, panel) => ({ start, hours: endOf(panel) - start }))
  const base = plotArea(model, theme, { top: 8, right: 8 })
  return {
    ...base,
    tooltip: { ...base.tooltip, trigger: 'item', formatter: (item) => tooltip(model, theme, starts, item) },
    grid: starts.length === 1 ? base.grid : HALVES.map((place) => ({ ...base.grid, ...place })),
    // Behind the axes of each panel are two more, on which lines can be drawn between cells.
    xAxis: [
      ...panels.map(({ start, hours }, gridIndex) => ({
        ...categoryAxis({ ...model, categories: model.categories.slice(start, start + hours) }, theme),
        gridIndex,
        axisLine: { show: false },
      })),
      ...panels.map(({ hours }, gridIndex) => ({ ...edges(hours), gridIndex })),
    ],
    yAxis: [
      ...panels.map((_, gridIndex) => ({
        type: 'category' as const,
        gridIndex,
        data: model.series.map(({ label }) => label.slice(0, 3)),
        inverse: true,
        axisTick: { show: false },
        axisLine: { show: false },
        axisLabel: labelStyle(theme, theme.muted, theme.textFont),
      })),
      ...panels.map((_, gridIndex) => ({ ...edges(model.series.length), gridIndex, inverse: true })),
    ],
    visualMap: { show: false, min: 0, max: most, inRange: { color: [...colors] } },
    series: [
      ...panels.map(({ start, hours }, panel) => ({
        type: 'heatmap' as const,
        xAxisIndex: panel,
        yAxisIndex: panel,
        data: cellsFrom(start, start + hours),
        itemStyle: { borderColor: theme.surface, borderWidth: 2, borderRadius: 3 },
        emphasis: { disabled: true },
        label: { ...labelStyle(theme, theme.text), show: true },
        labelLayout: withinCell,
      })),
      ...panels.flatMap(({ start, hours }, panel) =>
        clearAreas(model, start, start + hours).map(({ left, right, top, bottom }) => ({
          type: 'line' as const,
          xAxisIndex: panels.length + panel,
          yAxisIndex: panels.length + panel,
          data: [
            [left, top],
            [right, top],
            [right, bottom],
            [left, bottom],
            [left, top],
          ],
          lineStyle: { color: theme.muted, width: 1.5, join: 'round' as const },
          symbol: 'none',
          silent: true,
          z: 3,
        })),
      ),
    ],
  }
}

/** An axis without a picture, from the edge of the first cell to the edge of the last. */
const edges = (max: number) => ({ type: 'value' as const, show: false, min: 0, max })

interface ClearArea {
  left: number
  right: number
  top: number
  bottom: number
}

/** The rectangles of cells that aren't gray, where some are: alike weekdays in a row share one. */
export function clearAreas({ series }: Pick<ChartModel, 'series'>, start: number, end: number): ClearArea[] {
  const done: ClearArea[] = []
  for (const [day, { shaded }] of series.entries()) {
    const clear = shaded?.slice(start, end).map((gray) => !gray) ?? []
    for (const [left, isClear] of clear.entries()) {
      if (!isClear || clear[left - 1]) continue
      const next = clear.indexOf(false, left)
      const right = next === -1 ? clear.length : next
      const above = done.find((one) => one.bottom === day && one.left === left && one.right === right)
      if (above) above.bottom = day + 1
      else done.push({ left, right, top: day, bottom: day + 1 })
    }
  }
  return done
}

interface HoveredCell {
  value?: unknown
  seriesIndex?: number
}

function tooltip(
  model: ChartModel,
  theme: ChartTheme,
  starts: readonly number[],
  item: HoveredCell | readonly HoveredCell[],
): HTMLElement | string {
  const { value, seriesIndex = 0 } = Array.isArray(item) ? {} : (item as HoveredCell)
  if (!Array.isArray(value) || typeof document === 'undefined') return ''
  const [within = 0, day] = value.map(Number)
  const hour = (starts[seriesIndex] ?? 0) + within
  const series = model.series[day ?? 0]
  const box = document.createElement('div')
  const head = box.appendChild(document.createElement('div'))
  head.textContent = `${series?.label ?? ''}, ${model.categories[hour] ?? ''}`
  head.style.color = theme.muted
  const number = box.appendChild(document.createElement('div'))
  number.textContent = formatCell(series?.values[hour], model.format)
  const remark = series?.annotations?.[hour]
  if (remark) box.appendChild(document.createElement('div')).textContent = remark
  number.style.cssText = `font-family:${theme.numberFont};font-weight:600`
  return box
}

// A cell only has room for the larger unit of a duration.
const shortValue = (value: number, { format }: ChartModel): string =>
  format === 'duration' ? (formatCell(value, format).split(/(?<=[hms]) /)[0] ?? '') : formatCell(value, format)

// A number that doesn't fit its cell is only in the table.
function withinCell({ rect, labelRect }: { rect: { width: number }; labelRect: { width: number } }) {
  return labelRect.width + 2 > rect.width ? { fontSize: 0 } : {}
}
