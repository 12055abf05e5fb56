import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react'
import { stickyTop } from './usePageScroll'

interface Props {
  /** The element around the table. */
  box: HTMLElement | null
  /** The height of what stays in sight above the lines. */
  pinned: number
  /** The height of a line. */
  row: number
  /** The box scrolls, not the page. */
  inBox: boolean
  /** Receives the function that scrolls to a line. */
  revealer: RefObject<((line: number) => void) | null>
  /** How many lines there are. */
  count: number
  drawn: (first: number, last: number) => ReactNode
}

/** The lines of a long table that are in sight, and some around them. */
export default function VirtualLines({ box, pinned, row, inBox, revealer, count, drawn }: Props) {
  const { margin, covered } = usePlace(inBox ? null : box, pinned)
  const size = { estimateSize: () => row, overscan: 8, useFlushSync: false }
  const onPage = useWindowVirtualizer({
    ...size,
    count: inBox ? 0 : count,
    scrollMargin: margin,
    scrollPaddingStart: covered,
  })
  const within = useVirtualizer({
    ...size,
    count: inBox ? count : 0,
    getScrollElement: () => box,
    scrollMargin: pinned,
    scrollPaddingStart: pinned,
  })
  const virtualizer = inBox ? within : onPage
  useLayoutEffect(() => {
    revealer.current = (line) => virtualizer.scrollToIndex(line)
    return () => {
      revealer.current = null
    }
  })
  const items = virtualizer.getVirtualItems()
  return drawn(items[0]?.index ?? 0, items.at(-1)?.index ?? -1)
}

/** Where the lines begin on the page, and how much of the window the bars above them cover. */
function usePlace(box: HTMLElement | null, pinned: number) {
  const [place, setPlace] = useState({ margin: 0, covered: pinned })
  // After every render: what is above the table may have changed its height.
  useLayoutEffect(() => {
    if (!box) return
    const margin = Math.round(box.getBoundingClientRect().top + window.scrollY) + pinned
    const covered = stickyTop(box) + pinned
    if (margin !== place.margin || covered !== place.covered) setPlace({ margin, covered })
  })
  return place
}
