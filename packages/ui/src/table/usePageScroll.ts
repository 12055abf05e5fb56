import { useEffect, useLayoutEffect, useState } from 'react'

/** The height of a row. On a phone a thumb can hit what is above its line, and a long name has two lines. */
export const rowHeight = (phone: boolean): number => (phone ? 45 : 32)
const HEADER = 36
/** What the names of groups add: a line of 18, while labels are three lower. */
const GROUPS = 15

/** The height of the header, with the names of its groups if it has any, and of the total below it. */
export const pinnedHeight = (grouped: boolean, row: number): number => HEADER + row + (grouped ? GROUPS : 0)

/** How much of the window's top the page's own bars cover, in pixels. */
export const stickyTop = (element: Element): number =>
  Number.parseFloat(getComputedStyle(element).getPropertyValue('--ll-sticky-top')) || 0

/** How wide the last table's box was: the next page's is as wide, and to learn it later draws a table twice. */
let lastRoom = Number.POSITIVE_INFINITY

/**
 * Keeps a table's header and total in sight while the page scrolls. A table as wide as its box does so by itself
 * (`position: sticky`). A wider one scrolls sideways in its box, to which they would stick instead, so they are moved.
 * @param width the table's full width in pixels
 * @param pinned the height of what is kept in sight
 * @param row the height of a row
 * @returns the width of its box, and whether the table is wider than that
 */
export function usePageScroll(
  box: HTMLElement | null,
  { width, pinned, row, printing }: { width: number; pinned: number; row: number; printing: boolean },
): { room: number; wide: boolean } {
  const [room, setRoom] = useState(lastRoom)
  useLayoutEffect(() => {
    if (!box) return
    const measure = () => {
      lastRoom = box.clientWidth
      setRoom(lastRoom)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [box])
  const wide = width > room && !printing
  useEffect(() => {
    if (!box || !wide) return
    const move = () => {
      const { top, height } = box.getBoundingClientRect()
      const most = Math.max(0, height - pinned - row)
      box.style.setProperty('--head-shift', `${Math.min(Math.max(0, stickyTop(box) - top), most)}px`)
    }
    move()
    const observer = new ResizeObserver(move)
    observer.observe(box)
    const gone = new AbortController()
    const { signal } = gone
    window.addEventListener('scroll', move, { passive: true, signal })
    window.addEventListener('resize', move, { signal })
    return () => {
      observer.disconnect()
      gone.abort()
    }
  }, [box, wide, pinned, row])
  return { room, wide }
}
