import { formatCell } from '@leaselight/model'
import type { ChartModel } from './model'

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
    const values = model.series.map(({ values }) => formatCell(values[index], model.format))
    return [category, ...values]
  })
  if (!priorCategories) return { header, rows }
  // What the prior numbers stand for is said beside them.
  return {
    header: [...header, 'Before'],
    rows: rows.map((row, index) => [...row, priorCategories[index] ?? '']),
  }
}
