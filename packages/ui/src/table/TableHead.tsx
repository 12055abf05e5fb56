import type { ColumnRun, TableModel } from '@leaselight/model'
import type { Sort } from './arrange'
import { mergedNameColumn } from './columns'
import type { VisibleColumn } from './compared'
import { GroupRow } from './GroupRow'
import { HeaderCell } from './HeaderCell'

interface Props {
  /** The columns that name a row, which are merged into one. */
  names: TableModel['columns']
  shown: readonly VisibleColumn[]
  runs: readonly ColumnRun[]
  sort: Sort | null
  onSort: (key: string) => void
  /** The tab index of the header at a position. */
  tab: (position: number) => number
}

/** The header of a table: what its columns are, above it the groups that they are in. */
export function TableHead({ names, shown, runs, sort, onSort, tab }: Props) {
  return (
    <thead>
      {runs.length > 0 && <GroupRow runs={runs} />}
      <tr aria-rowindex={1}>
        {names[0] && (
          <HeaderCell column={mergedNameColumn(names)} index={0} sort={sort} tabIndex={tab(0)} onSort={onSort} />
        )}
        {shown.map(({ column, compared, starts }, position) => (
          <HeaderCell
            key={column.key}
            column={column}
            starts={starts}
            index={position + 1}
            sort={sort}
            tabIndex={tab(position + 1)}
            onSort={compared ? undefined : onSort}
          />
        ))}
      </tr>
    </thead>
  )
}
