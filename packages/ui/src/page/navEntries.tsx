import { ActionIcon } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import classes from './nav.module.css'

export interface NavEntry {
  key: string
  label: string
  href: string
  active: boolean
  /** Whether something on it waits for the reader. */
  waiting?: boolean
  /** How much it holds, and that in words, such as `2 saved reports`; absent while it is unknown. */
  count?: { value: number; words: string } | undefined
  /** Whether it is another view of the entry above it. */
  isView?: boolean
}

/** Entries under a name of their own within a section. */
export interface NavGroup {
  /** Empty for the section's own entries. */
  label: string
  entries: readonly NavEntry[]
}

interface RailProps extends ComponentProps<'button'> {
  label: string
  icon: ReactNode
  isWaiting: boolean
  hasActive: boolean
}

/** A section of the navigation where it shows only icons. */
export function RailButton({ label, icon, isWaiting, hasActive, color: _, ...button }: RailProps) {
  return (
    <ActionIcon
      {...button}
      size={36}
      variant={hasActive ? 'light' : 'subtle'}
      color={hasActive ? 'accent' : 'gray'}
      aria-label={isWaiting ? `${label}, ${WAITING}` : label}
      className={classes.rail}
    >
      {icon}
      {isWaiting && <span className={classes.dot} aria-hidden />}
    </ActionIcon>
  )
}

const WAITING = 'needs you'

/** A dot, and for screen readers what it means. */
export function Waiting() {
  return (
    <>
      <span className={classes.dot} aria-hidden />
      <span className="ll-spoken">, {WAITING}</span>
    </>
  )
}

interface Click {
  metaKey: boolean
  ctrlKey: boolean
  shiftKey: boolean
  preventDefault: () => void
}

// A click with a modifier opens a new tab or window, as with any link.
export function navigate(event: Click, entry: NavEntry, onFollow: (entry: NavEntry) => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  onFollow(entry)
}
