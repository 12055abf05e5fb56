import {
  dimension,
  displayColumn,
  MISSING,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  rowDimensions,
} from '@leaselight/model'
import { groupingIn } from './groupings'
import type { Settled } from './settle'
import type { Place, Question } from './types'

/** The rows that an answer shows in place, and how many more there are. */
export interface TopRows {
  rows: { key: string; name: string; number: string }[]
  more: number
}

const MOST_ROWS = 5

/** The largest rows of a number; of days, weeks and months the latest. */
export function topRowsOf(report: ReportDefinition, state: ReportState, column: string, result: ReportResult): TopRows {
  const [outer] = rowDimensions(report, state)
  const definition = report.columns[column]
  const all = result.rows.filter(({ depth }) => depth === 0)
  if (!outer || !definition) return { rows: [], more: 0 }
  const { nameField, isCalendar } = dimension(outer)
  const { of, textOf } = displayColumn(report, column, definition, state)
  const options = { total: result.total, zone: result.timeZone }
  const counted = all.filter((row) => textOf(row, options) !== MISSING)
  const largest = () => counted.toSorted((a, b) => Number(of(b)) - Number(of(a))).slice(0, MOST_ROWS)
  const shown = isCalendar ? counted.slice(-MOST_ROWS) : largest()
  return {
    rows: shown.map((row) => ({ key: row.key, name: String(row[nameField] ?? ''), number: textOf(row, options) })),
    more: all.length - shown.length,
  }
}

/** Whether the report's rows stand for what the question groups by. */
export function rowsAreGrouped(question: Question, { report }: Place, { state, misfits }: Settled): boolean {
  const [outer] = rowDimensions(report, state)
  return question.parts.some(
    ({ id, meaning }) =>
      meaning.kind === 'grouping' && !misfits.has(id) && groupingIn(report, meaning.grouping)?.dimension === outer,
  )
}
