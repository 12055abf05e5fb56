import { type Format, formatCell } from '@leaselight/model'
import type { ChartModel, ChartSeries } from './model'

/** A chart as text. */
export interface ChartTable {
  header: string[]
  /** The category first, then one text per series. */
  rows: string[][]
}

/** The chart as a table with the same values and labels, for screen readers. */
export function toTable(model: ChartModel): ChartTable {
  const { priorCategories } = model
  const header = [model.categoryLabel, ...model.series.map(({ label }) => label)]
  const rows = model.categories.map((category, index) => {
    const values = model.series.map((series) => formatSeriesValue(series, index, model.format))
    return [category, ...values]
  })
  if (!priorCategories) return { header, rows }
  // The period of the prior numbers is in the header.
  return {
    header: [...header, 'Before'],
    rows: rows.map((row, index) => [...row, priorCategories[index] ?? '']),
  }
}

/** A value as text, with its annotation. */
export function formatSeriesValue(series: ChartSeries, index: number, format: Format): string {
  const { values, texts, annotations } = series
  const value = texts?.[index] ?? formatCell(values[index], series.format ?? format)
  return annotations?.[index] ? `${value} (${annotations[index]})` : value
}
