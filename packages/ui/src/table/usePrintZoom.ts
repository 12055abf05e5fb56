import { useLayoutEffect } from 'react'

/** The width of a Letter or A4 sheet in landscape, within its margins, in CSS pixels. */
const PRINT_WIDTH = 960

/**
 * Scales a table down to fit its sheet. A part of a sheet sets its own width with `--paper-width`.
 * @param box the element around the table, in print layout while printing
 */
export function usePrintZoom(box: HTMLElement | null, printing: boolean) {
  useLayoutEffect(() => {
    const table = box?.querySelector('table')
    if (!printing || !box || !table) return
    const room = Number.parseInt(getComputedStyle(box).getPropertyValue('--paper-width'), 10) || PRINT_WIDTH
    box.style.width = `${room}px`
    const zoom = Math.min(1, room / table.offsetWidth)
    box.style.width = ''
    table.style.zoom = String(zoom)
    return () => {
      table.style.zoom = ''
    }
  }, [box, printing])
}
