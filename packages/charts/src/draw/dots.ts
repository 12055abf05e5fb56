import { lineColor } from '../colors'
import type { ChartModel } from '../model'
import type { Size } from '../panels'
import { axisText, type ChartOption, frame, type Hidden, LETTER, labelStyle, valueAxis } from './common'
import { placeNames } from './placeNames'
import type { ChartTheme } from './theme'

/** The radius of the largest and of the smallest dot, in pixels. */
const [SMALLEST, LARGEST] = [4, 18]
/** A wider name would leave no room for its neighbors. */
const NAME_WIDTH = 160
/** Room for the name of the axis, and of a dot that is far to the right. */
const NAME_ROOM = 96
/** What axes and names take of the picture. */
const AROUND = { across: NAME_ROOM + 48, down: 48 }
/** The margin above, for the name of the axis, and what a label keeps free beside it. */
const TOP = 20
const LABEL_GAP = 16
/** The digits at which an axis of powers of ten may have labels, the densest first. */
const DIGITS = [[1, 2, 5], [1, 3], [1]] as const

/**
 * A dot for each category: the first series upwards, the second to the right on a logarithmic scale, where twice as
 * much is as far everywhere, and the third as area.
 */
export function drawDots(model: ChartModel, theme: ChartTheme, _hidden: Hidden, size: Size): ChartOption {
  const [up, right, third] = model.series
  const [ups, rights, sizes] = [up, right, third].map((series) => series?.values.map((value) => value ?? 0) ?? [])
  const most = Math.max(1, ...(sizes ?? []))
  const ends = endsOf(rights ?? [])
  const highest = Math.max(1, ...(ups ?? []))
  // About where the plot's own layout will put them.
  const [width, height] = [size.width - AROUND.across, size.height - AROUND.down]
  // In a low picture the largest would cover its neighbors.
  const largest = Math.min(LARGEST, height / 6)
  const radius = (index: number) => Math.max(SMALLEST, largest * Math.sqrt((sizes?.[index] ?? 0) / most))
  const places = placeNames(
    model.categories.map((category, index) => ({
      x: (width * Math.log((rights?.[index] || ends.min) / ends.min)) / Math.log(ends.max / ends.min),
      y: height * (1 - (ups?.[index] ?? 0) / highest),
      radius: radius(index),
      name: category,
    })),
    theme.fontSize,
    { left: 0, top: -TOP, width: width + NAME_ROOM, height: height + TOP },
    NAME_WIDTH,
  )
  const formatRight = (value: number) => axisText(value, right?.format ?? model.format)
  const labels = logLabels(ends, width, (value) => formatRight(value).length * theme.fontSize * LETTER + LABEL_GAP)
  const name = { ...labelStyle(theme, theme.muted, theme.textFont) }
  return {
    ...frame(model, theme),
    grid: {
      left: 8,
      right: NAME_ROOM,
      top: TOP,
      bottom: 4,
      outerBoundsMode: 'same' as const,
      outerBoundsContain: 'axisLabel' as const,
    },
    xAxis: {
      type: 'log' as const,
      ...ends,
      name: right?.label ?? '',
      nameLocation: 'end' as const,
      nameGap: 8,
      nameTextStyle: name,
      splitLine: { lineStyle: { color: theme.line } },
      axisLine: { lineStyle: { color: theme.line } },
      // The lines are where the labels are.
      axisTick: { show: false, customValues: labels },
      axisLabel: { ...labelStyle(theme, theme.muted), customValues: labels, formatter: formatRight },
    },
    yAxis: {
      ...valueAxis(model, theme),
      axisLine: { show: false },
      axisTick: { show: false },
      name: up?.label ?? '',
      nameLocation: 'end' as const,
      nameGap: 8,
      nameTextStyle: { ...name, align: 'left' as const },
    },
    series: [
      {
        type: 'line' as const,
        id: up?.key ?? '',
        name: up?.label ?? '',
        // Points without a line between them: of all that draws points, what is loaded already.
        lineStyle: { width: 0, opacity: 0 },
        symbol: 'circle',
        showSymbol: true,
        showAllSymbol: true,
        symbolSize: (_value: unknown, { dataIndex }: { dataIndex: number }) => 2 * radius(dataIndex),
        itemStyle: {
          color: lineColor(up?.color ?? 'ink', theme.scheme),
          borderColor: theme.surface,
          borderWidth: 1,
        },
        emphasis: { disabled: true },
        label: {
          ...labelStyle(theme, theme.text, theme.textFont),
          width: NAME_WIDTH,
          overflow: 'truncate' as const,
          formatter: ({ dataIndex }: { dataIndex: number }) => model.categories[dataIndex] ?? '',
        },
        data: model.categories.map((_, index) => ({
          value: [rights?.[index] ?? 0, ups?.[index] ?? 0],
          label: { show: places[index] !== null, position: places[index] ?? ('right' as const) },
        })),
      },
    ],
  }
}

/** The ends of an axis around some values, with room for the dots at both. */
function endsOf(values: readonly number[]): { min: number; max: number } {
  const known = values.filter((value) => value > 0)
  return known.length > 0 ? { min: Math.min(...known) / 1.5, max: Math.max(...known) * 1.5 } : { min: 1, max: 10 }
}

/** Round numbers on an axis of powers of ten: at 1, 2 and 5 where their labels have room, else fewer. */
export function logLabels(
  { min, max }: { min: number; max: number },
  width: number,
  roomOf: (value: number) => number,
): number[] {
  const decades = Array.from(
    { length: Math.ceil(Math.log10(max)) - Math.floor(Math.log10(min)) + 1 },
    (_, index) => 10 ** (Math.floor(Math.log10(min)) + index),
  )
  const at = (value: number) => (width * Math.log(value / min)) / Math.log(max / min)
  const valuesOf = (digits: readonly number[]) =>
    decades.flatMap((decade) => digits.map((digit) => digit * decade)).filter((value) => value >= min && value <= max)
  const fits = (values: readonly number[]) =>
    values.slice(1).every((value, index) => {
      const before = values[index] ?? min
      return at(value) - at(before) >= (roomOf(before) + roomOf(value)) / 2
    })
  return DIGITS.map(valuesOf).find(fits) ?? []
}
