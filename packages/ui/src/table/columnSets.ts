import type { TableColumn } from '@leaselight/model'
import { isOptional } from './columns'

/** Columns that are chosen together. */
interface ColumnSet {
  label: string
  /** The keys of the columns that it hides. */
  hides: string[]
}

/** The sets that a table's columns have, by what the columns are; those that would hide nothing are left out. */
export function columnSets(columns: readonly TableColumn[]): ColumnSet[] {
  const hiding = (label: string, hides: (column: TableColumn) => boolean): ColumnSet => ({
    label,
    hides: columns.filter(hides).map(({ key }) => key),
  })
  const has = (amount: TableColumn['amount']) => columns.some((column) => column.amount === amount)
  const byAmount =
    has('count') && has('rate')
      ? [
          hiding('All counts', ({ amount, isUsual }) => amount === 'rate' || isUsual === true),
          hiding('All rates', ({ amount, isUsual }) => amount === 'count' || isUsual === true),
        ]
      : []
  const standard = hiding('Standard', isOptional)
  return [...(standard.hides.length > 0 ? [standard] : []), ...byAmount]
}
