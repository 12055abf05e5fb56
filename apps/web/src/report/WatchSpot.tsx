import type { ReportDefinition } from '@leaselight/model'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, type SyntheticEvent, useState } from 'react'
import classes from './watchSpot.module.css'

const WatchBell = lazy(() => import('./WatchBell'))

const KEY = 'w'

/**
 * Offers to watch the number under the pointer or with the focus: a bell at its cell, column header or tile, and the key W.
 * One bell for all numbers, so that a table of ten thousand rows does not have one in each cell; it comes with the first
 * number that is looked at.
 */
export function WatchSpot({ report, children }: { report: ReportDefinition; children: ReactNode }) {
  const [number, setNumber] = useState<HTMLElement | null>(null)
  const [asked, setAsked] = useState<HTMLElement | null>(null)
  const [isWanted, setWanted] = useState(false)
  const onPoint = ({ target }: SyntheticEvent) => {
    if (target instanceof Element && target.closest('[data-watch-bell]')) return
    const found = numberAt(target)
    setNumber(found)
    if (found) setWanted(true)
  }
  const onKeyDown = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (key.toLowerCase() !== KEY || ctrlKey || metaKey || altKey || target instanceof HTMLInputElement) return
    const found = numberAt(target)
    setAsked(found)
    if (found) setWanted(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only looks at what bubbles up from the numbers, which are controls themselves
    <div
      className={classes.area}
      onPointerOver={onPoint}
      onPointerLeave={() => setNumber(null)}
      onFocus={onPoint}
      onKeyDown={onKeyDown}
    >
      {children}
      {isWanted && (
        <Suspense>
          <WatchBell
            report={report}
            number={number}
            asked={asked}
            onGone={() => setNumber(null)}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

const numberAt = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-number]') : null
