import { dimension, formatCell, joinWithAnd, rowDimensions } from '@leaselight/model'
import { columnColors } from '../colors'
import { numberOf, rowNumbers } from './groups'
import { rowMarks } from './marks'
import { lowercaseLabel, titleFrom } from './sentences'
import { columnOf, type Prepare } from './types'

/** Two columns of each row back to back; rows with a missing key are mentioned in the note. */
export const preparePyramid: Prepare<'pyramid'> = (spec, report, result, state) => {
  const { field, nameField, label } = dimension(rowDimensions(report, state)[0] ?? 'age')
  const rows = result.rows.filter((row) => row.depth === 0)
  // The first row is at the bottom, as ages are in every population pyramid.
  const drawn = rows.filter((row) => row[field] !== null && row[field] !== '').reverse()
  const sides = [spec.left, spec.right].map((key) => ({ key, column: columnOf(report, key) }))
  const sizes = drawn.map((row) => sides.reduce((sum, { key }) => sum + (numberOf(row[key]) ?? 0), 0))
  const whole = sizes.reduce((sum, size) => sum + size, 0)
  if (whole === 0) return null
  const colors = columnColors(report, [spec.left, spec.right])
  const missing = rows
    .filter((row) => !drawn.includes(row))
    .reduce((sum, row) => sum + sides.reduce((part, { key }) => part + (numberOf(row[key]) ?? 0), 0), 0)
  const names = joinWithAnd(
    sides.map(({ column }, index) => (index === 0 ? column.label : lowercaseLabel(column.label))),
  )
  return {
    kind: 'pyramid',
    ...titleFrom([], `${names} by ${lowercaseLabel(label)}`),
    categoryLabel: label,
    categories: drawn.map((row) => String(row[nameField] ?? '')),
    series: sides.map(({ key, column }, index) => ({
      key,
      label: column.label,
      color: colors[index] ?? 'ink',
      values: drawn.map((row) => numberOf(row[key])),
      marks: rowMarks(
        report,
        key,
        drawn.map((row) => ({ key: row.key, label: String(row[nameField] ?? ''), numbers: rowNumbers(report, row) })),
      ),
    })),
    format: sides[0]?.column.format ?? 'integer',
    unit: `${sides.map(({ column }) => column.label).join(' and ')} by ${label.toLowerCase()}`,
    layout: 'rows',
    note: missing > 0 ? `Not shown: ${formatCell(missing, 'integer')} of unknown ${label.toLowerCase()}.` : null,
  }
}
