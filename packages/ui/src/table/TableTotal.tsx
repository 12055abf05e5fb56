import type { CellJudgement, TableModel, UsualCell } from '@leaselight/model'
import cells from './cells.module.css'
import type { VisibleColumn } from './compared'
import { Cell } from './TableLine'
import table from './table.module.css'
import { TOTAL_LINE as line } from './useGridKeys'

interface Props {
  label: string
  values: TableModel['total']['values']
  texts: TableModel['total']['texts']
  usual?: UsualCell | undefined
  shown: readonly VisibleColumn[]
  tab: (row: number, column: number) => number
  medians?: TableModel['total']['medians']
  judgements: readonly (CellJudgement | null)[] | undefined
  onOpen: ((column: string) => void) | undefined
}

/** The line below the header, which stays in sight with it. */
export function TableTotal({ label, values, texts, usual, medians, shown, tab, judgements, onOpen }: Props) {
  return (
    <tbody className={table.total} data-total>
      <tr aria-rowindex={line + 1}>
        <th
          scope="row"
          aria-colindex={1}
          data-at={`${line}:0`}
          tabIndex={tab(line, 0)}
          className={`${cells.name} ll-focus`}
        >
          {label}
        </th>
        {shown.map((one, position) => (
          <Cell
            key={one.column.key}
            {...one}
            values={values}
            texts={texts}
            usual={usual}
            judgement={judgements?.[one.index]}
            beside={medians?.[one.column.key] && <span className={cells.median}>{medians[one.column.key]}</span>}
            at={`${line}:${position + 1}`}
            ariaColumn={position + 2}
            tabIndex={tab(line, position + 1)}
            onOpen={onOpen}
          />
        ))}
      </tr>
    </tbody>
  )
}
