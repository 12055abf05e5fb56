import {
  type CellJudgement,
  MISSING,
  pluralize,
  rowName,
  shownValue,
  type TableColumn,
  type TableRow,
  type UsualCell,
} from '@leaselight/model'
import { Loader } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { memo, type ReactNode, use } from 'react'
import { ContactLink, isContactFormat } from '../parts/ContactLink'
import { Standing } from '../parts/Standing'
import type { CellAction, NameLink, RowAction } from './actions'
import type { Fold, Line } from './arrange'
import classes from './cells.module.css'
import type { VisibleColumn } from './compared'
import { type CellPlace, ComparedCell, UsualBarCell } from './JudgedCells'
import { MoreRows } from './MoreRows'
import { NameCell } from './NameCell'
import { CellNotes } from './notes'
import table from './table.module.css'

interface CellProps extends VisibleColumn, CellPlace {
  /** The row's key; none for the total. */
  rowKey?: string
  values: TableRow['values']
  texts: TableRow['texts']
  usual?: UsualCell | undefined
  judgement?: CellJudgement | null | undefined
  /** Where it is among its peers, or the median of all of them. */
  beside?: ReactNode
  /** Of a row in which nothing happened: a dot is enough, where all its zeros would be read. */
  silent?: boolean | undefined
  /** The largest value of the main metric; its bar is as wide as the cell. */
  barMax?: number
  onOpen?: ((key: string) => void) | undefined
}

/** One number or text of a row or the total, or what it is worth. */
export function Cell(props: CellProps) {
  const { column, index, compared, starts, usual, judgement, texts, at, ariaColumn, tabIndex } = props
  const place = { at, ariaColumn, tabIndex, starts }
  if (column.isUsual) return <UsualBarCell {...place} usual={usual} />
  if (compared)
    return <ComparedCell {...place} part={compared} judgement={judgement} column={column} number={texts[index] ?? ''} />
  return <ValueCell {...props} />
}

function ValueCell({
  column,
  index,
  sorted,
  starts,
  rowKey,
  values,
  texts,
  beside,
  silent = false,
  barMax,
  at,
  ariaColumn,
  tabIndex,
  onOpen,
}: CellProps) {
  const value = shownValue({ values, texts }, index)
  const text = texts[index] ?? ''
  const opens = onOpen && column.drillable && typeof value === 'number' && value !== 0
  const contact = isContactFormat(column.format) && typeof value === 'string' ? { format: column.format, value } : null
  const faint = value === 0 || value === null
  const note = use(CellNotes)?.(rowKey ?? null, column.key)
  return (
    <td
      data-align={column.align}
      data-sorted={sorted}
      data-starts={starts}
      data-ranked={column.ranked}
      data-faint={faint || undefined}
      aria-colindex={ariaColumn}
      aria-label={silent ? text : undefined}
      // By these the page finds what is under the pointer.
      data-number={column.align === 'right' ? column.key : undefined}
      data-row={rowKey}
      title={column.align === 'left' ? text : undefined}
      {...(opens || contact ? {} : { 'data-at': at, tabIndex })}
      className={`${classes.cell} ll-focus`}
    >
      {barMax !== undefined && typeof value === 'number' && value > 0 && barMax > 0 && (
        <span className={classes.bar} aria-hidden>
          <span style={{ width: `${(value / barMax) * 100}%` }} />
        </span>
      )}
      {opens ? (
        <button
          type="button"
          className={`${classes.count} ll-number ll-focus`}
          data-at={at}
          tabIndex={tabIndex}
          onClick={() => onOpen(column.key)}
        >
          {text}
        </button>
      ) : contact ? (
        <ContactLink {...contact} at={at} tabIndex={tabIndex} />
      ) : (
        <span className={column.align === 'right' ? 'll-number' : undefined}>{silent ? '·' : text}</span>
      )}
      {note && (
        <span className={`${classes.note} ll-number`} data-tone={note.tone ?? undefined} title={note.title}>
          {` ${note.text}`}
        </span>
      )}
      {column.ranked && <span className={classes.beside}>{!silent && beside}</span>}
    </td>
  )
}

interface LineProps {
  line: Line
  rowNumber: number
  shown: readonly VisibleColumn[]
  nameColumns: number
  expandable: boolean
  /** Whether other rows expand, so that names align. */
  indented: boolean
  open: boolean
  /** The column with the tab stop when it is in this row. */
  activeColumn: number | null
  judgements: readonly (CellJudgement | null)[] | undefined
  /** By what properties are compared with their peers. */
  peersBy?: string | undefined
  cellActions?: Readonly<Record<string, CellAction>> | undefined
  mainColumn?: string | undefined
  barMax: number
  onToggle: (row: TableRow) => void
  /** Shows and hides folded rows. */
  onFold: (fold: Fold) => void
  /** What thin rows have too few of. */
  thinBy?: string | undefined
  /** What a row stands for, as its column's header calls it. */
  rowNoun: string
  onOpen?: ((row: TableRow, key: string) => void) | undefined
  /** What the row's name does, in a list whose first column names a record. */
  nameAction?: CellAction | undefined
  /** Where a row's name leads; null where it is only a name. */
  nameLinkOf?: ((row: TableRow) => NameLink | null) | undefined
  /** What can be done with the row now. */
  actions?: readonly RowAction[] | undefined
  onPoint: (line: string) => void
}

