import { columnByName, type ReportDefinition } from '@leaselight/model'

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
