import { type ColumnRun, columnRuns, type TableModel } from '@leaselight/model'
import { useCallback, useMemo } from 'react'
import type { CellAction } from './actions'
import { type VisibleColumn, withCompared } from './compared'

interface Options {
  nameColumns: number
  hidden: ReadonlySet<string>
  /** The key of the column that is shown with its prior number. */
  compared: string | null
  /** The key of the column that sorts the table. */
  sorted: string | undefined
  printing: boolean
  cellActions: Readonly<Record<string, CellAction>> | undefined
}

/** The columns of a table as they are shown, and the groups that they are in. */
export function useShownColumns(
  { columns }: TableModel,
  { nameColumns, hidden, compared, sorted, printing, cellActions }: Options,
): { shown: readonly VisibleColumn[]; runs: readonly ColumnRun[] } {
  const onlyDoes = useCallback((key: string) => cellActions?.[key]?.wide === false, [cellActions])
  return useMemo(() => {
    const chosen = columns.flatMap((column, index) =>
      index < nameColumns || hidden.has(column.key)
        ? []
        : withCompared({ column, index, ...(column.key === sorted && { sorted: true }) }, compared),
    )
    const [buttons, said] = [true, false].map((does) => chosen.filter(({ column }) => onlyDoes(column.key) === does))
    // A row's main content must not be hidden beyond the edge of a phone's screen.
    return inGroups([...(printing ? [] : (buttons ?? [])), ...(said ?? [])])
  }, [columns, nameColumns, hidden, compared, sorted, printing, onlyDoes])
}

/** The columns with the first of each group marked; the very first is beside the names, which have a rule anyway. */
export function inGroups(shown: readonly VisibleColumn[]) {
  const runs = columnRuns(shown.map(({ column }) => column))
  const ends = runs.map((_, index) => runs.slice(0, index + 1).reduce((sum, { length }) => sum + length, 0))
  return { runs, shown: shown.map((one, index) => (ends.includes(index) ? { ...one, starts: true } : one)) }
}
