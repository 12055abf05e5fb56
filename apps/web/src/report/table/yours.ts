import type { ChartModel } from '@leaselight/charts'
import type { ReportDefinition, Row, TableModel } from '@leaselight/model'
import { propertyControl } from '../filters/scopeControls'

/**
 * The rows, by key, of the properties that the reader chose on other pages, on a report that covers all of them all the
 * same. Where every row would be one, none is.
 * @param chosen the properties of the session; empty for all
 */
function yoursAmong(report: ReportDefinition, rows: readonly Row[], chosen: readonly number[]): ReadonlySet<string> {
  if (typeof propertyControl(report) === 'string') return new Set()
  const yours = rows.filter((row) => row.agentId === undefined && chosen.some((id) => id === row.propertyId))
  return new Set(yours.length === rows.length ? [] : yours.map(({ key }) => key))
}

/** Marks the reader's own rows of a table. */
export function markYours(report: ReportDefinition, table: TableModel, chosen: readonly number[]): TableModel {
  const rows = table.rows.map(({ row }) => row)
  const yours = yoursAmong(report, rows, chosen)
  if (yours.size === 0) return table
  return { ...table, rows: table.rows.map((row) => (yours.has(row.row.key) ? { ...row, mark: 'Yours' } : row)) }
}

/** Marks the reader's own dots of a strip, and says so. */
export function markYoursOnStrip<Model extends ChartModel | null>(
  report: ReportDefinition,
  model: Model,
  rows: readonly Row[],
  chosen: readonly number[],
): Model {
  if (model?.kind !== 'strip') return model
  const keys = yoursAmong(report, rows, chosen)
  const yours = (model.series[0]?.marks ?? []).flatMap((mark, index) =>
    mark?.row && keys.has(mark.row) ? [index] : [],
  )
  if (yours.length === 0) return model
  return { ...model, yours, note: [model.note, 'A ring marks yours.'].filter(Boolean).join(' ') }
}
