import { type DateStyle, formatCell, isTextFormat, type MemberPage } from '@leaselight/model'
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import { ContactLink, isContactFormat } from '../parts/ContactLink'
import type { Sort } from '../table/arrange'
import { nextSort } from './memberSort'
import classes from './members.module.css'

/** A page of the records behind a number. */
export interface MemberRowsProps {
  page: MemberPage
  /** How dates and times are shown. */
  dates: DateStyle
  loading: boolean
  /** Opens a person in the CRM; undefined where the list has none. */
  onPerson?: ((prospectId: number) => void) | undefined
  /** How the list is sorted; null: the newest first. */
  sort: Sort | null
  onSort: (sort: Sort | null) => void
}

/** The records behind a number as a table. */
export function MemberTable({ page, dates, loading, onPerson, sort, onSort }: MemberRowsProps) {
  return (
    <table className={classes.table} aria-busy={loading}>
      <thead>
        <tr>
          {page.columns.map((column) => (
            <Heading key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {page.rows.map((row, index) => (
          // A list's records are never reordered within their page.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <tr key={index}>
            {page.columns.map((column) => (
              <td
                key={column.key}
                data-number={!isTextFormat(column.format) || undefined}
                className={['text', 'email'].includes(column.format) ? undefined : 'll-number'}
              >
                <MemberCell column={column} row={row} dates={dates} onPerson={onPerson} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type HeadingProps = Pick<MemberRowsProps, 'sort' | 'onSort'> & { column: MemberPage['columns'][number] }

/** A column's heading, which sorts the whole list by it. */
function Heading({ column: { key, label, format }, sort, onSort }: HeadingProps) {
  const sorted = sort?.column === key ? (sort.descending ? 'descending' : 'ascending') : undefined
  const Icon = sorted === 'descending' ? IconArrowDown : sorted === 'ascending' ? IconArrowUp : IconSelector
  return (
    <th scope="col" aria-sort={sorted ?? 'none'} data-number={!isTextFormat(format) || undefined}>
      <button type="button" className={`${classes.heading} ll-focus`} onClick={() => onSort(nextSort(sort, key))}>
        {label}
        <Icon size={12} className={classes.arrow} aria-hidden />
      </button>
    </th>
  )
}

/** A person's name, which opens them in the CRM. */
export function MemberName({ row, onPerson }: Pick<MemberCellProps, 'row' | 'onPerson'>) {
  const { name, prospectId } = row
  if (!onPerson || typeof prospectId !== 'number') return formatCell(name, 'text')
  return (
    <button
      type="button"
      className={`${classes.person} ll-focus`}
      aria-label={`Open ${name} in the CRM`}
      onClick={() => onPerson(prospectId)}
    >
      {name}
    </button>
  )
}

interface MemberCellProps {
  column: MemberPage['columns'][number]
  row: MemberPage['rows'][number]
  dates: DateStyle
  onPerson: MemberRowsProps['onPerson']
}

function MemberCell({ column, row, dates, onPerson }: MemberCellProps) {
  const value = row[column.key]
  if (column.key === 'name') return <MemberName row={row} onPerson={onPerson} />
  if (!isContactFormat(column.format) || typeof value !== 'string') return formatCell(value, column.format, dates)
  return <ContactLink format={column.format} value={value} name={String(row.name)} />
}
