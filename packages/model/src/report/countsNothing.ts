import type { Columns } from './columns'
import { isRecordList, type ReportDefinition } from './definition'
import type { Numbers } from './numbers'
import type { ReportResult, Row } from './result'

/** What a result counts. */
export type CountedResult = Pick<ReportResult, 'rows' | 'total' | 'priorRows' | 'priorTotal'>

/**
 * Whether a report counted nothing at all: its total, all its rows and those of the prior period are 0, so that neither
 * a number nor a change is left to show. Never of a list of records, of how things are on a day, or of a page that is
 * read from top to bottom: there a 0 is an answer.
 */
export function countsNothing(
  report: Pick<ReportDefinition, 'asOf' | 'columns' | 'rows' | 'shape'>,
  result: CountedResult,
): boolean {
  if (report.asOf || report.shape === 'brief' || isRecordList(report)) return false
  return countedColumns(report.columns).length > 0 && hasNoNumber(report, result)
}

/** Whether every number that a report counts or measures is 0 or missing, also those of the prior period. */
export function hasNoNumber(
  { columns }: Pick<ReportDefinition, 'columns'>,
  { rows, total, priorRows, priorTotal }: CountedResult,
): boolean {
  const counted = countedColumns(columns)
  const isZero = (numbers: Row | Numbers | null) => counted.every((key) => !numbers?.[key])
  return [total, priorTotal, ...rows, ...priorRows].every(isZero)
}

/** The columns that count or measure; all others are worked out from them. */
const countedColumns = (columns: Columns): string[] =>
  Object.entries(columns).flatMap(([key, { kind }]) => (kind === 'count' || kind === 'measure' ? [key] : []))
