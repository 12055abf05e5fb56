import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'

export interface CellPosition {
  row: number
  column: number
}

interface Grid {
  box: HTMLElement | null
  rows: number
  columns: number
  /** Brings a row into the document before it gets the focus. */
  reveal: (row: number) => void
}

/** Where lines are in the grid, for the keyboard: the header is line 0. */
export const TOTAL_LINE = 1
export const FIRST_LINE = 2

const PAGE = 12
/** How many frames to wait for a row. */
const MAX_SEEK_FRAMES = 30

/**
 * Arrow keys, J and K, Home, End, and page keys move within the table, which is one tab stop; 24 columns would otherwise be
 * hundreds. Focusable elements in cells have `data-at="row:column"`.
 */
export function useGridKeys({ box, rows, columns, reveal }: Grid) {
  const [active, setActive] = useState<CellPosition>({ row: 0, column: 0 })
  const waiting = useRef(0)
  // The focused row may be gone; the table must keep one tab stop.
  const at = { row: Math.min(active.row, rows - 1), column: Math.min(active.column, columns - 1) }

  const focus = (to: CellPosition): void => {
    setActive(to)
    reveal(to.row)
    cancelAnimationFrame(waiting.current)
    seek(to, MAX_SEEK_FRAMES)
  }

  // A revealed row enters the document a few frames after the box has scrolled to it.
  const seek = (to: CellPosition, frames: number): void => {
    const found = find(box, to)
    if (found) found.focus()
    else if (frames > 0) waiting.current = requestAnimationFrame(() => seek(to, frames - 1))
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || read(event.target) === null) return
    const to = target(event, at, rows, columns)
    if (!to) return
    event.preventDefault()
    focus(to)
  }

  const onFocus = (event: FocusEvent): void => {
    const found = read(event.target)
    if (found && (found.row !== at.row || found.column !== at.column)) setActive(found)
  }

  return { at, onKeyDown, onFocus }
}

function target(
  { key, ctrlKey, metaKey }: KeyboardEvent,
  at: CellPosition,
  rows: number,
  columns: number,
): CellPosition | null {
  const jump = ctrlKey || metaKey
  // With a modifier the browser has its own use for a letter.
  if (jump && key.length === 1) return null
  const row = (value: number): CellPosition => ({ ...at, row: Math.max(0, Math.min(rows - 1, value)) })
  const column = (value: number): CellPosition => ({ ...at, column: Math.max(0, Math.min(columns - 1, value)) })
  switch (key) {
    case 'k':
    case 'ArrowUp':
      return row(jump ? 0 : at.row - 1)
    case 'j':
    case 'ArrowDown':
      return row(jump ? rows - 1 : at.row + 1)
    case 'ArrowLeft':
      return column(jump ? 0 : at.column - 1)
    case 'ArrowRight':
      return column(jump ? columns - 1 : at.column + 1)
    case 'Home':
      return jump ? { row: 0, column: 0 } : column(0)
    case 'End':
      return jump ? { row: rows - 1, column: columns - 1 } : column(columns - 1)
    case 'PageUp':
      return row(at.row - PAGE)
    case 'PageDown':
      return row(at.row + PAGE)
    default:
      return null
  }
}

function find(box: HTMLElement | null, { row, column }: CellPosition): HTMLElement | null | undefined {
  // Rows with a single wide cell only have a first column.
  return (
    box?.querySelector<HTMLElement>(`[data-at="${row}:${column}"]`) ??
    box?.querySelector<HTMLElement>(`[data-at="${row}:0"]`)
  )
}

function read(element: EventTarget): CellPosition | null {
  if (!(element instanceof HTMLElement) || !element.dataset.at) return null
  const [row, column] = element.dataset.at.split(':').map(Number)
  return row === undefined || column === undefined ? null : { row, column }
}
