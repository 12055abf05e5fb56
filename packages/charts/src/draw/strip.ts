import type { ChartModel } from '../model'
import type { Size } from '../panels'
import { type ChartOption, durationAxis, frame, type Hidden, labelStyle, seriesColor, valueAxis } from './common'
import type { ChartTheme } from './theme'

/** The diameter of a dot, in pixels. */
const DOT = 10
/** How many lines of dots there are: those that would cover each other are on different ones. */
export const STRIP_LINES = 5
/** What a dot takes of the width of a narrow plot. */
const DOT_SHARE = 1 / 40
/** So many of the largest have their names beside them, where there is room. */
const NAMED = 3
/** About what a letter takes of its height. */
const LETTER = 0.6
/** What axes take of the width. */
const AROUND = 48

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

/** Which dots have their names on their left: of the largest those whose name covers no other dot. */
function namedDots(model: ChartModel, lines: readonly number[], theme: ChartTheme, width: number): Set<number> {
  const values = model.series[0]?.values.map((value) => value ?? 0) ?? []
  const scale = (width - AROUND) / (durationAxis(model.series)?.max ?? Math.max(1, ...values))
  const isFree = (index: number) => {
    const right = (values[index] ?? 0) * scale
    const left = right - DOT - (model.categories[index] ?? '').length * theme.fontSize * LETTER
    return (
      left > 0 &&
      values.every((value, other) => {
        const at = value * scale
        return other === index || lines[other] !== lines[index] || at + DOT < left || at > right
      })
    )
  }
  return new Set(values.flatMap((_, index) => (index >= values.length - NAMED && isFree(index) ? [index] : [])))
}

/** A dot for each category along one axis, and a line at their median. */
export function drawStrip(model: ChartModel, theme: ChartTheme, _hidden: Hidden, size: Size) {
  const [first] = model.series
  const own = first ? [first] : []
  const lines = stripLines(model)
  const named = namedDots({ ...model, series: own }, lines, theme, size.width)
  const all = Array.from({ length: STRIP_LINES }, (_, line) => line)
  const name = labelStyle(theme, theme.text, theme.textFont)
  return {
    ...frame(model, theme),
    grid: { left: 8, right: 16, top: 4, bottom: 4, outerBoundsMode: 'same' as const },
    // The axis is of the dots alone, not of their cases.
    xAxis: valueAxis({ ...model, series: own }, theme),
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
        symbolSize: DOT,
        showSymbol: true,
        showAllSymbol: true,
        lineStyle: { width: 0, opacity: 0 },
        itemStyle: {
          color: first ? seriesColor(theme, model.pale?.includes(index) ? { color: 'pale' } : first) : theme.text,
          borderColor: theme.surface,
          borderWidth: 1,
        },
        emphasis: { disabled: true },
        data: all.map((at) =>
          at === line
            ? {
                value: first?.values[index] ?? null,
                label: {
                  ...name,
                  show: named.has(index),
                  position: [-DOT / 2, 0] as [number, number],
                  align: 'right' as const,
                  formatter: () => model.categories[index] ?? '',
                },
              }
            : null,
        ),
      })),
    ],
  } satisfies ChartOption
}
