import type { ColumnRun } from '@leaselight/model'
import classes from './table.module.css'

/**
 * The names of groups of columns, above the header. Columns are called so that they can be told apart without them;
 * screen readers hear a column's group as its description.
 */
export function GroupRow({ runs }: { runs: readonly ColumnRun[] }) {
  return (
    <tr aria-hidden className={classes.groups}>
      <td />
      {runs.map(({ group, length }, index) => (
        // Runs have no key but their place: two may be in no group.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <td key={index} colSpan={length} data-starts={index > 0 || undefined}>
          {group}
        </td>
      ))}
    </tr>
  )
}
