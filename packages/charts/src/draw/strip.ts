import type { ChartModel } from '../model'
import type { Size } from '../panels'
import {
  type ChartOption,
  durationAxis,
  frame,
  type Hidden,
  LETTER,
  labelStyle,
  seriesColor,
  valueAxis,
} from './common'
import type { ChartTheme } from './theme'

/** The diameter of a dot, in pixels. */
const DOT = 10
/** What the ring of the reader's own adds to it. */
const RING = 4
/** How many lines of dots there are: those that would cover each other are on different ones. */
export const STRIP_LINES = 5
/** What a dot takes of the width of a narrow plot. */
const DOT_SHARE = 1 / 40
/** So many of the worst have their names beside them, where there is room. */
const NAMED = 3
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

type Side = 'left' | 'right' | 'above' | 'below'

/**
 * On which side dots have their names: the reader's own, and of the worst, as far as they aren't of too few cases, those
 * whose name covers no other dot; away from the others where there is room.
 */
function namedDots(model: ChartModel, lines: readonly number[], theme: ChartTheme, width: number): Map<number, Side> {
  const values = model.series[0]?.values.map((value) => value ?? 0) ?? []
  const scale = (width - AROUND) / (durationAxis(model.series)?.max ?? Math.max(1, ...values))
  const middle = model.median ?? 0
  const isBad = (value: number) => (model.worst === 'left' ? value < middle : value > middle)
  // Rows of too few cases and those of the better half aren't called the worst.
  const bad = values.flatMap((value, index) => (isBad(value) && !model.pale?.includes(index) ? [index] : []))
  const worst = model.worst === 'left' ? bad.slice(0, NAMED) : bad.slice(-NAMED).reverse()
  const sides: Side[] = model.worst === 'left' ? ['left', 'right'] : ['right', 'left']
  // What no other dot or name may cover: a part of a line.
  const taken = values.map((value, index) => ({
    index,
    line: lines[index] ?? 0,
    from: value * scale,
    to: value * scale,
  }))
  const placed = new Map<number, Side>()
  for (const index of new Set([...(model.yours ?? []), ...worst])) {
    const own = (values[index] ?? 0) * scale
    const room = DOT + (model.categories[index] ?? '').length * theme.fontSize * LETTER
    const areaOf = (side: Side) => {
      const line = (lines[index] ?? 0) + { left: 0, right: 0, above: 1, below: -1 }[side]
      const before = { left: room, right: 0, above: room / 2, below: room / 2 }[side]
      return { index, line, from: own - before, to: own - before + room }
    }
    const isFree = (side: Side) => {
      const { line, from, to } = areaOf(side)
      if (from < 0 || to > width - AROUND || line < 0 || line >= STRIP_LINES) return false
      return taken.every(
        (one) => one.index === index || one.line !== line || one.to + DOT < from || one.from - DOT > to,
      )
    }
    const side = ([...sides, 'above', 'below'] as const).find(isFree)
    if (!side) continue
    placed.set(index, side)
    taken.push(areaOf(side))
  }
  return placed
}

/** Where each side is, from a dot's upper left corner. */
function placesAround(height: number, dot: number) {
  const line = (height - BELOW) / STRIP_LINES
  const beside = (align: 'left' | 'right' | 'center', x: number, y = 0) => ({
    position: [x, y] as [number, number],
    align,
  })
  return {
    left: beside('right', -DOT / 2),
    right: beside('left', dot + DOT / 2),
    above: beside('center', dot / 2, -line),
    below: beside('center', dot / 2, line),
  }
}

/** A dot for each category along one axis, and a line at their median. */
export function drawStrip(model: ChartModel, theme: ChartTheme, _hidden: Hidden, size: Size) {
  const [first] = model.series
  const own = first ? [first] : []
  const lines = stripLines(model)
  const named = namedDots({ ...model, series: own }, lines, theme, size.width)
  const all = Array.from({ length: STRIP_LINES }, (_, line) => line)
  const name = labelStyle(theme, theme.text, theme.textFont)
  const isYours = (index: number) => model.yours?.includes(index) ?? false
  const places = { others: placesAround(size.height, DOT), yours: placesAround(size.height, DOT + RING) }
  return {
    ...frame(model, theme),
    grid: { left: 8, right: 16, top: 4, bottom: 4, outerBoundsMode: 'same' as const },
    // The axis is of the dots alone, not of their cases.
    xAxis: { ...valueAxis({ ...model, series: own }, theme), splitNumber: STEPS },
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
        symbolSize: isYours(index) ? DOT + RING : DOT,
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
        data: all.map((at) =>
          at === line
            ? {
                value: first?.values[index] ?? null,
                label: {
                  ...name,
                  show: named.has(index),
                  ...places[isYours(index) ? 'yours' : 'others'][named.get(index) ?? 'left'],
                  formatter: () => model.categories[index] ?? '',
                },
              }
            : null,
        ),
      })),
    ],
  } satisfies ChartOption
}
