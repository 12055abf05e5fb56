import type { TableColumn, TableModel } from '@leaselight/model'

/** The columns that a table hides until the user shows them. */
export function optionalColumns(table: TableModel): string[] {
  return table.columns.filter((column) => column.optional).map((column) => column.key)
}

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
  const standard = hiding('Standard', ({ optional }) => optional)
  return [...(standard.hides.length > 0 ? [standard] : []), ...byAmount]
}

/** One column for all that name a row. */
export function mergedNameColumn([first, ...inner]: TableModel['columns']) {
  const base = first ?? { key: '', label: '', definition: '', align: 'left' as const }
  if (inner.length === 0) return { ...base, align: 'left' as const }
  const label = [base.label, ...inner.map((column) => column.label.toLowerCase())].join(' / ')
  return { key: base.key, label, definition: `What the row stands for: ${label.toLowerCase()}.`, align: base.align }
}
