import type { ReactNode } from 'react'
import classes from './views.module.css'

interface Props {
  left: ReactNode
  right: ReactNode
  /** Below both on the screen; in print below the left one, so that everything fits on one sheet. */
  below: ReactNode
}

/** Two scores side by side with the numbers behind them, on one sheet of paper. */
export function TwoColumnSheet({ left, right, below }: Props) {
  return (
    <div className={classes.sheet}>
      <div className={classes.sheetLeft}>{left}</div>
      <div className={classes.sheetRight}>{right}</div>
      <div className={classes.sheetBelow}>{below}</div>
    </div>
  )
}
