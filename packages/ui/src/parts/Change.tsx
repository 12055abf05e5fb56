import { isTelling, type Judgement, type TableColumn, usualText } from '@leaselight/model'
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import classes from './change.module.css'

const toneWords = { good: 'better', bad: 'worse', neutral: '' } as const

interface Props {
  judgement: Judgement
  /** The format of the number, for its usual range. */
  format: TableColumn['format']
  /** The number as text, as which its usual range is written. */
  number: string
  /** Moves the prior value to the tooltip and screen readers, where room is limited. */
  quiet?: boolean
}

/**
 * A judged change from the prior period: arrow and color only where it was judged to be one, the signed text, and what
 * it was. Color only repeats what the text says.
 */
export function Change({ judgement, format, number, quiet = false }: Props) {
  const { state, tone, direction, change, words } = judgement
  const Arrow = direction === 'up' ? IconArrowUpRight : direction === 'down' ? IconArrowDownRight : null
  // How long it takes is the same for many numbers of a page, and the answer says it once.
  const [said, why] = state === 'settling' ? words.split(': ') : [words]
  const title = [quiet ? words : why, usualText(judgement, format, number)].filter(Boolean).join(', ')
  return (
    <span className={classes.change} title={title || undefined} data-state={state}>
      {(change || Arrow) && (
        <span className={classes.delta} data-judged={isTelling(judgement) ? tone : 'neutral'}>
          {Arrow && <Arrow size={12} stroke={2.2} aria-hidden />}
          <span className="ll-number">{change}</span>
          {toneWords[tone] && <span className="ll-spoken"> {toneWords[tone]}, </span>}
        </span>
      )}
      {words && (
        <span className={quiet && change ? 'll-spoken' : classes.was}>
          <span className="ll-number">{said}</span>
          {why && <span className="ll-spoken">: {why}</span>}
        </span>
      )}
    </span>
  )
}
