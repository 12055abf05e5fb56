import type { Judgement, TableModel } from '@leaselight/model'
import cells from './cells.module.css'
import { Cell, type VisibleColumn } from './TableLine'

interface Props {
  label: string
  values: TableModel['total']['values']
  texts: TableModel['total']['texts']
  /** Its number among the lines, for the keyboard. */
  line: number
  shown: readonly VisibleColumn[]
  tab: (row: number, column: number) => number
  judgements: readonly (Judgement | null)[] | undefined
  onOpen: ((column: string) => void) | undefined
}

/** The table's last line, which stays in sight. */
export function TableTotal({ label, values, texts, line, shown, tab, judgements, onOpen }: Props) {
  return (
    <tfoot>
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
            judgement={judgements?.[one.index]}
            at={`${line}:${position + 1}`}
            ariaColumn={position + 2}
            tabIndex={tab(line, position + 1)}
            onOpen={onOpen}
          />
        ))}
      </tr>
    </tfoot>
  )
}
