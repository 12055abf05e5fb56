import { isBucketable } from './buckets'
import type { ReportDefinition } from './definition'
import { completeCells } from './numbers'
import type { ReportResult, Row } from './result'
import type { ReportState } from './state'
import { buildTable } from './table'
import type { TableModel, TableRow } from './tableModel'
import { rowDimensions } from './visible'

/**
 * Some outermost rows together: what doesn't add up over rows, such as people seen at several properties, is null. A single
 * row is its own total.
 */
function sumOfRows({ columns }: ReportDefinition, rows: readonly Row[]): Record<string, number | null> {
  const [row, ...others] = rows
  if (row && others.length === 0)
    return Object.fromEntries(Object.keys(columns).map((key) => [key, typeof row[key] === 'number' ? row[key] : null]))
  const sums = Object.keys(columns).map((key): [string, number] => [
    key,
    rows.reduce((sum, row) => sum + (typeof row[key] === 'number' ? row[key] : 0), 0),
  ])
  const counted = completeCells(columns, Object.fromEntries(sums))
  return Object.fromEntries(
    Object.entries(counted).map(([key, value]) => [key, isBucketable(columns, key) ? value : null]),
  )
}

/**
 * The total of some outermost rows, such as those that a search found: counts are summed and rates are of these sums.
 * What doesn't add up over several rows and a share of everything have none, and no text either.
 */
export function totalOfRows(
  report: ReportDefinition,
  result: Parameters<typeof buildTable>[1],
  state: ReportState,
  rows: readonly TableRow[],
): TableModel['total'] {
  const total = sumOfRows(
    report,
    rows.map(({ row }) => row),
  )
  const table = buildTable(report, { ...result, rows: [], total, judgement: null, outer: result }, state)
  const { values, texts } = table.total
  const named = rowDimensions(report, state).length
  const hasTotal = (index: number) => rows.length === 1 || isBucketable(report.columns, table.columns[index]?.key ?? '')
  return {
    values,
    texts: texts.map((text, index) => (index < named || values[index] !== null || hasTotal(index) ? text : '')),
  }
}

/** A result narrowed to some of its outermost rows, for pictures of them; their total has no prior one. */
export function resultOfRows(report: ReportDefinition, result: ReportResult, keys: ReadonlySet<string>): ReportResult {
  const rows = result.rows.filter(({ key, depth }) => depth === 0 && keys.has(key))
  return { ...result, rows, total: sumOfRows(report, rows), priorTotal: null, judgement: null }
}

/** Whether a row is one of those that a search found, or inside one; without a search all are. */
export const isFound = ({ key }: Pick<Row, 'key'>, found: ReadonlySet<string> | null): boolean =>
  found === null || found.has(key) || [...found].some((outer) => key.startsWith(`${outer}/`))
