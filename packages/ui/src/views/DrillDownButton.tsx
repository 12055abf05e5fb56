import type { ReactNode } from 'react'
import classes from './views.module.css'

interface Props {
  /** What it says to those who do not see what stands around it. */
  label: string
  onOpen: () => void
  children: ReactNode
}

/** A number that opens the list it counts. */
export function DrillDownButton({ label, onOpen, children }: Props) {
  return (
    <button type="button" className={`${classes.open} ll-focus`} aria-label={label} onClick={onOpen}>
      {children}
    </button>
  )
}
