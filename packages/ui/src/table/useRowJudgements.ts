import type { TableJudgements, TableRow } from '@leaselight/model'
import { useMemo } from 'react'
import type { Children, Line } from './arrange'

/** The judgements by row key, including those inside expanded rows; undefined without a comparison. */
export function useRowJudgements(
  judgements: TableJudgements | null | undefined,
  lines: readonly Line[],
  childrenOf: (row: TableRow) => Children | undefined,
): TableJudgements['rows'] | undefined {
  return useMemo(() => {
    if (!judgements) return undefined
    const inside = lines.flatMap((line) => {
      const children = line.kind === 'row' ? childrenOf(line.item) : undefined
      return children && 'rows' in children ? [...(children.judgements ?? [])] : []
    })
    return new Map([...judgements.rows, ...inside])
  }, [judgements, lines, childrenOf])
}
