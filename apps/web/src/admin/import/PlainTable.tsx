import type { ReactNode } from 'react'
import classes from './import.module.css'

interface TableProps {
  caption: string
  head: readonly string[]
  rows: readonly (readonly ReactNode[])[]
  /** Text columns besides the first one when it has no header. The others are numbers. */
  texts?: readonly number[]
}

/** A small table that scrolls on its own when it is too wide. */
export function PlainTable({ caption, head, rows, texts = [] }: TableProps) {
  const isText = (index: number) => (index === 0 && head[0] === '') || texts.includes(index)
  return (
    // Keyboards scroll what they can reach.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    <section className={classes.scroll} tabIndex={0} aria-label={caption}>
      <table className={classes.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((name, index) => (
              <th key={name} scope="col" data-text={isText(index) || undefined}>
                {name === '' ? <span className="ll-spoken">What</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // Rows are replaced as a whole, so their index is their identity.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tr key={line}>
              {row.map((cell, index) => (
                <td key={head[index]} data-text={isText(index) || undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