/** A line of the table's body; memoized, because few of ten thousand change at once. */
export const TableLine = memo(function TableLine(props: LineProps) {
  const { line, rowNumber, shown, nameColumns, activeColumn, onOpen } = props
  if (line.kind === 'folded') return <FoldedRows {...props} line={line} />
  if (line.kind !== 'row') return <Notice {...props} line={line} />
  const { item } = line
  const silent = shown.every(({ index }) => !item.values[index])
  const tab = (column: number): number => (activeColumn === column ? 0 : -1)
  return (
    <tr
      aria-rowindex={rowNumber + 1}
      data-level={line.level || undefined}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && props.onPoint(line.id)}
    >
      <NameCell {...props} name={rowName(item, nameColumns)} level={line.level} item={item} tabIndex={tab(0)} />
      {shown.map((one, position) => {
        const place = { at: `${rowNumber}:${position + 1}`, ariaColumn: position + 2, tabIndex: tab(position + 1) }
        const action = props.cellActions?.[one.column.key]
        if (action) return <ActionCell key={one.column.key} {...place} action={action} item={item} />
        return (
          <Cell
            key={one.column.key}
            {...one}
            {...place}
            rowKey={item.row.key}
            values={item.values}
            texts={item.texts}
            usual={item.usual}
            silent={silent}
            judgement={props.judgements?.[one.index]}
            beside={standingIn(item, one.column, props.peersBy)}
            {...(props.mainColumn === one.column.key && { barMax: props.barMax })}
            onOpen={onOpen && ((key) => onOpen(item, key))}
          />
        )
      })}
    </tr>
  )
})

function standingIn({ standings }: TableRow, { key }: TableColumn, by: string | undefined): ReactNode {
  const standing = standings?.[key]
  return standing && by !== undefined && <Standing standing={standing} by={by} />
}

type ActionProps = CellPlace & { action: CellAction; item: TableRow }

function ActionCell({ action, item, at, ariaColumn, tabIndex }: ActionProps) {
  const text = action.text(item)
  if (text === null)
    return (
      <td
        className={`${classes.cell} ll-focus`}
        data-align="left"
        data-faint
        aria-colindex={ariaColumn}
        data-at={at}
        tabIndex={tabIndex}
      >
        {MISSING}
      </td>
    )
  return (
    <td className={classes.cell} data-align="left" aria-colindex={ariaColumn}>
      <button
        type="button"
        className={`${classes.action} ll-focus`}
        data-at={at}
        tabIndex={tabIndex}
        aria-label={action.label(item)}
        onClick={() => action.onSelect(item)}
      >
        {action.icon}
        <span className={classes.text}>{text}</span>
      </button>
    </td>
  )
}

/** The line that stands for the rows in which nothing happened, or too little. */
function FoldedRows({
  line,
  rowNumber,
  shown,
  activeColumn,
  rowNoun,
  thinBy,
  onFold,
}: LineProps & { line: Extract<Line, { kind: 'folded' }> }) {
  return (
    <tr aria-rowindex={rowNumber + 1}>
      <td colSpan={shown.length + 1} className={table.wide}>
        <button
          type="button"
          className={`${classes.folded} ll-focus`}
          data-at={`${rowNumber}:0`}
          tabIndex={activeColumn === null ? -1 : 0}
          aria-expanded={line.open}
          onClick={() => onFold(line.id)}
        >
          <IconChevronRight size={14} aria-hidden />
          {pluralize(line.rows.length, rowNoun.toLowerCase())} with{' '}
          {line.id === 'thin' ? thinBy : 'nothing in this period'}
        </button>
      </td>
    </tr>
  )
}

function Notice({
  line,
  rowNumber,
  shown,
  activeColumn,
}: Pick<LineProps, 'rowNumber' | 'shown' | 'activeColumn'> & { line: Exclude<Line, { kind: 'row' | 'folded' }> }) {
  const tabIndex = activeColumn === null ? -1 : 0
  const content: ReactNode =
    line.kind === 'loading' ? (
      <span role="status" className={classes.notice}>
        <Loader size={12} aria-hidden /> Loading the rows inside
      </span>
    ) : line.kind === 'more' ? (
      <MoreRows line={line} />
    ) : (
      <span role="alert" className={classes.notice}>
        {line.message}
        {line.retry && (
          <button
            type="button"
            className={`${classes.count} ll-focus`}
            data-at={`${rowNumber}:0`}
            tabIndex={tabIndex}
            onClick={line.retry}
          >
            Try again
          </button>
        )}
      </span>
    )
  return (
    <tr aria-rowindex={rowNumber + 1} data-level={line.level}>
      <td
        colSpan={shown.length + 1}
        className={table.wide}
        {...(line.kind === 'error' && line.retry ? {} : { 'data-at': `${rowNumber}:0`, tabIndex })}
      >
        {content}
      </td>
    </tr>
  )
}
