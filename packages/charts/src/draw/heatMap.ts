import { formatCell } from '@leaselight/model'
import type { ChartModel } from '../model'
import { mix, readableOn } from './color'
import { type ChartOption, categoryAxis, labelStyle, plotArea, seriesColor } from './common'
import type { ChartTheme } from './theme'

/** The contrast between the color of 0 and the background, so that 0 differs from unknown. */
const FAINTEST = 0.07

/** Hours across, weekdays down, in one hue of increasing strength: users don't have to tell hues apart. */
export function drawHeatMap(model: ChartModel, theme: ChartTheme): ChartOption {
  const [first] = model.series
  const full = first ? seriesColor(theme, first) : theme.text
  const colors = [mix(theme.surface, full, FAINTEST), full] as const
  const most = model.max ?? 1
  const cells = model.series.flatMap((series, day) =>
    series.values.flatMap((value, hour) => {
      if (value === null) return []
      const ink = readableOn(mix(...colors, value / most))
      return [
        {
          value: [hour, day, value],
          label: { color: ink, formatter: () => (value === 0 ? '' : shortValue(value, model)) },
        },
      ]
    }),
  )
  const base = plotArea(model, theme, { top: 8, right: 8 })
  return {
    ...base,
    tooltip: { ...base.tooltip, trigger: 'item', formatter: (item) => tooltip(model, theme, item) },
    xAxis: { ...categoryAxis(model, theme), axisLine: { show: false } },
    yAxis: {
      type: 'category',
      data: model.series.map(({ label }) => label.slice(0, 3)),
      inverse: true,
      axisTick: { show: false },
      axisLine: { show: false },
      axisLabel: labelStyle(theme, theme.muted, theme.textFont),
    },
    visualMap: { show: false, min: 0, max: most, inRange: { color: [...colors] } },
    series: [
      {
        type: 'heatmap',
        data: cells,
        itemStyle: { borderColor: theme.surface, borderWidth: 2, borderRadius: 3 },
        emphasis: { disabled: true },
        label: { ...labelStyle(theme, theme.text), show: true },
        labelLayout: withinCell,
      },
    ],
  }
}

interface HoveredCell {
  value?: unknown
}

function tooltip(
  model: ChartModel,
  theme: ChartTheme,
  item: HoveredCell | readonly HoveredCell[],
): HTMLElement | string {
  const value = Array.isArray(item) ? undefined : (item as HoveredCell).value
  if (!Array.isArray(value) || typeof document === 'undefined') return ''
  const [hour, day] = value.map(Number)
  const series = model.series[day ?? 0]
  const box = document.createElement('div')
  const head = box.appendChild(document.createElement('div'))
  head.textContent = `${series?.label ?? ''}, ${model.categories[hour ?? 0] ?? ''}`
  head.style.color = theme.muted
  const number = box.appendChild(document.createElement('div'))
  number.textContent = formatCell(series?.values[hour ?? 0], model.format)
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
