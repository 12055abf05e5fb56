import type { TableRow } from '@leaselight/model'
import type { MouseEvent, ReactNode } from 'react'

/** An action that a cell offers for its row. */
export interface CellAction {
  /** The button's text; null where the row has no action. */
  text: (row: TableRow) => ReactNode
  /** Keeps the width of the column's own text, which the button shows. */
  wide: boolean
  /** The label for screen readers, which don't see the row around it. */
  label: (row: TableRow) => string
  icon?: ReactNode
  onSelect: (row: TableRow) => void
}

/** Something to do with a row, shown while the pointer or the focus is on it. */
export interface RowAction {
  /** What it does, for its tooltip: `Only this property`. */
  label: string
  icon: ReactNode
  onSelect: () => void
}

/** Where a row's name leads. */
export interface NameLink {
  href: string
  onClick: (event: MouseEvent) => void
}

/** Opens or looks at what is behind a row; `column` is the one under the focus, where that opens a list. */
export type OnRow = (row: TableRow, column: string | null, how: 'open' | 'preview') => void
