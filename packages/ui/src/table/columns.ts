import type { TableColumn, TableModel } from '@leaselight/model'

/** The columns that a table hides until the user shows them: those that are optional, and those that are 0 everywhere. */
export function optionalColumns({ columns }: { columns: readonly HideableColumn[] }): string[] {
  return columns.filter(isOptional).map(({ key }) => key)
}

type HideableColumn = Pick<TableColumn, 'key' | 'optional' | 'isEmpty'>

/** Whether a table hides a column until the user shows it. */
export const isOptional = ({ optional, isEmpty = false }: HideableColumn): boolean => optional || isEmpty

/** One column for all that name a row. */
export function mergedNameColumn([first, ...inner]: TableModel['columns']) {
  const base = first ?? { key: '', label: '', definition: '', align: 'left' as const }
  if (inner.length === 0) return { ...base, align: 'left' as const }
  const label = [base.label, ...inner.map((column) => column.label.toLowerCase())].join(' / ')
  return { key: base.key, label, definition: `What the row stands for: ${label.toLowerCase()}.`, align: base.align }
}
