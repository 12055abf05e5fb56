import { type Cell, formatDurationIn } from '../format/values'
import { describeDecision, type Judgement, noDataBefore } from '../judgement/words'
import type { ReportDefinition } from './definition'
import type { ReportResult, Row, RowJudgement } from './result'
import type { ReportState } from './state'
import { type DisplayedColumn, displayColumn } from './table'
import type { TableColumn } from './tableModel'

/** What a cell's change is worth, and the number before it. */
export interface CellJudgement extends Judgement {
  /** The prior number as text. */
  prior: string
}

/** The judgement of each cell of a line, in the order of the table's columns; null where there is none. */
export type LineJudgements = readonly (CellJudgement | null)[]

/** The judgements of a table's cells. */
export interface TableJudgements {
  /**
   * Those of a row, by its key; undefined where the table has no such row. A row is judged when it is first requested,
   * since few of a long table's rows are ever drawn; after that its judgements are the same object.
   */
  row: (key: string) => LineJudgements | undefined
  total: LineJudgements
}

/** The part of a result that its table's judgements come from; the rows inside a row come with their own. */
export type JudgedRows = Pick<
  ReportResult,
  'rows' | 'priorRows' | 'priorTotal' | 'rowJudgements' | 'judgement' | 'coverage' | 'priorPeriod' | 'today'
>

/** A table's judgements as they are shown, from those of its result; null without a prior period. */
export function judgeTable(
  report: ReportDefinition,
  result: JudgedRows,
  state: ReportState,
  columns: readonly TableColumn[],
): TableJudgements | null {
  const { judgement, priorTotal } = result
  if (!judgement || !priorTotal) return null
  const before = new Map(result.priorRows.map((row) => [row.key, row]))
  const states = new Map(result.rowJudgements.map((one) => [one.key, one]))
  const describe = (row: Row): LineJudgements => {
    const line = { row, prior: before.get(row.key), judged: states.get(row.key) }
    return columns.map((column) => judgedCell(report, result, state, column, line))
  }
  const rows = new Map(result.rows.map((row) => [row.key, row]))
  const described = new Map<string, LineJudgements>()
  return {
    row: (key) => {
      const row = rows.get(key)
      const known = described.get(key) ?? (row && describe(row))
      if (known) described.set(key, known)
      return known
    },
    total: columns.map((column) => {
      const [one, own] = [judgement[column.key], report.columns[column.key]]
      return one && own
        ? { ...one, prior: priorText(displayColumn(report, column.key, own, state), column, priorTotal, priorTotal) }
        : null
    }),
  }
}

/** The prior number as its column writes it. */
function priorText(
  shown: DisplayedColumn,
  { unit }: TableColumn,
  prior: Readonly<Record<string, Cell>>,
  total: ReportResult['priorTotal'],
): string {
  const before = shown.of(prior)
  if (unit && typeof before === 'number') return formatDurationIn(before, unit)
  return shown.textOf(prior, { total: total ?? undefined })
}

interface JudgedCell {
  row: Row
  prior: Readonly<Record<string, Cell>> | undefined
  judged: RowJudgement | undefined
}

function judgedCell(
  report: ReportDefinition,
  result: JudgedRows,
  state: ReportState,
  tableColumn: TableColumn,
  { row, prior, judged }: JudgedCell,
): CellJudgement | null {
  const { key } = tableColumn
  const found = judged?.states[key]
  const column = report.columns[key]
  if (!found || !column || !prior) return null
  const shown = displayColumn(report, key, column, state)
  const text = priorText(shown, tableColumn, prior, result.priorTotal)
  const compared = { column: shown.column, current: shown.of(row), prior: shown.of(prior), priorText: text }
  const decision = { state: found, band: null, deviations: 0 }
  return { ...describeDecision(decision, compared, obstacleOf(result, key, row, found)), prior: text }
}

/** Why a row's number isn't compared: its property's data begins later, or what holds for the total. */
function obstacleOf(
  { coverage, judgement, priorPeriod, today }: JudgedRows,
  key: string,
  row: Row,
  state: Judgement['state'],
): string | undefined {
  if (state !== 'incomparable' && state !== 'settling') return undefined
  const own = coverage.properties.find(({ propertyId }) => propertyId === row.propertyId)?.first
  if (state === 'incomparable' && own && priorPeriod && own > priorPeriod.start) return noDataBefore(own, today)
  const total = judgement?.[key]
  return total?.state === state ? total.words : ''
}
