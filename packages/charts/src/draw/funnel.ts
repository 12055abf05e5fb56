import { formatCell } from '@leaselight/model'
import type { ChartModel, ChartSeries } from '../model'
import type { Size } from '../panels'
import { type ChartOption, categoryAxis, type Hidden, labelStyle, plotArea, seriesColor, visible } from './common'
import type { ChartTheme } from './theme'

/** A stage needs so much height for its text above its bar. */
const TALL_STAGE = 40
/** The average width of a character as a share of the font size. */
const CHARACTER = 0.56
const BESIDE = 6

/**
 * Stages below each other in one hue, each with what is lost before it. Its text stands above its bar; where there is
 * little height, the name stands before the bar and the rest after it.
 */
export function drawFunnel(model: ChartModel, theme: ChartTheme, hidden: Hidden, size: Size): ChartOption {
  const isFlat = size.height / model.categories.length < TALL_STAGE
  const category = categoryAxis(model, theme)
  const isNarrow = isFlat && size.width < NARROW
  const shown = isNarrow ? { ...model, series: model.series.map(shortened) } : model
  return {
    ...plotArea(model, theme, { top: isFlat ? 2 : theme.fontSize + 4, right: 8 }),
    xAxis: { type: 'value', min: 0, max: isFlat ? flatMax(shown, theme, size) : most(model), show: false },
    yAxis: {
      ...category,
      inverse: true,
      show: isFlat,
      axisLine: { show: false },
      axisLabel: { ...category.axisLabel, color: theme.text, interval: 0 },
    },
    series: visible(shown, hidden).map((series) => barsOf(series, model, theme, isFlat)),
  }
}

const most = ({ series }: ChartModel): number =>
  Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))

/** The end of the scale at which every text finds room after its bar. */
function flatMax(model: ChartModel, { fontSize }: ChartTheme, { width }: Size): number {
  const textWidth = (text: string) => text.length * fontSize * CHARACTER + 2 * BESIDE
  const room = width - Math.max(...model.categories.map(textWidth)) - 16
  const ends = model.series.flatMap((series) =>
    series.values.map((value, index) => {
      const text = series.priorOf === undefined ? Math.min(textWidth(flatText(series, index, model)), 0.8 * room) : 0
      return ((value ?? 0) * room) / (room - text)
    }),
  )
  return Math.max(most(model), ...ends)
}

const flatText = (series: ChartSeries, index: number, { format }: ChartModel): string =>
  [formatCell(series.values[index], format), series.annotations?.[index]].filter(Boolean).join('  ')

/** Too little width for a stage's rate after its bar; what is lost is said all the same. */
const NARROW = 460

const shortened = (series: ChartSeries): ChartSeries => ({
  ...series,
  annotations: series.annotations?.map((text) => text?.split(' · ')[0] ?? null) ?? [],
})

function barsOf(series: ChartSeries, model: ChartModel, theme: ChartTheme, isFlat: boolean) {
  const current = series.priorOf === undefined
  const text = labelStyle(theme, theme.text, theme.textFont)
  return {
    type: 'bar' as const,
    id: series.key,
    name: series.label,
    barWidth: isFlat ? (current ? '50%' : '12%') : current ? '34%' : '9%',
    barGap: '12%',
    // A stage with no one in it still shows its text.
    data: series.values.map((value) => ({ value: value ?? 0 })),
    itemStyle: { color: seriesColor(theme, series), borderRadius: 2 },
    emphasis: { disabled: true },
    label: {
      ...text,
      show: current,
      ...(isFlat
        ? { position: 'right' as const, distance: BESIDE }
        : { position: [0, -(theme.fontSize + 6)] as [number, number] }),
      formatter: ({ dataIndex }: { dataIndex: number }) =>
        [
          isFlat ? '' : `{name|${plain(model.categories[dataIndex] ?? '')}}`,
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
