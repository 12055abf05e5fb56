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
 * What is stored when a reader hides these columns; null for the report's own. A column that the reader has not hidden, but
 * that was hidden for being 0 everywhere, is not: it would stay hidden once it counts something.
 */
export function storedColumns(
  columns: readonly Hideable[],
  chosen: readonly string[] | null,
  keys: readonly string[],
): string[] | null {
  // The report’s own columns may become others with the next version.
  if (columns.every(({ key, optional, isEmpty }) => keys.includes(key) === (optional || isEmpty === true))) return null
  const isOwn = (key: string) => columns.some((column) => column.key === key && (column.optional || !column.isEmpty))
  return keys.filter((key) => chosen || isOwn(key))
}
