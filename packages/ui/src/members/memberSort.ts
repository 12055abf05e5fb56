import type { Sort } from '../table/arrange'

/** Columns that are read from their end: the latest, and who has waited longest. */
const FROM_THE_END = ['status', 'when', 'lastContact']

/** What pressing a heading makes of a list's order: its column, the other way around, and back to the newest first. */
export function nextSort(sort: Sort | null, column: string): Sort | null {
  const first = FROM_THE_END.includes(column)
  if (sort?.column !== column) return { column, descending: first }
  return sort.descending === first ? { column, descending: !first } : null
}
