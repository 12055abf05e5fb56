import type { ChartModel } from '../model'
import type { Size } from '../panels'
import { valueTicks } from '../plain/scale'
import { type ChartOption, frame, type Hidden, labelStyle, seriesColor, valueAxis } from './common'
import { type DotName, dotNames } from './stripNames'
import type { ChartTheme } from './theme'

/** The diameter of a dot, in pixels. */
const DOT = 10
/** What the ring of the reader's own adds to it. */
const RING = 4
/** How many lines of dots there are: those that would cover each other are on different ones. */
export const STRIP_LINES = 5
/** What a dot takes of the width of a narrow plot. */
const DOT_SHARE = 1 / 40
/** A score of up to 100 is on an axis of fifths, which ends at 100. */
const STEPS = 5
/** What axes take of the width, and of the height. */
const AROUND = 48
const BELOW = 30

/** The line of each dot, from the middle outwards as far as its neighbors need it. */
export function stripLines({ series: [first] }: Pick<ChartModel, 'series'>): number[] {
  const values = first?.values.map((value) => value ?? 0) ?? []
  const room = DOT_SHARE * Math.max(...values)
  const middle = (STRIP_LINES - 1) / 2
  const outwards = Array.from({ length: STRIP_LINES }, (_, at) => middle + (at % 2 ? 1 : -1) * Math.ceil(at / 2))
  const last = new Map<number, number>()
  return values.map((value) => {
    const end = (line: number) => last.get(line) ?? Number.NEGATIVE_INFINITY
    const free = outwards.find((line) => end(line) + room <= value)
    const line = free ?? outwards.toSorted((a, b) => end(a) - end(b))[0] ?? middle
    last.set(line, value)
    return line
  })
}

/** Where a name is, from its dot's upper left corner. */
function placeOf({ up, before }: DotName, height: number, dot: number) {
  const line = (height - BELOW) / STRIP_LINES
  const align = before === 1 ? ('right' as const) : before === 0 ? ('left' as const) : ('center' as const)
  // On the dot's own line a gap is between them; above and below, their edges are in one line.
  const gap = up === 0 ? DOT / 2 : -dot
  const x = { right: -gap, left: dot + gap, center: dot / 2 }[align]
  return { align, position: [x, 0 - up * line] as [number, number] }
}

/** A dot for each category along one axis, and a line at their median. */
export function drawStrip(model: ChartModel, theme: ChartTheme, _hidden: Hidden, size: Size) {
  const [first] = model.series
  const own = first ? [first] : []
  const lines = stripLines(model)
  const width = size.width - AROUND
  // The axis is of the dots alone, not of their cases.
  const axis = { ...valueAxis({ ...model, series: own }, theme), splitNumber: STEPS }
  const [, end] = valueTicks(axis, first?.values.map((value) => value ?? 0) ?? []).ends
  const names = dotNames(model, {
    ...{ lines, lineCount: STRIP_LINES, width, dot: DOT, fontSize: theme.fontSize },
    scale: width / end,
  })
  const all = Array.from({ length: STRIP_LINES }, (_, line) => line)
  const name = labelStyle(theme, theme.text, theme.textFont)
  const isYours = (index: number) => model.yours?.includes(index) ?? false
  const sizeOf = (index: number) => (isYours(index) ? DOT + RING : DOT)
  const labelOf = (index: number) => {
    const own = names.get(index)
    if (!own) return { show: false }
    return { ...name, show: true, ...placeOf(own, size.height, sizeOf(index)), formatter: () => own.text }
  }
  return {
    ...frame(model, theme),
    grid: { left: 8, right: 16, top: 4, bottom: 4, outerBoundsMode: 'same' as const },
    xAxis: axis,
    yAxis: {
      type: 'category' as const,
      data: all.map(() => ''),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: theme.line } },
      axisLabel: labelStyle(theme, theme.muted, theme.textFont),
    },
    series: [
      {
        type: 'line' as const,
        id: 'median',
        data: all.map(() => model.median ?? null),
        symbol: 'none',
        tooltip: { show: false },
        z: 1,
        lineStyle: { color: theme.muted, width: 1, type: 'dashed' as const },
      },
      ...lines.map((line, index) => ({
        type: 'line' as const,
        id: `${first?.key}:${index}`,
        symbol: 'circle',
        symbolSize: sizeOf(index),
        showSymbol: true,
        showAllSymbol: true,
        lineStyle: { width: 0, opacity: 0 },
        itemStyle: {
          color: first ? seriesColor(theme, model.pale?.includes(index) ? { color: 'pale' } : first) : theme.text,
          ...(isYours(index)
            ? { borderColor: theme.text, borderWidth: 2 }
            : { borderColor: theme.surface, borderWidth: 1 }),
        },
        emphasis: { disabled: true },
        // The reader's own is above those that it shares its place with.
        z: isYours(index) ? 3 : 2,
        data: all.map((at) => (at === line ? { value: first?.values[index] ?? null, label: labelOf(index) } : null)),
      })),
    ],
  } satisfies ChartOption
}
