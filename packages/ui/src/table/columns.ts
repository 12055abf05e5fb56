import type { TableModel } from '@leaselight/model'

/** The columns that a table hides until the user shows them. */
export function optionalColumns(table: TableModel): string[] {
  return table.columns.filter((column) => column.optional).map((column) => column.key)
}

/** One column for all that name a row. */
export function mergedNameColumn([first, ...inner]: TableModel['columns']) {
  const base = first ?? { key: '', label: '', definition: '', align: 'left' as const }
  if (inner.length === 0) return { ...base, align: 'left' as const }
  const label = [base.label, ...inner.map((column) => column.label.toLowerCase())].join(' / ')
  return { key: base.key, label, definition: `What the row stands for: ${label.toLowerCase()}.`, align: base.align }
}
