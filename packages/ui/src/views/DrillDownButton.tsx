import type { ReactNode } from 'react'
import classes from './controls.module.css'

interface Props {
  /** The label for screen readers, without the visual context. */
  label: string
  onOpen: () => void
  children: ReactNode
}

/** A number that opens the list behind it. */
export function DrillDownButton({ label, onOpen, children }: Props) {
  return (
    <button type="button" className={`${classes.open} ll-focus`} aria-label={label} onClick={onOpen}>
      {children}
    </button>
  )
}
