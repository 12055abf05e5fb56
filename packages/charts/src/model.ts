import type { ChartSpec, DayRange, Format, TellingState } from '@leaselight/model'
import type { ChartColor } from './colors'

/** The number that a mark stands for: what its table cell opens, the mark opens too. */
export interface ChartMark {
  /** Null for the total. */
  row: string | null
  column: string
  /** What the row is called; empty for the total. */
  name: string
  /** The days it is of, where they aren't the whole period. */
  days?: DayRange
}

/** One line, or one part of each bar. */
export interface ChartSeries {
  key: string
  label: string
  /** A column has the same color on every page. */
  color: ChartColor
  /** One value per category; null is missing and drawn as a gap. */
  values: (number | null)[]
  /** The format of its values, where it isn't the chart's. */
  format?: Format
  /** Makes this the prior period of the series with this key, drawn paler behind it. */
  priorOf?: string
  /** One color per value, where categories instead of series carry the meaning. */
  colors?: ChartColor[]
  /** What each value stands for; null where there is nothing to open. */
  marks?: (ChartMark | null)[]
  /** Between which values each value of the line would be usual; null where that isn't known. */
  usual?: { low: (number | null)[]; high: (number | null)[] }
  /** The mean of each point and the six before it, drawn instead of a line through every point. */
  mean?: (number | null)[]
  /** Text after each value, such as its share of the previous one or its prior value. */
  annotations?: (string | null)[]
  /** Which values are drawn in gray; `shading` of the model says what they are. */
  shaded?: boolean[]
  /** The values as text, where they are of too few cases to be read as percentages. */
  texts?: (string | null)[]
  /** What each value would be on the way to a goal: drawn as a dashed line. */
  goal?: number
  /** Drawn as a broken line, to be told from another pale one. */
  dashed?: boolean
  /** Drawn as a line over the bars. */
  asLine?: boolean
}

/** What happened on some of a chart's days, as users wrote it down. */
export interface ChartNote {
  /** Its number among the notes of the report, which a list beneath a chart names. */
  number: number
  /** Positions of the first and the last category that it touches. */
  from: number
  to: number
  /** `Mar 3 – 9, Willow Creek: phones down` */
  text: string
}

/** A chart with everything decided except its pixels: drawing adds no text, order, unit, or number. */
export interface ChartModel {
  kind: ChartSpec['kind']
  /** The answer that a judgement allows, or the plain name of what is drawn. */
  title: string
  /** What the title's statements were judged to be; empty for a plain name. */
  answers: readonly TellingState[]
  /** What a category is: `Day`, `Week of`, `Property`. */
  categoryLabel: string
  categories: string[]
  /** Positions of the categories that are no subject (Other, Unknown), which come last, or of too few cases: drawn pale. */
  pale?: readonly number[]
  /** Positions of the reader’s own categories among all: drawn with a ring and named. */
  yours?: readonly number[]
  /** The days of each category, where categories are days, weeks or months. */
  days?: DayRange[]
  /** The notes on the timeline at its days, the earliest first. */
  notes?: ChartNote[]
  /** For trends: the days of the prior values, by the same index. */
  priorCategories?: string[]
  series: ChartSeries[]
  /** The days of the prior period, where it is drawn, or what else the pale lines are. */
  prior?: string
  /** What the ranges behind lines are; `usual range` when absent. */
  range?: string
  /** What its gray cells are. */
  shading?: string
  /** Where on a strip the worst rows are, which have their names beside them; on the right when absent. */
  worst?: 'left'
  /** Half of the values of the first series are no more than this. */
  median?: number
  /** The format of all values. */
  format: Format
  /** The unit of the value axis, shown once. */
  unit: string
  /** Horizontal bars (`rows`) where names need room, vertical ones (`columns`) where categories are a sequence. */
  layout: 'rows' | 'columns'
  /** The fixed end of the value axis, or of the color scale: 1 for parts of a whole. */
  max?: number
  /** The fixed start of the value axis, where lines far above zero would be flat otherwise. */
  min?: number
  /** What users need to know to read the chart correctly: how days are grouped, what "Other" contains. */
  note: string | null
}

/** Whether a dot is a row, whose tooltip tells all its numbers. */
export const isOfDots = ({ kind }: Pick<ChartModel, 'kind'>): boolean => kind === 'dots' || kind === 'strip'

/** What the gray bands of a chart are; null without any. */
export const bandName = ({ series, range }: Pick<ChartModel, 'series' | 'range'>): string | null =>
  series.some(({ usual }) => usual) ? (range ?? 'usual range') : null

/** How many bars are beside each other for each category; each has its own number at its end. */
export const barsBeside = ({ kind, series }: Pick<ChartModel, 'kind' | 'series'>): number =>
  kind === 'bars' ? series.length : 1

/** Whether a chart is of lines, each named in the picture, with what it is compared with behind it. */
export const isOfLines = ({ kind }: Pick<ChartModel, 'kind'>): boolean => kind === 'trend' || kind === 'outlook'
