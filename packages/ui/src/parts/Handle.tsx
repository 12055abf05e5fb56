import { type PointerEvent, useRef } from 'react'
import classes from './panel.module.css'

/** How far down a sheet is dragged before it closes, in pixels. */
const FAR = 80

/** The handle on top of a sheet: dragged down, it closes the sheet. Others use its close button. */
export function Handle({ onClose }: { onClose: () => void }) {
  const from = useRef<number | null>(null)
  const sheetOf = (event: PointerEvent) => event.currentTarget.parentElement
  const begin = (event: PointerEvent) => {
    from.current = event.clientY
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent) => {
    if (from.current === null) return
    sheetOf(event)?.style.setProperty('translate', `0 ${Math.max(0, event.clientY - from.current)}px`)
  }
  const end = (event: PointerEvent) => {
    const far = from.current !== null && event.clientY - from.current > FAR
    from.current = null
    sheetOf(event)?.style.removeProperty('translate')
    if (far) onClose()
  }
  return (
    <div
      className={classes.handle}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      aria-hidden
    />
  )
}
