import {
  buildTable,
  judgeTable,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  rowDimensions,
} from '@leaselight/model'
import { type CellAction, DataTable, optionalColumns, type Sort } from '@leaselight/ui'
import { useMemo, useState } from 'react'
import { storageKeys } from '../../session/storage'
import { captionOf } from './caption'
import { readHiddenColumns } from './hiddenColumns'
import { useChildRows } from './useChildRows'

export interface ReportTableProps {
  report: ReportDefinition
  state: ReportState
  result: ReportResult
  stale: boolean
  /** How its rows are sorted until the user sorts them. */
  order: Sort | null
  onDrillDown: (row: string | null, column: string, rowName: string) => void
  /** Columns whose cells are buttons. */
  cellActions?: Readonly<Record<string, CellAction>>
  /** Fills the element around it and scrolls by itself. */
  inBox?: boolean
}

/** The report's table: rows that expand, counts that open their lists. */
export default function ReportTable(props: ReportTableProps) {
  const { report, state, result, stale, order, onDrillDown, cellActions } = props
  const table = useMemo(() => buildTable(report, result, state), [report, result, state])
  const judgements = useMemo(
    () => judgeTable(report, result, state, table.columns),
    [report, result, state, table.columns],
  )
  const [hidden, setHidden] = useHiddenColumns(report, optionalColumns(table))
  const { expanded, toggle, canExpand, childrenOf } = useChildRows(report, state, result.rows)
  const names = rowDimensions(report, state).length
  return (
    <DataTable
      table={table}
      judgements={judgements}
      caption={captionOf(report, table, names)}
      nameColumns={names}
      loading={stale}
      hiddenColumns={hidden}
      onHiddenColumnsChange={setHidden}
      canExpand={canExpand}
      expanded={expanded}
      onToggle={toggle}
      childrenOf={childrenOf}
      onOpen={(row, column) =>
        onDrillDown(row?.row.key ?? null, column, row?.texts.slice(0, names).findLast(Boolean) ?? '')
      }
      cellActions={cellActions}
      inBox={props.inBox}
      // A change of grouping may bring rows with an order of their own.
      key={order?.column ?? ''}
      initialSort={order}
      mainColumn={order?.column ?? report.tiles[0]}
    />
  )
}

function useHiddenColumns(report: ReportDefinition, byDefault: string[]) {
  const key = storageKeys.hiddenColumns + report.key
  const [chosen, setChosen] = useState(() => readHiddenColumns(report, localStorage.getItem(key)))
  const choose = (keys: string[]) => {
    localStorage.setItem(key, JSON.stringify(keys))
    setChosen(keys)
  }
  return [chosen ?? byDefault, choose] as const
}
