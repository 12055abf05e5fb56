import { buildTable, defaultOrder, type Row, sortRows, tiesOf } from '@leaselight/model'
import type { ReportDocument } from './document'

/** A report's outermost rows in the order in which its page has them. */
export function rankedRows({ report, state, result }: ReportDocument): readonly Row[] {
  const outer = result.rows.filter(({ depth }) => depth === 0)
  const order = defaultOrder(report, state)
  const screen = buildTable(report, { ...result, rows: outer }, state)
  const by = screen.columns.findIndex(({ key }) => key === order?.column)
  if (by < 0) return outer
  return sortRows(screen.rows, by, 0, true, tiesOf(screen)).map(({ row }) => row)
}
