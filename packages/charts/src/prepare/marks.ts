import { dateFilterKey, isDrillable, type ReportDefinition } from '@leaselight/model'
import type { ChartMark } from '../model'
import type { Group } from './groups'
import { columnOf } from './types'

type Values = readonly (number | null | undefined)[]

/** Whether a number opens a list, as its table cell does. */
const opens = (report: ReportDefinition, column: string, value: number | null | undefined): boolean =>
  Boolean(value) && isDrillable(columnOf(report, column))

/** The marks of one column's values by row. */
export const rowMarks = (
  report: ReportDefinition,
  column: string,
  groups: readonly Pick<Group, 'key' | 'label' | 'numbers'>[],
): (ChartMark | null)[] =>
  groups.map(({ key, label, numbers }) =>
    key !== null && opens(report, column, numbers[column]) ? { row: key, column, name: label } : null,
  )

/** The marks of totals, one column each. */
export const totalMarks = (
  report: ReportDefinition,
  columns: readonly string[],
  values: Values,
): (ChartMark | null)[] =>
  columns.map((column, index) => (opens(report, column, values[index]) ? { row: null, column, name: '' } : null))

/** The marks of a column's total over some days each, where the report lets its days be chosen. */
export const dayMarks = (
  report: ReportDefinition,
  column: string,
  days: readonly { start: string; end: string; name: string }[],
  values: Values,
): (ChartMark | null)[] => {
  const hasDays = report.defaultFilters.includes(dateFilterKey(report))
  return days.map(({ start, end, name }, index) =>
    hasDays && opens(report, column, values[index]) ? { row: null, column, name, days: { start, end } } : null,
  )
}
