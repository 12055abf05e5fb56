import { buildTable, cardLayout, judgeTable, rowDimensions, type TableRow, totalOfRows } from '@leaselight/model'
import RowCards from '@leaselight/ui/cards'
import FullScreen from '@leaselight/ui/fullScreen'
import { Button } from '@mantine/core'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { useServices } from '../../app/Services'
import { captionOf } from './caption'
import type { ReportTableProps } from './ReportTable'
import { remoteRows } from './remoteRows'
import { ReportTable } from './tablePart'
import { useChildRows } from './useChildRows'
import { markYours } from './yours'

/** On a page that is read from top to bottom, rows are its last part. */
const BRIEF = 3

/** The report's table on a phone: its rows as cards; all columns fill the window on request. */
export default function ReportCards(props: ReportTableProps) {
  const { report, state, result, stale, order, onDrillDown, cellActions } = props
  const [whole, setWhole] = useState(false)
  const { preferences } = useServices()
  const table = useMemo(
    () => markYours(report, buildTable(report, result, state), preferences.scope().propertyIds),
    [report, result, state, preferences],
  )
  const judgements = useMemo(
    () => judgeTable(report, result, state, table.columns),
    [report, result, state, table.columns],
  )
  const { expanded, childrenOf } = useChildRows(report, state, result, props.onOpened)
  const inside = useMemo(() => ({ expanded, childrenOf }), [expanded, childrenOf])
  const layout = useMemo(() => cardLayout(report, state, table), [report, state, table])
  const names = rowDimensions(report, state).length
  const totalOf = useCallback(
    (rows: readonly TableRow[]) => totalOfRows(report, result, state, rows),
    [report, result, state],
  )
  return (
    <>
      <RowCards
        table={table}
        judgements={judgements}
        layout={layout}
        caption={`${captionOf(report, table, names)}, as cards`}
        nameColumns={names}
        {...(report.shape === 'brief' && { first: BRIEF })}
        order={order}
        inside={inside}
        stale={stale}
        remote={remoteRows(props)}
        cellActions={cellActions}
        totalOf={names === 0 ? undefined : totalOf}
        onFound={props.onFound}
        onOpen={(row, column) => onDrillDown(row.row.key, column, row.texts.slice(0, names).findLast(Boolean) ?? '')}
      >
        <Button variant="default" aria-haspopup="dialog" onClick={() => setWhole(true)}>
          All columns
        </Button>
      </RowCards>
      {whole && (
        <Suspense>
          <FullScreen title={report.title} onClose={() => setWhole(false)}>
            <ReportTable {...props} inBox />
          </FullScreen>
        </Suspense>
      )}
    </>
  )
}
