import { buildTable, defaultOrder, type Row, sortRows, tiesOf } from '@leaselight/model'
import type { ReportDocument } from './document'

/** A report's outermost rows in the order in which its page has them. */
export const rankedRows = (document: ReportDocument): readonly Row[] =>
  ranked(
    document,
    document.result.rows.filter(({ depth }) => depth === 0),
  )

/** All of a report's rows in that order, each followed by what is inside it. */
export function rankedTree(document: ReportDocument): Row[] {
  const inside = new Map<string | null, Row[]>()
  for (const row of document.result.rows) {
    const beside = inside.get(row.parent)
    if (beside) beside.push(row)
    else inside.set(row.parent, [row])
  }
  const place = (parent: string | null): Row[] =>
    ranked(document, inside.get(parent) ?? []).flatMap((row) => [row, ...place(row.key)])
  return place(null)
}

/** Rows of one level, sorted unless that level has an order of its own. */
function ranked({ report, state, result }: ReportDocument, rows: readonly Row[]): readonly Row[] {
  const order = defaultOrder(report, state)
  if (!order?.levels[rows[0]?.depth ?? 0]) return rows
  const screen = buildTable(report, { ...result, rows: [...rows] }, state)
  const by = screen.columns.findIndex(({ key }) => key === order.column)
  return by < 0 ? rows : sortRows(screen.rows, by, 0, true, tiesOf(screen)).map(({ row }) => row)
}
