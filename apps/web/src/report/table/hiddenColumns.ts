import { columnByName, type ReportDefinition, type TableColumn } from '@leaselight/model'

type Hideable = Pick<TableColumn, 'key' | 'optional' | 'isEmpty'>

/** The columns a reader has hidden, as stored in the browser; null when nothing usable is stored. */
export function readHiddenColumns(report: ReportDefinition, stored: string | null): string[] | null {
  try {
    const value: unknown = JSON.parse(stored ?? 'null')
    if (!Array.isArray(value)) return null
    // They may be stored under former names; other names are those of columns that name the row.
    return value.filter((key) => typeof key === 'string').map((key) => columnByName(report, key) ?? key)
  } catch {
    // An unreadable preference is not ours; the report's default applies.
    return null
  }
}

/**
 * The columns that a table hides.
 * @param chosen those that the reader has hidden; null where the report's own columns apply
 * @param shown those that are 0 everywhere and that the reader has shown all the same
 */
export function hiddenColumns(
  columns: readonly Hideable[],
  chosen: readonly string[] | null,
  shown: ReadonlySet<string>,
): string[] {
  const own = new Set(chosen ?? optionalKeys(columns))
  return columns.flatMap(({ key, isEmpty }) => (own.has(key) || (isEmpty && !shown.has(key)) ? [key] : []))
}

/**
 * What is stored when a reader hides these columns; null for the report's own. A column that is hidden only because it is
 * 0 everywhere is not: it is back once it counts something.
 */
export function storedColumns(
  columns: readonly Hideable[],
  chosen: readonly string[] | null,
  keys: readonly string[],
): string[] | null {
  const optional = optionalKeys(columns)
  const own = new Set(chosen ?? optional)
  const stored = columns.flatMap(({ key, isEmpty }) => (keys.includes(key) && (!isEmpty || own.has(key)) ? [key] : []))
  // The report’s own columns may become others with the next version.
  return stored.join() === optional.join() ? null : stored
}

const optionalKeys = (columns: readonly Hideable[]): string[] =>
  columns.flatMap(({ key, optional }) => (optional ? [key] : []))
