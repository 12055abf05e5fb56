import type { TableJudgements, TableRow } from '@leaselight/model'
import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'
import type { CellAction, NameLink, RowAction } from './actions'
import type { Line } from './arrange'
import type { VisibleColumn } from './compared'
import { TableLine } from './TableLine'
import classes from './table.module.css'
import { type CellPosition, FIRST_LINE } from './useGridKeys'
import { PINNED, ROW, stickyTop } from './usePageScroll'

const VIRTUAL_FROM = 200

interface Props {
  /** The element around the table. */
  box: HTMLElement | null
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
  judgements: TableJudgements['rows'] | undefined
  peersBy: string | undefined
  cellActions: Readonly<Record<string, CellAction>> | undefined
  mainColumn: string | undefined
  barMax: number
  onToggle: (row: TableRow) => void
  onSilent: () => void
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

/** The table's lines. Scrolling renders only this part. */
export function TableBody(props: Props) {
  const {
    box,
    lines,
    whole,
    inBox,
    shown,
    at,
    revealer,
    emptyText,
    expandable,
    expanded,
    judgements,
    acting,
    rowActions,
    ...rest
  } = props
  const virtual = isVirtual(lines) && !whole
  const { margin, covered } = usePlace(virtual && !inBox ? box : null)
  const size = { estimateSize: () => ROW, overscan: 8, useFlushSync: false }
  const onPage = useWindowVirtualizer({
    ...size,
    count: virtual && !inBox ? lines.length : 0,
    scrollMargin: margin,
    scrollPaddingStart: covered,
  })
  const within = useVirtualizer({
    ...size,
    count: virtual && inBox ? lines.length : 0,
    getScrollElement: () => box,
    scrollMargin: PINNED,
    scrollPaddingStart: PINNED,
  })
  const virtualizer = inBox ? within : onPage
  useLayoutEffect(() => {
    revealer.current = virtual ? (line) => virtualizer.scrollToIndex(line) : null
  })
  const items = virtualizer.getVirtualItems()
  const first = virtual ? (items[0]?.index ?? 0) : 0
  const last = virtual ? (items.at(-1)?.index ?? -1) : lines.length - 1
  return (
    <tbody className={classes.rows}>
      <Spacer rows={first} />
      {lines.slice(first, last + 1).map((line, offset) => {
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
            judgements={judgements?.get(line.id)}
            actions={line.kind === 'row' && line.id === acting ? rowActions?.(line.item) : undefined}
          />
        )
      })}
      <Spacer rows={lines.length - last - 1} />
      {lines.length === 0 && (
        <tr>
          <td colSpan={shown.length + 1} className={classes.empty}>
            <span>{emptyText}</span>
          </td>
        </tr>
      )}
    </tbody>
  )
}

/** Where the lines begin on the page, and how much of the window the bars above them cover. */
function usePlace(box: HTMLElement | null) {
  const [place, setPlace] = useState({ margin: 0, covered: PINNED })
  // After every render: what is above the table may have changed its height.
  useLayoutEffect(() => {
    if (!box) return
    const margin = Math.round(box.getBoundingClientRect().top + window.scrollY) + PINNED
    const covered = stickyTop(box) + PINNED
    if (margin !== place.margin || covered !== place.covered) setPlace({ margin, covered })
  })
  return place
}

/** Takes up the height of rows that aren't in the document. */
function Spacer({ rows }: { rows: number }) {
  // A new element for every height: Chromium keeps the old height of a table row when its neighbors change at the same
  // time.
  return rows > 0 ? (
    <tr key={rows} aria-hidden className={classes.spacer}>
      <td style={{ height: rows * ROW }} />
    </tr>
  ) : null
}
