import {
  type Cell,
  compareNames,
  formatCell,
  InputError,
  type MemberPage,
  normalizeSearch,
  toSnake,
} from '@leaselight/model'
import type { ListedMember } from './memberRows'

/** How the records behind a number are found and sorted; without it they are the newest first. */
export interface MemberArrangement {
  /** Words that must all be in what the list shows of a record. */
  find?: string
  /** The column that sorts the list. */
  sort?: { column: string; descending: boolean }
}

/** Records found by words and sorted by a column of their list. What is missing comes last in both directions. */
export function arrangeMembers(
  members: readonly ListedMember[],
  columns: MemberPage['columns'],
  { find, sort }: MemberArrangement,
): readonly ListedMember[] {
  const words = normalizeSearch(find ?? '')
    .split(/\s+/)
    .filter(Boolean)
  const found = words.length === 0 ? members : members.filter((member) => shows(member, columns, words))
  if (!sort) return found
  const { column } = sort
  if (!columns.some(({ key }) => key === column))
    throw new InputError(`sort must be one of ${columns.map(({ key }) => toSnake(key)).join(', ')}.`, 'sort')
  const direction = sort.descending ? -1 : 1
  const keyed = found.map((member) => ({ member, key: sortKey(member, column) }))
  keyed.sort((a, b) => {
    if (a.key === '' || b.key === '') return Number(a.key === '') - Number(b.key === '')
    return direction * compareNames(a.key, b.key)
  })
  return keyed.map(({ member }) => member)
}

function shows({ row }: ListedMember, columns: MemberPage['columns'], words: readonly string[]): boolean {
  // A phone number is found as it was given and as the list writes it.
  const text = normalizeSearch(
    columns.map(({ key, format }) => `${textOf(row[key])} ${formatCell(row[key], format)}`).join(' '),
  )
  return words.every((word) => text.includes(word))
}

const sortKey = ({ row, sortedBy }: ListedMember, column: string): string => textOf(sortedBy[column] ?? row[column])

const textOf = (cell: Cell | undefined): string => String(cell ?? '')
