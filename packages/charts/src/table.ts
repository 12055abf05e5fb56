import { type Format, formatCell } from '@leaselight/model'
import type { ChartModel, ChartSeries } from './model'

/** A chart in words and figures. */
export interface ChartTable {
  header: string[]
  /** The category first, then one text for each series. */
  rows: string[][]
}

/** The chart as a table: the same values in the same words, for those who read rather than see. */
export function toTable(model: ChartModel): ChartTable {
  const { priorCategories } = model
  const header = [model.categoryLabel, ...model.series.map(({ label }) => label)]
  const rows = model.categories.map((category, index) => {
    const values = model.series.map((series) => formatSeriesValue(series, index, model.format))
    return [category, ...values]
  })
  if (!priorCategories) return { header, rows }
  // What the prior numbers stand for is said beside them.
  return {
    header: [...header, 'Before'],
    rows: rows.map((row, index) => [...row, priorCategories[index] ?? '']),
  }
}

/** A value in words, with what is said beside it. */
export function formatSeriesValue({ values, annotations }: ChartSeries, index: number, format: Format): string {
  const value = formatCell(values[index], format)
  return annotations?.[index] ? `${value} (${annotations[index]})` : value
}
