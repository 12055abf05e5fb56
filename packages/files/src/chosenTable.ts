import {
  type Cell,
  formatCell,
  medianText,
  type PeerStanding,
  PORTFOLIO,
  quartileLabels,
  shortStanding,
  type TableColumn,
} from '@leaselight/model'
import { type FileRow, type FileTable, fileTable, type ReportDocument } from './document'

/** The table of a data file: the columns that the user chose, or all, with the ranks of those that have any. */
export const chosenTable = (document: ReportDocument, isShown = (_: TableColumn): boolean => true): FileTable =>
  withPeerColumns(
    fileTable(
      document,
      (column) => isShown(column) && (document.columns === undefined || document.columns.includes(column.key)),
    ),
  )

/** A column of a data file about ranks. */
interface PeerColumn {
  column: TableColumn
  of: (row: FileRow) => Cell
}

/**
 * The table with the ranks of its numbers as columns at its end: the group of a property, then for each ranked column
 * the rank, among how many, the quartile, and the median. The quartile says in words why there is no rank.
 */
function withPeerColumns(table: FileTable): FileTable {
  const { peersBy, columns } = table
  if (peersBy === undefined) return table
  const added = [
    ...(peersBy === PORTFOLIO ? [] : [groupColumn(peersBy)]),
    ...columns.flatMap((column, index) => (column.ranked ? rankColumns(column, index, peersBy) : [])),
  ]
  const widen = (row: FileRow): FileRow => {
    const values = added.map(({ of }) => of(row))
    const texts = added.map(({ column }, index) => textOf(column, values[index] ?? null))
    return {
      ...row,
      values: [...row.values, ...values],
      texts: [...row.texts, ...texts],
      judgements: [...row.judgements, ...added.map(() => null)],
    }
  }
  return {
    ...table,
    columns: [...columns, ...added.map(({ column }) => column)],
    total: (rows) => widen(table.total(rows)),
    toRows: (rows) => table.toRows(rows).map(widen),
  }
}

function textOf(column: TableColumn, value: Cell): string {
  if (value === null || value === '') return ''
  return typeof value === 'number' ? medianText(value, column) : formatCell(value, column.format)
}

const plain = { optional: false, drillable: false } as const

const groupColumn = (by: string): PeerColumn => ({
  column: {
    ...plain,
    key: 'peerGroup',
    label: by,
    definition: `The ${by} of the property, which its peers share.`,
    align: 'left',
    format: 'text',
  },
  of: ({ group }) => group ?? null,
})

function rankColumns({ key, label, format, unit }: TableColumn, index: number, by: string): PeerColumn[] {
  const own = (
    name: string,
    definition: string,
    as: Pick<TableColumn, 'format' | 'align' | 'unit'>,
    of: (standing: PeerStanding) => Cell,
  ): PeerColumn => ({
    column: { ...plain, key: `${key}:${name}`, label: `${label}: ${name}`, definition, ...as },
    of: ({ standings }) => {
      const standing = standings?.[index]
      return standing ? of(standing) : null
    },
  })
  const whole = { format: 'integer', align: 'right' } as const
  return [
    own('rank', `The rank of ${label} among peers, where 1 is the best.`, whole, ({ rank }) => rank),
    own('of', 'How many peers can be ranked, the property among them.', whole, ({ state, of }) =>
      state === 'noGroup' ? null : of,
    ),
    own(
      'quartile',
      'The quarter of the peers in which the rank is, or why there is none.',
      { format: 'text', align: 'left' },
      (standing) => (standing.quartile === null ? shortStanding(standing, by) : quartileLabels[standing.quartile]),
    ),
    own(
      'median',
      `The median of ${label} of the peers that can be ranked.`,
      { format, align: 'right', ...(unit && { unit }) },
      ({ median }) => median,
    ),
  ]
}
