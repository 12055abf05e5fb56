import { type GoalPace, goalStateLabels, goalTone, paceText } from '@leaselight/model'
import classes from './goalBar.module.css'

interface Props {
  pace: GoalPace
  /** The pace in words below the bar. */
  worded?: boolean
  /** Of which part of a number it is, such as ` at 20 properties`. */
  at?: string | undefined
  /** Without the color of its state, where a list of many says it in words. */
  plain?: boolean
}

/**
 * A goal as a bar: what is done, a mark for what a straight line to the target would have by now, and the target at the
 * end of the scale. More than the target makes the scale longer.
 */
export function GoalBar({ pace, worded = false, at = '', plain = false }: Props) {
  const { target, done, gone, left, state } = pace
  const most = Math.max(target, done, 1)
  const share = (value: number) => `${Math.min(100, (value / most) * 100)}%`
  const due = gone + left > 0 ? (target * gone) / (gone + left) : 0
  return (
    <span className={classes.goal} data-tone={(!plain && goalTone(state)) || undefined}>
      <span className={classes.track} aria-hidden>
        <span className={classes.done} style={{ width: share(done) }} />
        {left > 0 && gone > 0 && <span className={classes.due} style={{ insetInlineStart: share(due) }} />}
        {done > target && <span className={classes.target} style={{ insetInlineStart: share(target) }} />}
      </span>
      {worded && (
        <span className={`${classes.words} ll-number`}>
          {paceText(pace)}
          {at}
          {state === 'behind' || state === 'ahead' ? <b> {goalStateLabels[state]}</b> : null}
        </span>
      )}
    </span>
  )
}
