import type { TableColumn } from './tableModel'

/**
 * The names of groups of columns, each at the column that begins it: `{ rentedVacant: 'Vacant', leased: 'Leased' }`. A
 * group ends where the next one begins; an empty name begins columns that are in none.
 */
export type ColumnGroups = Readonly<Record<string, string>>

/** The group of each of a report's columns that is in one, by key. */
export function groupOfColumns(report: {
  columns: Readonly<Record<string, unknown>>
  columnGroups?: ColumnGroups
}): ReadonlyMap<string, string> {
  let group = ''
  return new Map(
    Object.keys(report.columns).flatMap((key): [string, string][] => {
      group = report.columnGroups?.[key] ?? group
      return group ? [[key, group]] : []
    }),
  )
}

/** Columns side by side that are in the same group, or in none. */
export interface ColumnRun {
  group: string | undefined
  length: number
}

/**
 * The groups of some of a table's columns as they are written above them; none where a name would tell no column of the
 * table from another, or where each group is one column, which has a label.
 */
export function columnRuns(columns: readonly Grouped[], table: readonly Grouped[] = columns): ColumnRun[] {
  const all = runsOf(table)
  return all.length > 1 && all.some(({ group, length }) => group && length > 1) ? runsOf(columns) : []
}

type Grouped = Pick<TableColumn, 'group'>

function runsOf(columns: readonly Grouped[]): ColumnRun[] {
  const runs: ColumnRun[] = []
  for (const { group } of columns) {
    const last = runs.at(-1)
    if (last && last.group === group) last.length += 1
    else runs.push({ group, length: 1 })
  }
  return runs
}
