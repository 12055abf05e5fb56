import type { TableModel } from '@leaselight/model'
import { useMemo } from 'react'
import { useIsPhone } from '../parts/useIsPhone'
import type { CellAction } from './actions'
import type { VisibleColumn } from './compared'
import { columnWidths, leastOfLong } from './widths'

/** The width of a button in a cell, whatever its text. */
const ACTION = 88
/** The least width of the column of names that has actions. */
const WITH_ACTIONS = 252
/** What a name's column has for the arrow that opens its row, which a record lacks. */
const ARROW = 28
/** The most of the column of names, on a phone that of records without names. */
const MOST = 320
const PHONE_MOST = 168
const PHONE_MOST_OF_RECORDS = 192

interface Options {
  nameColumns: number
  /** Rows are records, which have no names. */
  isRecords: boolean
  shown: readonly VisibleColumn[]
  cellActions: Readonly<Record<string, CellAction>> | undefined
  hasRowActions: boolean
}

/**
 * The widths of a table's columns, that of the names with what stands beside them, and all that are shown together: as
 * wide as they want to be, and with long texts giving way.
 */
export function useWidths(
  table: TableModel,
  { nameColumns, isRecords, shown, cellActions, hasRowActions }: Options,
): {
  widths: readonly number[]
  leasts: readonly (number | undefined)[]
  nameWidth: number
  wanted: number
  full: number
} {
  const phone = useIsPhone()
  const widths = useMemo(
    () =>
      columnWidths(table, nameColumns, phone).map((width, index) =>
        (cellActions?.[table.columns[index]?.key ?? '']?.wide ?? true) ? width : ACTION,
      ),
    [table, nameColumns, cellActions, phone],
  )
  // Beside a row's actions its name is still to be read.
  const least = hasRowActions && !phone ? WITH_ACTIONS : 0
  const most = !phone ? MOST : isRecords ? PHONE_MOST_OF_RECORDS : PHONE_MOST
  const own = (widths[0] ?? 0) - (isRecords ? ARROW : 0)
  const nameWidth = Math.max(least, Math.min(own, most))
  const leasts = widths.map((width, index) => {
    const column = table.columns[index]
    // A phone's table is wider than its window anyway, and there texts are read in full.
    return column && !phone ? leastOfLong(width, column) : undefined
  })
  const wanted = shown.reduce((sum, { index }) => sum + (widths[index] ?? 0), nameWidth)
  const full = shown.reduce((sum, { index }) => sum + (leasts[index] ?? widths[index] ?? 0), nameWidth)
  return { widths, leasts, nameWidth, wanted, full }
}
