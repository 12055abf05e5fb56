import type { TableJudgements, TableRow } from '@leaselight/model'
import { useMemo } from 'react'
import type { Children, Line } from './arrange'

/** Tells a row's judgements by its key, those inside expanded rows too; undefined without a comparison. */
export function useRowJudgements(
  judgements: TableJudgements | null | undefined,
  lines: readonly Line[],
  childrenOf: (row: TableRow) => Children | undefined,
): TableJudgements['row'] | undefined {
  return useMemo(() => {
    if (!judgements) return undefined
    const inside = lines.flatMap((line) => {
      const children = line.kind === 'row' ? childrenOf(line.item) : undefined
      return children && 'rows' in children && children.judgements ? [children.judgements] : []
    })
    const tables = [judgements.row, ...inside]
    return (key) => {
      for (const row of tables) {
        const found = row(key)
        if (found) return found
      }
      return undefined
    }
  }, [judgements, lines, childrenOf])
}
