import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useIsPhone } from '../parts/useIsPhone'
import classes from './miniTable.module.css'

export interface MiniColumn {
  label: string
  /** Text is aligned left, numbers right. */
  align: 'left' | 'right'
}

interface Props {
  /** What the table contains, for screen readers. */
  caption: string
  columns: readonly MiniColumn[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
  /** How many rows are shown until the user shows all. */
  maxRows?: number
}

const PHONE_ROWS = 5

/** A short summary table, on a phone a list of its rows; the report's own table sorts, searches, and expands. */
export function MiniTable({ caption, columns, rows, maxRows: most = Number.POSITIVE_INFINITY }: Props) {
  const phone = useIsPhone()
  const maxRows = phone ? Math.min(most, PHONE_ROWS) : most
  const [whole, setWhole] = useState(false)
  const shown = whole ? rows : rows.slice(0, maxRows)
  return (
    <>
      <section className={`${classes.scroll} ll-focus`} aria-label={caption} {...(!phone && { tabIndex: 0 })}>
        <table className={classes.table}>
          <thead>
            <tr>
              {columns.map(({ label, align }) => (
                <th key={label} scope="col" data-align={align}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, cells }) => (
              <tr key={key}>
                {columns.map(({ label, align }, index) =>
                  index === 0 ? (
                    <th key={label} scope="row" data-align={align}>
                      {cells[index]}
                    </th>
                  ) : (
                    <td
                      key={label}
                      data-align={align}
                      data-label={label.trim()}
                      className={align === 'right' ? 'll-number' : undefined}
                    >
                      {cells[index]}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > maxRows && (
        <Button variant="default" size="compact-sm" mt="sm" data-no-print onClick={() => setWhole(!whole)}>
          {whole ? `Show the first ${maxRows}` : `Show all ${rows.length.toLocaleString('en-US')}`}
        </Button>
      )}
    </>
  )
}
