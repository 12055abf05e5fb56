import {
  matchingRows,
  normalizeSearch,
  sortRows,
  type TableJudgements,
  type TableModel,
  type TableRow,
  tiesOf,
} from '@leaselight/model'

export interface Sort {
  column: string
  descending: boolean
  /** For each level of rows whether it is sorted; all of them when absent. */
  levels?: readonly boolean[]
}

/** The child rows of a row (and what their changes are worth, by key), or their loading state. */
export type Children =
  | { rows: readonly TableRow[]; judgements?: TableJudgements['row'] | undefined }
  | { loading: true }
  | { error: string; retry?: () => void }

/** One line of the final table: a row, a message about rows that are loading or are not here, or the rows that are folded. */
export type Line =
  | { kind: 'row'; id: string; item: TableRow; level: number }
  | { kind: 'folded'; id: Fold; rows: readonly TableRow[]; open: boolean }
  | { kind: 'loading'; id: string; level: number }
  | { kind: 'error'; id: string; level: number; message: string; retry?: () => void }
  | { kind: 'more'; id: string; level: number; text: string; loading: boolean; onSeen: () => void }

/** Why rows are folded: nothing happened in them, or they have too few cases to be judged. */
export type Fold = 'silent' | 'thin'

export interface Arrangement {
  sort: Sort | null
  search: string
  expanded: ReadonlySet<string>
  childrenOf: (row: TableRow) => Children | undefined
  /** The folded rows that are shown; null folds none and leaves all in their places. */
  unfolded?: ReadonlySet<Fold> | null
}

/** Fewer rows than this take no more room than the line that would stand for them. */
const MIN_FOLDED = 3
/** At least as many rows stay above thin ones: a table is never folded away. */
const MIN_FULL = 3

/**
 * Arranges a table's rows for display: filtered by search, sorted on every level, with expanded rows followed by their
 * children.
 */
export function arrange(
  table: TableModel,
  nameColumns: number,
  { sort, search, expanded, childrenOf, unfolded = null }: Arrangement,
): Line[] {
  const index = sort ? table.columns.findIndex((column) => column.key === sort.column) : -1
  const ties = tiesOf(table)
  const ordered = (rows: readonly TableRow[], level: number): readonly TableRow[] =>
    sort && index >= 0 && (sort.levels?.[level] ?? true)
      ? sortRows(rows, index < nameColumns ? -1 : index, nameColumns, sort.descending, ties)
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
  // A search shows all that it found.
  const folds = unfolded === null || wanted ? [] : foldsOf(found)
  const folded = new Set(folds.flatMap(({ rows }) => rows))
  for (const row of found) if (!folded.has(row)) place(row, 0)
  for (const { id, rows } of folds) {
    const open = unfolded?.has(id) ?? false
    lines.push({ kind: 'folded', id, rows, open })
    if (open) for (const row of rows) place(row, 0)
  }
  return lines
}

/** The rows of a table that are folded into a line each, below the others. */
function foldsOf(rows: readonly TableRow[]): { id: Fold; rows: TableRow[] }[] {
  const [thin, silent] = [rows.filter((row) => row.isThin), rows.filter((row) => row.isSilent)]
  const full = rows.length - thin.length - silent.length
  return [
    ...(thin.length >= MIN_FOLDED && full >= MIN_FULL ? [{ id: 'thin', rows: thin } as const] : []),
    // A table without any activity says more than one line about it.
    ...(silent.length >= MIN_FOLDED && silent.length < rows.length ? [{ id: 'silent', rows: silent } as const] : []),
  ]
}

/** The rows of some lines, folded ones included. */
export const rowsOf = (lines: readonly Line[]): TableRow[] =>
  lines.flatMap((line) => (line.kind === 'row' ? [line.item] : line.kind === 'folded' && !line.open ? line.rows : []))

/** Nothing is open: a table without rows inside others. */
export const CLOSED: Pick<Arrangement, 'expanded' | 'childrenOf'> = {
  expanded: new Set(),
  childrenOf: () => undefined,
}

/** The outermost rows among the lines. */
export const topRows = (lines: readonly Line[]): TableRow[] =>
  lines.flatMap((line) => (line.kind === 'row' && line.level === 0 ? [line.item] : []))

/** The lines up to a number of rows, with what is said inside the last of them. */
export function firstLines(lines: readonly Line[], limit: number): Line[] {
  let rows = 0
  return lines.filter(({ kind }) => {
    if (kind === 'row') rows += 1
    return rows <= limit
  })
}

/**
 * The next sort after a click on a column's header: numbers largest first, names A to Z first, then reversed, then
 * none.
 */
export function nextSort(current: Sort | null, column: string, numeric: boolean): Sort | null {
  if (current?.column !== column) return { column, descending: numeric }
  return current.descending === numeric ? { column, descending: !numeric } : null
}
