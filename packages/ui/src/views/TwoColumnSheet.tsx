import type { ReactNode } from 'react'
import classes from './views.module.css'

interface Props {
  left: ReactNode
  right: ReactNode
  /** Under both on the screen; on paper under the left, where a long right side leaves room, so that all is one sheet. */
  below: ReactNode
}

/** Two scores side by side and what stands behind them: one sheet of paper. */
export function TwoColumnSheet({ left, right, below }: Props) {
  return (
    <div className={classes.sheet}>
      <div className={classes.sheetLeft}>{left}</div>
      <div className={classes.sheetRight}>{right}</div>
      <div className={classes.sheetBelow}>{below}</div>
    </div>
  )
}
