import type { TableColumn, TableModel } from '@leaselight/model'
import type { Sort } from './arrange'

export interface VisibleColumn {
  column: TableColumn
  /** The column's index in the table model. */
  index: number
  /** It shows the number before, or the change from it. */
  compared?: 'prior' | 'change'
  /** The table is sorted by it. */
  sorted?: boolean
  /** The first column of a group. */
  starts?: boolean
}

/** The number that Compare is about: the one that sorts the table, else its main one. */
export function comparedKey({ columns }: TableModel, sort: Sort | null, main: string | undefined): string | null {
  const isNumber = (key: string | undefined) =>
    columns.some((column) => column.key === key && column.align === 'right' && !column.isUsual)
  return [sort?.column, main].find(isNumber) ?? null
}

/** A column, followed by its prior number and the change where it is the compared one. */
export function withCompared(one: VisibleColumn, key: string | null): VisibleColumn[] {
  if (one.column.key !== key) return [one]
  const { label } = one.column
  const beside = { ...one.column, drillable: false }
  return [
    one,
    {
      ...one,
      compared: 'prior',
      column: { ...beside, key: `${key}/prior`, label: 'Prior', definition: `${label} in the prior period.` },
    },
    {
      ...one,
      compared: 'change',
      column: { ...beside, key: `${key}/change`, label: 'Change', definition: `How ${label} changed since then.` },
    },
  ]
}
