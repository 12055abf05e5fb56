import { useLayoutEffect } from 'react'

/** The width of a sheet of Letter or A4, on its long side and within its margins, in the browser's pixels. */
const PRINT_WIDTH = 960

/**
 * Makes a table as small as its sheet needs it. A part of a sheet says its own width in `--paper-width`.
 * @param box the element around the table, laid out for paper while printing
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
