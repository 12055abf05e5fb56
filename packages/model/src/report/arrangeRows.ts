import { compareNames } from '../format/text'
import type { TableRow } from './tableModel'

/** The name of a row: its innermost one. */
export function rowName(row: TableRow, nameColumns: number): string {
  for (let index = nameColumns - 1; index > 0; index--) if (row.texts[index]) return row.texts[index] ?? ''
  return row.texts[0] ?? ''
}

/** The rows whose name has a text, written as `normalizeSearch` writes it. */
export function matchingRows(rows: readonly TableRow[], searchText: string, nameColumns: number): readonly TableRow[] {
  if (!searchText) return rows
  // A record in a list has no name, so the search uses all its text.
  const texts = (row: TableRow) => (nameColumns === 0 ? row.texts : row.texts.slice(0, nameColumns))
  return rows.filter((row) => texts(row).some((text) => normalizeSearch(text).includes(searchText)))
}

/** Rows sorted by a column, or by their names where it is -1. */
export function sortRows(
  rows: readonly TableRow[],
  column: number,
  nameColumns: number,
  descending: boolean,
): readonly TableRow[] {
  const direction = descending ? -1 : 1
  return [...rows].sort((a, b) => {
    if (column < 0) return direction * compareNames(rowName(a, nameColumns), rowName(b, nameColumns))
    const [left, right] = [a.values[column] ?? null, b.values[column] ?? null]
    // A missing value is neither small nor large: it comes last in both directions.
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    // Unknown is no row to compare with the others.
    if (a.isMissing !== b.isMissing) return Number(a.isMissing ?? false) - Number(b.isMissing ?? false)
    if (typeof left === 'string' && typeof right === 'string') return direction * compareNames(left, right)
    return direction * (Number(left) - Number(right))
  })
}

/** A text as it is compared in a search: users type "cafe" for "Café". */
export const normalizeSearch = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
