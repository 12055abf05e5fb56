import {
  type Column,
  dimension,
  formatAverage,
  formatShare,
  isMissingRow,
  isWrittenByCases,
  lowercaseLabel,
  MIN_CASES,
  MIN_COUNT,
  numberText,
  rowDimensions,
  rowsOnStrip,
} from '@leaselight/model'
import { columnColor } from '../colors'
import type { ChartSeries } from '../model'
import { rowNumbers } from './groups'
import { rowMarks } from './marks'
import { titleFrom } from './sentences'
import { columnOf, type Prepare } from './types'

/** A dot for each row along one column, the largest last, with the median of the rows. */
export const prepareStrip: Prepare<'strip'> = (spec, report, result, state) => {
  const [key = 'property'] = rowDimensions(report, state)
  const own = dimension(key)
  const column = columnOf(report, spec.column)
  const opens = columnOf(report, spec.opens)
  const known = result.rows.filter((row) => !isMissingRow(own, row))
  const placed = rowsOnStrip(spec, key, known)
    .map((row) => {
      const numbers = rowNumbers(report, row)
      const [value, cases] = [numbers[spec.column] ?? 0, numbers[spec.opens] ?? 0]
      return { key: row.key, label: String(row[own.nameField] ?? ''), numbers, value, cases }
    })
    .sort((a, b) => a.value - b.value)
  const median = medianOf(placed.map(({ value }) => value))
  if (median === null) return null
  const pale = placed.flatMap(({ cases }, index) => (cases < MIN_COUNT ? [index] : []))
  const noun = own.label.toLowerCase()
  const series = ({ key, of, values }: { key: string; of: typeof column; values: (number | null)[] }): ChartSeries => ({
    key,
    label: of.label,
    color: columnColor(report, key),
    values,
    format: of.format,
  })
  return {
    kind: 'strip',
    ...titleFrom([], `${column.label} by ${lowercaseLabel(own.label)}`),
    categoryLabel: own.label,
    categories: placed.map(({ label }) => label),
    ...(pale.length > 0 && { pale }),
    series: [
      {
        ...series({ key: spec.column, of: column, values: placed.map(({ value }) => value) }),
        ...(isWrittenByCases(column) && {
          texts: placed.map(({ numbers }) => numberText(report.columns, spec.column, numbers)),
        }),
        marks: rowMarks(report, spec.opens, placed),
      },
      series({ key: spec.opens, of: opens, values: placed.map(({ cases }) => cases) }),
    ],
    median,
    ...(column.better === 'higher' && { worst: 'left' as const }),
    format: column.format,
    unit: `One dot is one ${noun}. Half of them are left of the dashed line, ${textOfMedian(column, median)}.`,
    // Its height doesn't grow with its rows.
    layout: 'columns',
    note: pale.length > 0 ? `Pale: fewer than ${MIN_COUNT} ${lowercaseLabel(opens.label)}.` : null,
  }
}

/** A share or a score in the middle of rows is known no better than theirs. */
const textOfMedian = (column: Column, median: number): string =>
  column.format === 'percent' ? formatShare(median, MIN_CASES) : formatAverage(median, column.format, 0)

/** The middle of sorted values. */
function medianOf(sorted: readonly number[]): number | null {
  const half = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
