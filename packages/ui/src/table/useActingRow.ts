import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import type { OnRow } from './actions'
import type { Line } from './arrange'
import { type CellPosition, FIRST_LINE } from './useGridKeys'

interface Options {
  lines: readonly Line[]
  /** The cell with the focus. */
  at: CellPosition
  onRow: OnRow | undefined
  previewing: boolean | undefined
}

/** The row that the pointer or the focus is on: it shows what can be done with it, and Space and Enter act on it. */
export function useActingRow({ lines, at, onRow, previewing }: Options) {
  const [pointed, setPointed] = useState<string | null>(null)
  const [focused, setFocused] = useState(false)
  const acting = pointed ?? (focused ? (lines[at.row - FIRST_LINE]?.id ?? null) : null)

  const onRowKey = (event: KeyboardEvent): void => {
    const line = lines[at.row - FIRST_LINE]
    const cell = event.target instanceof HTMLElement ? event.target : null
    if (!onRow || line?.kind !== 'row' || cell?.dataset.at === undefined || event.ctrlKey || event.metaKey) return
    const isName = cell.dataset.at.endsWith(':0')
    if (event.key !== ' ' && !(event.key === 'Enter' && isName && cell.tagName !== 'BUTTON')) return
    const column = cell.tagName === 'BUTTON' && !isName ? (cell.closest('td')?.dataset.number ?? null) : null
    // A button of another kind, such as one that plays a call, keeps its own meaning.
    if (cell.tagName === 'BUTTON' && !isName && column === null) return
    event.preventDefault()
    onRow(line.item, column, event.key === ' ' ? 'preview' : 'open')
  }

  const onRowFocus = (event: FocusEvent): void => {
    setFocused(true)
    const row = event.target instanceof HTMLElement ? Number(event.target.dataset.at?.split(':')[0]) : 0
    // The actions of the row under the pointer stay while one of them is pressed.
    if (row >= FIRST_LINE) setPointed(null)
    const line = lines[row - FIRST_LINE]
    if (previewing && row !== at.row && line?.kind === 'row') onRow?.(line.item, null, 'preview')
  }

  return { acting, onRowKey, onRowFocus, onRowBlur: () => setFocused(false), onPoint: setPointed }
}
