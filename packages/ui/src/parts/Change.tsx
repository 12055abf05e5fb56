import { changeBetween, formatCell, formatChange, judge, type TableColumn } from '@leaselight/model'
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import classes from './change.module.css'

export interface ChangeValue {
  /** `+12.3 %`; a dash when there is nothing to compare with. */
  text: string
  direction: 'up' | 'down' | 'flat'
  verdict: 'good' | 'bad' | 'neutral'
  /** The number it is compared with, as text. */
  prior: string
}

/** Compares two numbers of a column; null when the earlier one is unknown. */
export function compareToPrior(
  column: Pick<TableColumn, 'format' | 'better'>,
  current: number | null,
  prior: number | null | undefined,
): ChangeValue | null {
  if (prior === null || prior === undefined) return null
  const delta = changeBetween(column, current, prior)
  return {
    text: delta === null ? '' : formatChange(delta, column.format),
    direction: delta === null || delta === 0 ? 'flat' : delta > 0 ? 'up' : 'down',
    verdict: judge(column, delta),
    prior: formatCell(prior, column.format),
  }
}

const verdictWords = { good: 'better', bad: 'worse', neutral: '' } as const

/**
 * A change from the prior period: arrow, signed text, and the prior value. Color only repeats what the text says.
 * `quiet` moves the prior value to the tooltip and screen readers, where room is limited.
 */
export function Change({ value, quiet = false }: { value: ChangeValue; quiet?: boolean }) {
  const Arrow = value.direction === 'up' ? IconArrowUpRight : value.direction === 'down' ? IconArrowDownRight : null
  return (
    <span className={classes.change} title={quiet ? `was ${value.prior}` : undefined}>
      {value.text && (
        <span className={classes.delta} data-judged={value.verdict}>
          {Arrow && <Arrow size={12} stroke={2.2} aria-hidden />}
          <span className="ll-number">{value.text}</span>
          {verdictWords[value.verdict] && <span className="ll-spoken"> {verdictWords[value.verdict]}, </span>}
        </span>
      )}
      <span className={quiet && value.text ? 'll-spoken' : classes.was}>
        was <span className="ll-number">{value.prior}</span>
      </span>
    </span>
  )
}
