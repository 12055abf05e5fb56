import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './views.module.css'

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

/** A short summary table; the report's own table sorts, searches, and expands. */
export function MiniTable({ caption, columns, rows, maxRows = Number.POSITIVE_INFINITY }: Props) {
  const [whole, setWhole] = useState(false)
  const shown = whole ? rows : rows.slice(0, maxRows)
  return (
    <>
      <section
        className={`${classes.scroll} ll-focus`}
        aria-label={caption}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
      >
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
                    <td key={label} data-align={align} className={align === 'right' ? 'll-number' : undefined}>
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
