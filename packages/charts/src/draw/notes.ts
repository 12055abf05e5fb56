import type { ChartModel, ChartSeries } from '../model'
import { panelGrid, type Size } from '../panels'
import { categoryAxis, labelStyle } from './common'
import type { ChartTheme } from './theme'

/** Marks that are nearer than this to each other are one. */
const MARK_ROOM = 16
/** The line on the axis under the days of a note; a shade over them would pass for the range of what is usual. */
const SPAN_WIDTH = 3
const DOT = 7
const BADGE = 13
/** How far a mark's middle is below that of its room. */
export const MARK_DROP = 1

/** The notes at one place below an axis. */
export interface NoteMark {
  /** The category that it stands below. */
  at: number
  /** Positions of its notes in the model. */
  notes: number[]
}

/** The room between an axis and its labels in which marks stand, so that they cover no line and no label. */
export const noteRoom = ({ notes }: ChartModel, { fontSize }: ChartTheme): number => (notes ? fontSize + 4 : 0)

/** About what the labels of the value axis, and the gap to the next panel, take of a plot's width. */
const AROUND_PLOT = 64

/** The marks of a model's notes: of those that would touch, one with their number. */
export function noteMarks(model: ChartModel, size: Size): NoteMark[] {
  const { notes = [], categories } = model
  const width = size.width / panelGrid(timePanels(model).length, size.width).across - AROUND_PLOT
  const step = width / Math.max(1, categories.length)
  const marks: NoteMark[] = []
  // A note that began before the first day stands below it.
  for (const [index, { from }] of notes.entries()) {
    const last = marks.at(-1)
    if (last && (from - last.at) * step < MARK_ROOM) last.notes.push(index)
    else marks.push({ at: from, notes: [index] })
  }
  return marks
}

/** What has a time axis of its own: each line of a trend, and all bars together. */
export const timePanels = ({ kind, series }: ChartModel): readonly (ChartSeries | null)[] =>
  kind === 'trend' ? series.filter(({ priorOf }) => priorOf === undefined) : [null]

/** Whether marks stand below a panel: of panels below each other, below the last one. */
export function hasMarks(model: ChartModel, panel: number, { width }: Size): boolean {
  const { length } = timePanels(model)
  return panelGrid(length, width).across > 1 || panel === length - 1
}

/** The axis of categories, its labels below the marks of notes. */
export function timeAxis(model: ChartModel, theme: ChartTheme, panel: number, size: Size) {
  const axis = categoryAxis(model, theme)
  const room = hasMarks(model, panel, size) ? noteRoom(model, theme) : 0
  return { ...axis, axisLabel: { ...axis.axisLabel, margin: LABEL_MARGIN + room } }
}

/** A line between two points of the plot. */
type MarkSpan = [{ coord: number[]; lineStyle: object }, { coord: number[] }]

/** What ECharts leaves between an axis and its labels. */
const LABEL_MARGIN = 8

/** The notes of a panel: a line on the axis under their days, thin ones at both ends, and a mark below the axis. */
export function notesLayer(model: ChartModel, panel: number, size: Size, theme: ChartTheme) {
  const { notes, categories } = model
  if (!notes) return []
  const isSpan = ({ from, to }: { from: number; to: number }) => to > from
  const onAxis = (at: number) => ({ coord: [at, model.min ?? 0] })
  const span = { lineStyle: { width: SPAN_WIDTH, type: 'solid' as const, opacity: 1 } }
  const spans = notes.filter(isSpan).map(({ from, to }): MarkSpan => [{ ...onAxis(from), ...span }, onAxis(to)])
  // One day has a line, and a span one at either end, unless that is the end of the chart.
  const isInside = (at: number) => at > 0 && at < categories.length - 1
  const days = new Set(notes.flatMap((note) => (isSpan(note) ? [note.from, note.to].filter(isInside) : [note.from])))
  return [
    {
      type: 'line' as const,
      id: `notes:${panel}`,
      xAxisIndex: panel,
      yAxisIndex: panel,
      data: categories.map(() => null),
      silent: true,
      tooltip: { show: false },
      z: 1,
      animation: false,
      markLine: {
        silent: true,
        symbol: 'none',
        z: 2,
        label: { show: false },
        lineStyle: { color: theme.muted, width: 1, type: 'dotted' as const, opacity: 0.7 },
        data: [...[...days].map((xAxis) => ({ xAxis })), ...spans],
      },
      markPoint: {
        silent: true,
        itemStyle: { color: theme.muted },
        data: hasMarks(model, panel, size) ? noteMarks(model, size).map((mark) => markPoint(mark, model, theme)) : [],
      },
    },
  ]
}

function markPoint({ at, notes: positions }: NoteMark, model: ChartModel, theme: ChartTheme) {
  const label = markText(positions, model, theme)
  const height = label === '' ? DOT : theme.fontSize + 2
  const width = label === '' ? DOT : Math.max(BADGE, label.length * theme.fontSize * 0.6 + 6)
  return {
    name: label,
    coord: [at, model.min ?? 0],
    symbol: label === '' ? 'circle' : 'roundRect',
    symbolSize: [width, height],
    symbolOffset: [0, noteRoom(model, theme) / 2 + MARK_DROP],
    label: {
      ...labelStyle(theme, theme.surface),
      show: label !== '',
      fontSize: theme.fontSize - 1.5,
      fontWeight: 600 as const,
      formatter: label,
    },
  }
}

/** On paper the numbers of its notes, which the list beneath names; on a screen how many there are. */
function markText(positions: readonly number[], { notes = [] }: ChartModel, theme: ChartTheme): string {
  if (!theme.numbersNotes) return positions.length > 1 ? String(positions.length) : ''
  const [first, last] = [notes[positions[0] ?? 0]?.number, notes[positions.at(-1) ?? 0]?.number]
  return first === last ? String(first) : `${first}–${last}`
}
