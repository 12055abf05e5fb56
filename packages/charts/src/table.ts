import { type Format, formatCell, MISSING, rangeText } from '@leaselight/model'
import { bandName, type ChartModel, type ChartSeries } from './model'

/** A chart as text. */
export interface ChartTable {
  header: string[]
  /** The category first, then one text per series, each followed by what would be usual where that is drawn. */
  rows: string[][]
}

/** The chart as a table with the same values and labels, for screen readers. */
export function toTable(model: ChartModel): ChartTable {
  const { priorCategories } = model
  const columns = model.series.flatMap((series) => [
    { label: series.label, textAt: (index: number) => formatSeriesValue(series, index, model.format) },
    ...(series.usual
      ? [
          {
            label: `${series.label}, ${bandName(model)}${series.mean ? ' of the mean' : ''}`,
            textAt: (index: number) => formatBand(series, index, model.format) || MISSING,
          },
        ]
      : []),
  ])
  const header = [model.categoryLabel, ...columns.map(({ label }) => label)]
  const rows = model.categories.map((category, index) => [category, ...columns.map(({ textAt }) => textAt(index))])
  if (!priorCategories) return { header, rows }
  // The period of the prior numbers is in the header.
  return {
    header: [...header, 'Before'],
    rows: rows.map((row, index) => [...row, priorCategories[index] ?? '']),
  }
}

/** Between which values a point of a line would be usual, as text; empty where that isn't known. */
export function formatBand({ usual, values, texts, format }: ChartSeries, index: number, fallback: Format): string {
  const [low, high] = [usual?.low[index] ?? null, usual?.high[index] ?? null]
  const own = format ?? fallback
  return rangeText({ low, high }, own, texts?.[index] ?? formatCell(values[index] ?? low, own))
}

/** A value as text, with its annotation. */
export function formatSeriesValue(series: ChartSeries, index: number, format: Format): string {
  const { values, texts, annotations } = series
  const value = texts?.[index] ?? formatCell(values[index], series.format ?? format)
  return annotations?.[index] ? `${value} (${annotations[index]})` : value
}
