import { useEffect } from 'react'

/** Less than this is rounding, not a column. */
const LEAST = 2

/**
 * Marks a table's box with the sides on which more of the table is hidden, for the shadows at its edges.
 * @param nameWidth the width of the first column, which stays in sight
 */
export function useEdges(box: HTMLElement | null, nameWidth: number) {
  useEffect(() => box?.parentElement?.style.setProperty('--name-width', `${nameWidth}px`), [box, nameWidth])
  useEffect(() => {
    if (!box) return
    const mark = () => {
      const { scrollLeft, clientWidth, scrollWidth } = box
      box.toggleAttribute('data-more-before', scrollLeft >= LEAST)
      box.toggleAttribute('data-more-after', scrollWidth - clientWidth - scrollLeft >= LEAST)
    }
    mark()
    const observer = new ResizeObserver(mark)
    observer.observe(box)
    // The table widens with each column that is shown.
    if (box.firstElementChild) observer.observe(box.firstElementChild)
    box.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', mark)
    }
  }, [box])
}
