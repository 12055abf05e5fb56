import { dimension, isMissingRow, joinWithAnd, lowercaseLabel, type Row, rowDimensions } from '@leaselight/model'
import { columnColor } from '../colors'
import type { ChartSeries } from '../model'
import { numberOf, rowNumbers } from './groups'
import { rowMarks } from './marks'
import { titleFrom } from './sentences'
import { columnOf, type Prepare } from './types'

/** How many rows without a dot the note names. */
const NAMED = 3

/**
 * A dot for each row: one column upwards against another to the right, as large as a third. A row without a number to
 * the right, such as a source that cost nothing, has no place; the note says which.
 */
export const prepareDots: Prepare<'dots'> = (spec, report, result, state) => {
  const own = dimension(rowDimensions(report, state)[0] ?? 'property')
  const rows = result.rows.filter((row) => row.depth === 0 && !isMissingRow(own, row))
  const isPlaced = (row: Row) => (numberOf(row[spec.right]) ?? 0) > 0
  const placed = rows.filter(isPlaced)
  if (placed.length < 2) return null
  const keys = [spec.up, spec.right, spec.size]
  const [up, right] = keys.map((key) => columnOf(report, key))
  const nameOf = (row: Row) => String(row[own.nameField] ?? '')
  const list = placed.map((row) => ({ key: row.key, label: nameOf(row), numbers: rowNumbers(report, row) }))
  const series = keys.map((key): ChartSeries => {
    const { label, format } = columnOf(report, key)
    return {
      key,
      label,
      color: columnColor(report, spec.up),
      values: list.map(({ numbers }) => numbers[key] ?? null),
      format,
      ...(key === spec.up && { marks: rowMarks(report, key, list) }),
    }
  })
  const without = rows
    .filter((row) => !isPlaced(row) && (numberOf(row[spec.up]) ?? 0) > 0)
    .sort((a, b) => (numberOf(b[spec.up]) ?? 0) - (numberOf(a[spec.up]) ?? 0))
    .map(nameOf)
  const names = without.length > NAMED ? [...without.slice(0, NAMED), `${without.length - NAMED} more`] : without
  return {
    kind: 'dots',
    ...titleFrom([], `${up?.label} against ${lowercaseLabel(right?.label ?? '')}`),
    categoryLabel: own.label,
    categories: list.map(({ label }) => label),
    series,
    format: up?.format ?? 'integer',
    unit: `The larger a dot, the more ${lowercaseLabel(columnOf(report, spec.size).label)}`,
    layout: 'columns',
    note: names.length > 0 ? `Without ${lowercaseLabel(right?.label ?? '')}: ${joinWithAnd(names)}.` : null,
  }
}
