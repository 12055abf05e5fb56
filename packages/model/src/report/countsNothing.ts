import type { Columns } from './columns'
import { isRecordList, type ReportDefinition } from './definition'
import type { Numbers } from './numbers'
import type { ReportResult, Row } from './result'

type CountingReport = Pick<ReportDefinition, 'asOf' | 'columns' | 'rows' | 'shape'>

const zeroIsAnswer = (report: CountingReport): boolean =>
  report.asOf === true || report.shape === 'brief' || isRecordList(report)

/** What a result counts. */
export type CountedResult = Pick<ReportResult, 'rows' | 'total' | 'priorRows' | 'priorTotal'>

/**
 * Whether a report counted nothing at all: its total, all its rows and those of the prior period are 0, so that neither
 * a number nor a change is left to show. Never of a list of records, of how things are on a day, or of a page that is
 * read from top to bottom: there a 0 is an answer.
 */
export function countsNothing(report: CountingReport, result: CountedResult): boolean {
  if (zeroIsAnswer(report)) return false
  return countedColumns(report.columns).length > 0 && hasNoNumber(report, result)
}

/**
 * The columns that are 0 in every row, and in the total of the prior period: counts and sums, and rates of them. A
 * difference may be 0 because its parts are equal, and a median may be missing in the total alone: these stay.
 */
export function emptyColumns(
  report: CountingReport,
  { rows, total, priorTotal }: Pick<CountedResult, 'rows' | 'total'> & Partial<Pick<CountedResult, 'priorTotal'>>,
): ReadonlySet<string> {
  const { columns } = report
  const isEmpty = (key: string): boolean => {
    const column = columns[key]
    if (!column || total[key] || priorTotal?.[key]) return false
    if (column.kind === 'share' || (column.kind === 'ratio' && column.whenEmpty === undefined))
      return column.of.some(isEmpty)
    const addsUp = column.kind === 'count' || column.kind === 'sum' || (column.kind === 'measure' && column.additive)
    // Refunds may make a total 0 whose rows are not.
    return addsUp && total[key] === 0 && rows.every((row) => !row[key])
  }
  return new Set(zeroIsAnswer(report) ? [] : Object.keys(columns).filter(isEmpty))
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
