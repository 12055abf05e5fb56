import { Loader } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useStableCallback } from '../parts/useStableCallback'
import type { Line } from './arrange'
import classes from './cells.module.css'

/** How long before its end a list asks for more. */
const AHEAD = '1200px'

/** Below the rows that are here: how many, and a request for more once it comes near the window. */
export function MoreRows({ line }: { line: Extract<Line, { kind: 'more' }> }) {
  const mark = useRef<HTMLSpanElement>(null)
  const seen = useStableCallback(line.onSeen)
  useEffect(() => {
    if (!mark.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && seen(), { rootMargin: AHEAD })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [seen])
  return (
    <span ref={mark} role="status" className={classes.notice}>
      {line.loading ? (
        <>
          <Loader size={12} aria-hidden /> Loading more records
        </>
      ) : (
        line.text
      )}
    </span>
  )
}
