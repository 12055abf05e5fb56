import {
  matchingRows,
  normalizeSearch,
  sortRows,
  type TableJudgements,
  type TableModel,
  type TableRow,
} from '@leaselight/model'

export interface Sort {
  column: string
  descending: boolean
  /** For each level of rows whether it is sorted; all of them when absent. */
  levels?: readonly boolean[]
}

/** The child rows of a row (and what their changes are worth, by key), or their loading state. */
export type Children =
  | { rows: readonly TableRow[]; judgements?: TableJudgements['rows'] | undefined }
  | { loading: true }
  | { error: string; retry?: () => void }

/** One line of the final table: a row, a message about rows that are loading or are not here, or the silent rows. */
export type Line =
  | { kind: 'row'; id: string; item: TableRow; level: number }
  | { kind: 'silent'; id: string; rows: readonly TableRow[]; open: boolean }
  | { kind: 'loading'; id: string; level: number }
  | { kind: 'error'; id: string; level: number; message: string; retry?: () => void }
  | { kind: 'more'; id: string; level: number; text: string; loading: boolean; onSeen: () => void }

export interface Arrangement {
  sort: Sort | null
  search: string
  expanded: ReadonlySet<string>
  childrenOf: (row: TableRow) => Children | undefined
  /** Whether the rows in which nothing happened are shown: null leaves them in their places. */
  silentOpen?: boolean | null
}

/** Fewer silent rows than this take no more room than the line that would stand for them. */
const MIN_SILENT = 3

/**
 * Arranges a table's rows for display: filtered by search, sorted on every level, with expanded rows followed by their
 * children.
 */
export function arrange(
  table: TableModel,
  nameColumns: number,
  { sort, search, expanded, childrenOf, silentOpen = null }: Arrangement,
): Line[] {
  const index = sort ? table.columns.findIndex((column) => column.key === sort.column) : -1
  const ordered = (rows: readonly TableRow[], level: number): readonly TableRow[] =>
    sort && index >= 0 && (sort.levels?.[level] ?? true)
      ? sortRows(rows, index < nameColumns ? -1 : index, nameColumns, sort.descending)
      : rows
  const wanted = normalizeSearch(search)
  const lines: Line[] = []
  const place = (row: TableRow, level: number): void => {
    const id = row.row.key
    lines.push({ kind: 'row', id, item: row, level })
    if (!expanded.has(id)) return
    const children = childrenOf(row)
    if (!children) return
    if ('rows' in children) for (const child of ordered(children.rows, level + 1)) place(child, level + 1)
    else if ('error' in children)
      lines.push({
        kind: 'error',
        id: `${id}/error`,
        level: level + 1,
        message: children.error,
        ...(children.retry && { retry: children.retry }),
      })
    else lines.push({ kind: 'loading', id: `${id}/loading`, level: level + 1 })
  }
  const found = ordered(matchingRows(table.rows, wanted, nameColumns), 0)
  const silent = found.filter((row) => row.isSilent)
  // A search shows all that it found, and a table without any activity says more than one line about it.
  const folds = silentOpen !== null && !wanted && silent.length >= MIN_SILENT && silent.length < found.length
  for (const row of found) if (!folds || !row.isSilent) place(row, 0)
  if (folds) lines.push({ kind: 'silent', id: 'silent', rows: silent, open: silentOpen })
  if (folds && silentOpen) for (const row of silent) place(row, 0)
  return lines
}

/** The rows of some lines, folded ones included. */
export const rowsOf = (lines: readonly Line[]): TableRow[] =>
  lines.flatMap((line) => (line.kind === 'row' ? [line.item] : line.kind === 'silent' && !line.open ? line.rows : []))

/** The outermost rows among the lines. */
export const topRows = (lines: readonly Line[]): TableRow[] =>
  lines.flatMap((line) => (line.kind === 'row' && line.level === 0 ? [line.item] : []))

/**
 * The next sort after a click on a column's header: numbers largest first, names A to Z first, then reversed, then
 * none.
 */
export function nextSort(current: Sort | null, column: string, numeric: boolean): Sort | null {
  if (current?.column !== column) return { column, descending: numeric }
  return current.descending === numeric ? { column, descending: !numeric } : null
}
