import {
  buildTable,
  type Filters,
  judgeTable,
  mainColumn,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  rowDimensions,
  type TableModel,
  type TableRow,
  totalOfRows,
} from '@leaselight/model'
import { type CellAction, DataTable, optionalColumns, type Sort } from '@leaselight/ui'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useServices } from '../../app/Services'
import { storageKeys } from '../../session/storage'
import type { Records } from '../useRecords'
import { captionOf } from './caption'
import { readHiddenColumns, storedColumns } from './hiddenColumns'
import { remoteRows } from './remoteRows'
import { useChildRows } from './useChildRows'
import { listedColumn, useRowActions } from './useRowActions'
import { markYours } from './yours'

export interface ReportTableProps {
  report: ReportDefinition
  state: ReportState
  result: ReportResult
  /** Of a list, how to get at the records that are not in the result. */
  records: Pick<Records, 'remote' | 'whole'>
  stale: boolean
  /** How its rows are sorted until the user sorts them. */
  order: Sort | null
  onDrillDown: (row: string | null, column: string, rowName: string, preview?: boolean) => void
  /** A row is being looked at beside the table. */
  previewing: boolean
  onFilters: (filters: Partial<Filters>) => void
  /** Columns whose cells are buttons. */
  cellActions?: Readonly<Record<string, CellAction>>
  /** Receives the keys of the rows that a search found; null without a search. */
  onFound?: (keys: ReadonlySet<string> | null) => void
  /** Receives the keys of the opened rows. */
  onOpened?: (keys: ReadonlySet<string>) => void
  /** Controls of what the rows stand for. */
  grouping?: ReactNode
  /** Fills the element around it and scrolls by itself. */
  inBox?: boolean
}

/** The report's table: rows that expand, counts that open their lists. */
export default function ReportTable(props: ReportTableProps) {
  const { report, state, result, stale, order, onDrillDown, cellActions } = props
  const { preferences } = useServices()
  const table = useMemo(
    () => markYours(report, buildTable(report, result, state), preferences.scope().propertyIds),
    [report, result, state, preferences],
  )
  const judgements = useMemo(
    () => judgeTable(report, result, state, table.columns),
    [report, result, state, table.columns],
  )
  const remote = remoteRows(props)
  const [hidden, setHidden] = useHiddenColumns(report, table)
  const { expanded, toggle, canExpand, childrenOf } = useChildRows(report, state, result, props.onOpened)
  const names = rowDimensions(report, state).length
  const totalOf = useCallback(
    (rows: readonly TableRow[]) => totalOfRows(report, result, state, rows),
    [report, result, state],
  )
  const nameOf = (row: TableRow | null) => row?.texts.slice(0, names).findLast(Boolean) ?? ''
  const main = mainColumn(report, state) ?? undefined
  const { rowActions, nameLinkOf, dialog } = useRowActions({
    report,
    state,
    mainColumn: main,
    onFilters: props.onFilters,
    onDrillDown: (row, column) => onDrillDown(row.row.key, column, nameOf(row)),
  })
  return (
    <>
      <DataTable
        table={table}
        judgements={judgements}
        caption={captionOf(report, table, names)}
        nameColumns={names}
        loading={stale}
        hiddenColumns={hidden}
        onHiddenColumnsChange={setHidden}
        totalOf={names === 0 ? undefined : totalOf}
        onFound={props.onFound}
        canExpand={canExpand}
        expanded={expanded}
        onToggle={toggle}
        childrenOf={childrenOf}
        onOpen={(row, column) => onDrillDown(row?.row.key ?? null, column, nameOf(row))}
        nameLinkOf={names === 0 ? undefined : nameLinkOf}
        rowActions={names === 0 ? undefined : rowActions}
        onRow={(row, column, how) => {
          const key = column ?? listedColumn(report, main, row)
          if (key && names > 0) onDrillDown(row.row.key, key, nameOf(row), how === 'preview')
        }}
        previewing={props.previewing}
        cellActions={cellActions}
        grouping={props.grouping}
        remote={remote}
        inBox={props.inBox}
        initialSort={order}
        mainColumn={main}
      />
      {dialog}
    </>
  )
}

function useHiddenColumns(report: ReportDefinition, table: TableModel) {
  const key = storageKeys.hiddenColumns + report.key
  const byDefault = optionalColumns(table)
  const [chosen, setChosen] = useState(() => readHiddenColumns(report, localStorage.getItem(key)))
  const choose = (keys: string[]) => {
    const stored = storedColumns(table.columns, chosen, keys)
    if (stored === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(stored))
    setChosen(stored)
  }
  return [chosen ?? byDefault, choose] as const
}
