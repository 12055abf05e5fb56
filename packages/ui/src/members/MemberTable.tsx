import { formatCell, isTextFormat, type MemberPage } from '@leaselight/model'
import { ContactLink, isContactFormat } from '../parts/ContactLink'
import classes from './members.module.css'

/** A page of the records behind a number. */
export interface MemberRowsProps {
  page: MemberPage
  /** The time zone in which instants are shown. */
  timeZone: string
  loading: boolean
  /** Opens a person in the CRM; undefined where the list has none. */
  onPerson?: ((prospectId: number) => void) | undefined
}

/** The records behind a number as a table. */
export function MemberTable({ page, timeZone, loading, onPerson }: MemberRowsProps) {
  return (
    <table className={classes.table} aria-busy={loading}>
      <thead>
        <tr>
          {page.columns.map((column) => (
            <th key={column.key} scope="col" data-number={!isTextFormat(column.format) || undefined}>
              {column.label}
            </th>
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
                <MemberCell column={column} row={row} timeZone={timeZone} onPerson={onPerson} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
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
  timeZone: string
  onPerson: MemberRowsProps['onPerson']
}

function MemberCell({ column, row, timeZone, onPerson }: MemberCellProps) {
  const value = row[column.key]
  if (column.key === 'name') return <MemberName row={row} onPerson={onPerson} />
  if (!isContactFormat(column.format) || typeof value !== 'string') return formatCell(value, column.format, timeZone)
  return <ContactLink format={column.format} value={value} name={String(row.name)} />
}
