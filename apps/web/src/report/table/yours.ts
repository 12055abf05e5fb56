import type { ReportDefinition, TableModel, TableRow } from '@leaselight/model'
import { propertyControl } from '../filters/scopeControls'

/**
 * Marks the rows of the properties that the reader chose on other pages, on a report that covers all of them all the
 * same. Where every row would be marked, none is.
 * @param chosen the properties of the session; empty for all
 */
export function markYours(report: ReportDefinition, table: TableModel, chosen: readonly number[]): TableModel {
  if (typeof propertyControl(report) === 'string') return table
  const isYours = ({ row }: TableRow): boolean =>
    row.agentId === undefined && chosen.some((id) => id === row.propertyId)
  const yours = table.rows.filter(isYours).length
  if (yours === 0 || yours === table.rows.length) return table
  return { ...table, rows: table.rows.map((row) => (isYours(row) ? { ...row, mark: 'Yours' } : row)) }
}
