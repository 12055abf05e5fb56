import type { TableJudgements, TableRow } from '@leaselight/model'
import { lazy, type RefObject, Suspense, useDeferredValue } from 'react'
import { ErrorBoundary } from '../states/ErrorBoundary'
import type { CellAction, NameLink, RowAction } from './actions'
import type { Fold, Line } from './arrange'
import type { VisibleColumn } from './compared'
import { TableLine } from './TableLine'
import classes from './table.module.css'
import { type CellPosition, FIRST_LINE } from './useGridKeys'

const VIRTUAL_FROM = 200
/** More lines than any window shows. */
const MOST_AT_FIRST = 60

// Most tables are short, and what watches the scrolling of long ones weighs as much as a chart.
const VirtualLines = lazy(() => import('./VirtualLines'))

interface Props {
  /** The element around the table. */
  box: HTMLElement | null
  /** The height of what stays in sight above the lines. */
  pinned: number
  /** The height of a line. */
  row: number
  lines: readonly Line[]
  /** Renders every line, however many there are. */
  whole: boolean
  /** The box scrolls, not the page. */
  inBox: boolean
  shown: readonly VisibleColumn[]
  nameColumns: number
  /** The cell with the table's only tab stop. */
  at: CellPosition
  expandable: (row: TableRow) => boolean
  indented: boolean
  expanded: ReadonlySet<string>
  judgementsOf: TableJudgements['row'] | undefined
  peersBy: string | undefined
  cellActions: Readonly<Record<string, CellAction>> | undefined
  mainColumn: string | undefined
  barMax: number
  onToggle: (row: TableRow) => void
  onFold: (fold: Fold) => void
  thinBy?: string | undefined
  rowNoun: string
  onOpen: ((row: TableRow, key: string) => void) | undefined
  /** The line whose actions are shown. */
  acting: string | null
  rowActions: ((row: TableRow) => readonly RowAction[]) | undefined
  nameAction: CellAction | undefined
  nameLinkOf: ((row: TableRow) => NameLink | null) | undefined
  onPoint: (line: string) => void
  /** Receives the function that scrolls to a line. */
  revealer: RefObject<((line: number) => void) | null>
  emptyText: string
}

/** Whether only visible lines are in the document. */
export const isVirtual = (lines: readonly Line[]): boolean => lines.length > VIRTUAL_FROM

/**
 * The table's lines. Scrolling renders only this part. What a window shows is drawn at once, other lines of a table that is
 * not virtual after it, so that two hundred properties don't keep a reader from the first.
 */
export function TableBody({ box, pinned, row, lines, whole, inBox, revealer, emptyText, ...rest }: Props) {
  const atFirst = Math.min(MOST_AT_FIRST, Math.ceil(heightOfWindow() / row))
  const reached = Math.min(lines.length, useDeferredValue(lines.length, atFirst))
  const drawn = (first: number, last: number) => (
    <>
      <Spacer height={first * row} />
      <DrawnLines {...rest} lines={lines} first={first} last={last} />
      <Spacer height={(lines.length - last - 1) * row} />
    </>
  )
  const all = drawn(0, (whole ? lines.length : reached) - 1)
  return (
    <tbody className={classes.rows}>
      {isVirtual(lines) && !whole ? (
        // Without the code that follows the scrolling, a long table is slow but whole.
        <ErrorBoundary fallback={() => all}>
          <Suspense fallback={drawn(0, atFirst - 1)}>
            <VirtualLines {...{ box, pinned, row, inBox, revealer, drawn }} count={lines.length} />
          </Suspense>
        </ErrorBoundary>
      ) : (
        all
      )}
      {lines.length === 0 && (
        <tr>
          <td colSpan={rest.shown.length + 1} className={classes.empty}>
            <span>{emptyText}</span>
          </td>
        </tr>
      )}
    </tbody>
  )
}

/** Where there is no window, a table is drawn for one of any height. */
const heightOfWindow = (): number => (typeof window === 'undefined' ? Number.POSITIVE_INFINITY : window.innerHeight)

interface DrawnProps extends Omit<Props, 'box' | 'pinned' | 'row' | 'whole' | 'inBox' | 'revealer' | 'emptyText'> {
  first: number
  last: number
}

/** Some of the lines, one below the other. */
function DrawnLines(props: DrawnProps) {
  const { lines, first, last, shown, at, expandable, expanded, judgementsOf, acting, rowActions, ...rest } = props
  return lines.slice(first, last + 1).map((line, offset) => {
    const number = first + offset + FIRST_LINE
    return (
      <TableLine
        key={line.id}
        {...rest}
        line={line}
        rowNumber={number}
        shown={shown}
        expandable={line.kind === 'row' && expandable(line.item)}
        open={expanded.has(line.id)}
        activeColumn={at.row === number ? at.column : null}
        judgements={judgementsOf?.(line.id)}
        actions={line.kind === 'row' && line.id === acting ? rowActions?.(line.item) : undefined}
      />
    )
  })
}

/** Takes up the height of rows that aren't in the document. */
function Spacer({ height }: { height: number }) {
  // A new element for every height: Chromium keeps the old height of a table row when its neighbors change at the same
  // time.
  return height > 0 ? (
    <tr key={height} aria-hidden className={classes.spacer}>
      <td style={{ height }} />
    </tr>
  ) : null
}
