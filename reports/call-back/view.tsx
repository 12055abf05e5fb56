import { activeFilters, type Row, type RowOf, type TableRow } from '@leaselight/model'
import { EmptyState } from '@leaselight/ui'
import { useMemo } from 'react'
import type { ReportViewProps } from '../views'
import type { callBack } from './report'

type Person = RowOf<typeof callBack>

/** Whom to call, the most rent at stake first; a name opens the person in the CRM. */
export default function CallBackView(view: ReportViewProps) {
  const { report, state, result, stale, tiles, openPerson } = view
  const actions = useMemo(
    () => ({
      name: {
        wide: true,
        text: ({ row }: { row: Person }) => row.name ?? 'Unknown',
        label: ({ row }: { row: Person }) => `Open ${row.name ?? 'this person'} in the CRM`,
        onSelect: ({ row }: TableRow) => openPerson(prospectOf(row)),
      },
    }),
    [openPerson],
  )
  const isClear = result.rows.length === 0 && !stale && activeFilters(report, state).length === 0
  return (
    <>
      {tiles}
      {isClear ? (
        <EmptyState title="Everyone has had an answer">
          No call, question, or tour of the last 30 days waits for you.
        </EmptyState>
      ) : (
        view.renderEvidence(actions)
      )}
    </>
  )
}

const prospectOf = ({ key }: Row): number => Number(key.slice(key.indexOf(':') + 1))
