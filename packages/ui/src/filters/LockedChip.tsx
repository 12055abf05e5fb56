import { IconLock } from '@tabler/icons-react'
import { use } from 'react'
import { Hint } from '../floating/Hint'
import { FilterContainerContext } from './FilterShell'
import classes from './filters.module.css'

interface Props {
  label: string
  /** What the page shows instead of a choice. */
  value: string
  /** Why nothing can be chosen, as a sentence. */
  reason: string
}

/** A filter that the page doesn't have: what it shows instead, and why. */
export function LockedChip({ label, value, reason }: Props) {
  if (use(FilterContainerContext) === 'sheet')
    return (
      <div className={classes.disclosure}>
        <p className={classes.lockedRow}>
          <IconLock size={16} stroke={1.5} aria-hidden />
          <span className={classes.label}>{label}</span>
          <span className={classes.value}>{value}</span>
        </p>
        <p className={classes.reason}>{reason}</p>
      </div>
    )
  return (
    <Hint label={reason} position="bottom-start">
      {/* A button, so that the reason can be reached by keyboard and touch. */}
      <button type="button" className={`${classes.chip} ll-focus`} data-locked aria-disabled aria-description={reason}>
        <IconLock size={14} stroke={1.5} aria-hidden />
        <span className={classes.label}>{label}</span>
        <span className={classes.value}>{value}</span>
      </button>
    </Hint>
  )
}
