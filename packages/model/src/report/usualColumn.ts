import { isTextFormat } from '../format/values'
import { isRecordList, type ReportDefinition } from './definition'
import { mainColumn } from './order'
import type { ReportResult } from './result'
import type { ReportState } from './state'
import type { TableColumn, TableModel, TableRow } from './tableModel'
import { type UsualCell, usualCell } from './usualCell'

/** The key of the column that tells how the main number compares with its usual range. */
export const USUAL_COLUMN = 'vsUsual'

type JudgedResult = Partial<Pick<ReportResult, 'rowJudgements' | 'judgement'>> & {
  outer?: Partial<Pick<ReportResult, 'rowJudgements'>>
}

/**
 * The table with a column right of its main number that tells how that compares with its usual range; as it is where
 * that can be said of no row. Where it is said of few, readers choose the column.
 */
export function withUsual(
  report: ReportDefinition,
  result: JudgedResult,
  state: ReportState,
  table: TableModel,
): TableModel {
  const key = mainColumn(report, state)
  const at = table.columns.findIndex((column) => column.key === key)
  const main = table.columns[at]
  const around = (result.outer ?? result).rowJudgements ?? []
  const isSaid = around.some(({ usual }) => usual?.column === key)
  const outermost = around.filter((one) => !one.key.includes('/'))
  const judgedRows = outermost.filter(({ usual }) => usual?.column === key).length
  const isRare = judgedRows < Math.min(LEAST_JUDGED, outermost.length)
  if (!main || !isSaid || isRecordList(report) || isTextFormat(main.format)) return table
  const judged = new Map(result.rowJudgements?.map((one) => [one.key, one]))
  const ofTotal = result.judgement?.[main.key] ?? null
  const spliced = <T>(list: readonly T[], one: T): T[] => [...list.slice(0, at + 1), one, ...list.slice(at + 1)]
  const widened = <Line extends TableModel['total']>(line: Line, usual: UsualCell): Line => ({
    ...line,
    usual,
    texts: spliced(line.texts, usual.words),
    values: spliced(line.values, usual.deviations),
  })
  const rows = table.rows.map((row) => {
    const own = judged.get(row.row.key)
    const state = own?.states[main.key]
    const decided = state ? { deviations: 0, low: null, high: null, ...own?.usual, state } : null
    return widened(row, usualCell(decided, main, row.texts[at] ?? '', ofTotal?.state === state ? ofTotal?.words : ''))
  })
  const marked = markedRows(rows, (key) => judged.get(key)?.usual?.deviations ?? 0)
  return {
    ...table,
    columns: spliced(table.columns, columnOf(main, isRare)),
    rows: rows.map((row) =>
      marked.has(row.row.key) || !row.usual ? row : { ...row, usual: { ...row.usual, tone: 'neutral' as const } },
    ),
    total: widened(table.total, usualCell(ofTotal, main, table.total.texts[at] ?? '', ofTotal?.words)),
  }
}

/** With fewer judged rows it would be a column of dots, so it has to be chosen. */
const LEAST_JUDGED = 3

/** More colors than these would mark nothing. */
const MOST_MARKED = 3

/** The rows whose bar has a color: of those that are better or worse than usual the farthest from it. */
function markedRows(rows: readonly TableRow[], deviationsOf: (key: string) => number): ReadonlySet<string> {
  const toned = rows.filter(({ usual }) => usual && usual.tone !== 'neutral').map(({ row }) => row.key)
  return new Set(toned.toSorted((a, b) => Math.abs(deviationsOf(b)) - Math.abs(deviationsOf(a))).slice(0, MOST_MARKED))
}

const columnOf = ({ label, group }: TableColumn, optional: boolean): TableColumn => ({
  key: USUAL_COLUMN,
  label: 'vs usual',
  ...(group && { group }),
  definition: `${label} against its usual range, which the gray field shows. A bar that leaves the field is lower or higher than usual.`,
  align: 'left',
  format: 'text',
  optional,
  drillable: false,
  isUsual: true,
})
