import { type Judgement, type TableColumn, usualText } from '@leaselight/model'
import classes from './usual.module.css'

interface Props {
  judgement: Judgement
  /** The number, and as text. */
  amount: number
  value: string
  format: TableColumn['format']
}

/** Where a number is on the line of what it usually is. */
export function UsualLine({ judgement, amount, value, format }: Props) {
  const { low, high } = judgement
  if (low === null || high === null) return null
  const [least, most] = [Math.min(low, amount), Math.max(high, amount)]
  const margin = (most - least || 1) / 4
  const share = (value: number) => `${((value - least + margin) / (most - least + 2 * margin)) * 100}%`
  return (
    <>
      <div className={classes.track} aria-hidden>
        <span className={classes.band} style={{ left: share(low), right: `calc(100% - ${share(high)})` }} />
        <span className={classes.dot} style={{ left: share(amount) }} />
      </div>
      <span className={`${classes.text} ll-number`}>{usualText(judgement, format, value)}</span>
    </>
  )
}
