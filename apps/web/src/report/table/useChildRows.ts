import {
  buildTable,
  judgeTable,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  rowDimensions,
  type TableRow,
} from '@leaselight/model'
import type { Children } from '@leaselight/ui'
import { useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useServices } from '../../app/Services'
import { childrenQuery } from '../queries'

export interface RowExpansion {
  expanded: ReadonlySet<string>
  toggle: (row: TableRow) => void
  canExpand: (row: TableRow) => boolean
  childrenOf: (row: TableRow) => Children | undefined
}

/**
 * Expandable rows: inner rows are fetched when a row is opened, under the state the table shows. A row that is alone says
 * what the total says, so it is open from the start.
 * @param outer the outermost rows and their total; an open row that other filters removed opens again when it returns
 * @param onOpened receives the keys of the opened rows
 */
export function useChildRows(
  report: ReportDefinition,
  state: ReportState,
  outer: Pick<ReportResult, 'rows' | 'total' | 'rowJudgements'>,
  onOpened: ((keys: ReadonlySet<string>) => void) | undefined,
): RowExpansion {
  const { client } = useServices()
  const { rows } = outer
  const [toggled, setToggled] = useState<ReadonlySet<string>>(NONE)
  const depth = rowDimensions(report, state).length
  const alone = depth > 1 && rows.length === 1 ? rows[0]?.key : undefined
  const expanded = useMemo(() => (alone === undefined ? toggled : withToggled(toggled, alone)), [toggled, alone])
  useEffect(() => onOpened?.(expanded), [onOpened, expanded])
  const present = useMemo(() => new Set(rows.map((row) => row.key)), [rows])
  const keys = [...expanded].filter((key) => present.has(rootKey(key)))
  const found = useQueries({
    queries: keys.map((key) => childrenQuery(client, report, state, key)),
    combine: (results) => new Map(results.map((result, index) => [keys[index] ?? '', result] as const)),
  })
  const toggle = useCallback(({ row }: TableRow) => setToggled((before) => withToggled(before, row.key)), [])
  const childrenOf = useCallback(
    (row: TableRow): Children | undefined => {
      const answer = found.get(row.row.key)
      if (!answer) return undefined
      if (answer.error) return { error: answer.error.message, retry: () => void answer.refetch() }
      if (!answer.data) return { loading: true }
      const { data } = answer
      const { rows, columns } = buildTable(report, { ...data, outer }, state)
      return { rows, judgements: judgeTable(report, data, state, columns)?.row }
    },
    [found, report, state, outer],
  )
  return { expanded, toggle, canExpand: (row) => row.depth < depth - 1, childrenOf }
}

const NONE: ReadonlySet<string> = new Set()

/** The keys with one more, or without it where it was among them. */
function withToggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}

// A row's key begins with the keys of its parents: `property:12/agent:34`.
const rootKey = (key: string): string => key.split('/')[0] ?? key
