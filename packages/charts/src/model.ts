import type { ChartSpec, Format } from '@leaselight/model'

/** One line, or one part of every bar. */
export interface ChartSeries {
  key: string
  label: string
  /** Place in the theme's series colours; the same column has the same place on every page. */
  color: number
  /** One value for each category; null where there is none, drawn as a gap. */
  values: (number | null)[]
  /** The prior period of the series with this key, drawn dashed behind it. */
  priorOf?: string
  /** One colour for each value, where the categories rather than the series bear the meaning. */
  colors?: number[]
  /** What is said beside each value: its share of the one before, what it was. */
  annotations?: (string | null)[]
  /** Drawn as a line over the bars. */
  asLine?: boolean
}

/** A picture with everything decided but its pixels: drawing adds no word, order, unit or number. */
export interface ChartModel {
  kind: ChartSpec['kind']
  /** The answer in a sentence, made from the numbers. */
  title: string
  /** What a category stands for: `Day`, `Week of`, `Property`. */
  categoryLabel: string
  categories: string[]
  /** On trends: the days the prior values stand for, at the same places. */
  priorCategories?: string[]
  series: ChartSeries[]
  /** How every value is written. */
  format: Format
  /** What the value axis counts, said once. */
  unit: string
  /** Bars lie in rows where names need room, and stand in columns where categories follow each other. */
  layout: 'rows' | 'columns'
  /** The value at the end of the axis, or of the colours, where it is fixed: 1 for parts of a whole. */
  max?: number
  /** What the reader must know to read it rightly: how days are gathered, what "Other" holds. */
  note: string | null
}
