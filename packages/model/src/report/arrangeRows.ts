import { compareNames } from '../format/text'
import { type Cell, MISSING } from '../format/values'
import type { TableModel, TableRow } from './tableModel'

/** The name of a row: its innermost one. */
export function rowName(row: TableRow, nameColumns: number): string {
  for (let index = nameColumns - 1; index > 0; index--) if (row.texts[index]) return row.texts[index] ?? ''
  return row.texts[0] ?? ''
}

/** A row's value in a column as it is shown: null where its text is `—`, as for a share without cases, whatever its definition gives. */
export const shownValue = ({ values, texts }: Pick<TableRow, 'values' | 'texts'>, column: number): Cell =>
  texts[column] === MISSING ? null : (values[column] ?? null)

/** The rows whose name has a text, written as `normalizeSearch` writes it. */
export function matchingRows(rows: readonly TableRow[], searchText: string, nameColumns: number): readonly TableRow[] {
  if (!searchText) return rows
  // A record in a list has no name, so the search uses all its text.
  const texts = (row: TableRow) => (nameColumns === 0 ? row.texts : row.texts.slice(0, nameColumns))
  return rows.filter((row) => texts(row).some((text) => normalizeSearch(text).includes(searchText)))
}

/**
 * Rows sorted by a column, or by their names where it is -1.
 * @param ties the columns that decide between equal rows, the largest first (`tiesOf`)
 */
export function sortRows(
  rows: readonly TableRow[],
  column: number,
  nameColumns: number,
  descending: boolean,
  ties: readonly number[] = [],
): readonly TableRow[] {
  const direction = descending ? -1 : 1
  return [...rows].sort((a, b) => {
    if (column < 0) return direction * compareNames(rowName(a, nameColumns), rowName(b, nameColumns))
    const [left, right] = [shownValue(a, column), shownValue(b, column)]
    // A missing value is neither small nor large: it comes last in both directions.
    if (left === null || right === null)
      return Number(left === null) - Number(right === null) || compareTies(a, b, ties)
    // Unknown is no row to compare with the others.
    if (a.isMissing !== b.isMissing) return Number(a.isMissing ?? false) - Number(b.isMissing ?? false)
    if (typeof left === 'string' && typeof right === 'string') return direction * compareNames(left, right)
    return direction * (Number(left) - Number(right)) || compareTies(a, b, ties)
  })
}

/** Where the columns are that decide between equal rows of a table. */
export const tiesOf = ({ columns, ties = [] }: Pick<TableModel, 'columns' | 'ties'>): number[] =>
  ties.flatMap((key) => {
    const index = columns.findIndex((column) => column.key === key)
    return index < 0 ? [] : [index]
  })

function compareTies(a: TableRow, b: TableRow, ties: readonly number[]): number {
  for (const index of ties) {
    const order = amount(b.values[index]) - amount(a.values[index])
    if (order !== 0) return order
  }
  return 0
}

const amount = (value: Cell | undefined): number => (typeof value === 'number' ? value : -Number.MAX_VALUE)

/** A text as it is compared in a search: users type "cafe" for "Café". */
export const normalizeSearch = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
