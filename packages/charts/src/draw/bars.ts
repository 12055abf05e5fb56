import { formatCell } from '@leaselight/model'
import { OTHER_COLOR } from '../colors'
import type { ChartModel, ChartSeries } from '../model'
import type { Size } from '../panels'
import { mix, readableOn } from './color'
import { type ChartOption, type Hidden, labelStyle, plotArea, seriesColor, valueAxis, visible } from './common'
import { notesLayer, timeAxis } from './notes'
import type { ChartTheme } from './theme'

const WIDEST_NAME = 160
/** Between a bar and its number, as ECharts has it. */
const LABEL_DISTANCE = 5
/** The border of a part that is outlined. */
const OUTLINE = 1.5
/** How much of its own color a part of a pale bar keeps. */
const PALE_SHARE = 0.4

/** One bar per category, or its parts stacked; category names are beside rows or under columns. */
export function drawBars(model: ChartModel, theme: ChartTheme, hidden: Hidden, size: Size) {
  const shown = visible(model, hidden)
  const lying = model.layout === 'rows'
  const category = timeAxis(model, theme, 0, size)
  const names = lying
    ? {
        ...category,
        inverse: true,
        axisLabel: { ...category.axisLabel, width: WIDEST_NAME, overflow: 'truncate' as const, interval: 0 },
      }
    : category
  const values = valueAxis(model, theme)
  const stacked = model.kind === 'stack'
  // The number of a column that touches the end of the axis is above it.
  const top = lying || stacked ? 8 : theme.fontSize + LABEL_DISTANCE + 2
  return {
    ...plotArea(model, theme, { top, right: stacked ? 16 : 56 }),
    xAxis: lying ? values : names,
    yAxis: lying ? names : values,
    series: [
      ...notesLayer(model, 0, size, theme),
      ...shown.map((series) => {
        const color = seriesColor(theme, series)
        if (series.asLine) return lineOver(series, theme)
        const outlined = stacked && theme.outlinesBad === true && series.color === 'bad'
        return {
          type: 'bar' as const,
          id: series.key,
          name: series.label,
          // ECharts can't place the label of a missing value.
          data: series.values.map((value, index) => {
            if (value === null) return { value, label: { show: false } }
            return model.pale?.includes(index) ? { value, ...paleBar(series, theme, stacked) } : value
          }),
          ...(stacked && { stack: 'whole' }),
          barMaxWidth: lying ? 22 : 56,
          barCategoryGap: '35%',
          itemStyle: outlined
            ? { color: theme.surface, borderColor: color, borderWidth: OUTLINE }
            : { color, borderColor: theme.surface, borderWidth: stacked ? 1 : 0 },
          emphasis: { disabled: true },
          label: {
            ...labelStyle(theme, stacked && !outlined ? readableOn(color) : theme.text),
            show: !stacked || lying,
            position: stacked ? ('inside' as const) : lying ? ('right' as const) : ('top' as const),
            formatter: ({ dataIndex }: { dataIndex: number }) =>
              series.texts?.[dataIndex] ?? formatCell(series.values[dataIndex], model.format),
          },
          labelLayout: stacked ? withinPart : { hideOverlap: true },
        }
      }),
    ],
  } satisfies ChartOption
}

/** A bar that is no subject: gray, or its parts in their own colors, mixed with the background. */
function paleBar(series: ChartSeries, theme: ChartTheme, stacked: boolean) {
  const full = seriesColor(theme, stacked ? series : { color: OTHER_COLOR })
  const color = stacked ? mix(theme.surface, full, PALE_SHARE) : full
  const ink = stacked ? readableOn(color) : theme.text
  return { itemStyle: { color }, label: { color: ink } }
}

/** A ratio over the bars, in the text's color and with outlined points, so that it is seen on each of theirs. */
function lineOver({ key, label, values }: ChartSeries, theme: ChartTheme) {
  return {
    type: 'line' as const,
    id: key,
    name: label,
    data: values,
    connectNulls: false,
    z: 5,
    symbol: 'circle',
    symbolSize: 7,
    itemStyle: { color: theme.text, borderColor: theme.surface, borderWidth: 1.5 },
    lineStyle: { color: theme.text, width: 2 },
    emphasis: { disabled: true },
  }
}

/** A narrower part has no number, nor one whose edges would touch the number. */
const NARROWEST_PART = 28
const BESIDE_NUMBER = 4

// A number that doesn't fit its part is only in the table, so that it doesn't overlap its neighbors.
function withinPart({ rect, labelRect }: { rect: { width: number }; labelRect: { width: number } }) {
  return Math.max(NARROWEST_PART, labelRect.width + 2 * BESIDE_NUMBER) > rect.width ? { fontSize: 0 } : {}
}
