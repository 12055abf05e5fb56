import type { Sample } from '@leaselight/charts/sparkline'
import type { GoalPace, Judgement, TableColumn } from '@leaselight/model'
import { Skeleton } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { Children, type ReactNode } from 'react'
import { Hint } from '../floating/Hint'
import { Change } from '../parts/Change'
import { useIsPhone } from '../parts/useIsPhone'
import { GoalBar } from './GoalBar'
import { TREND_HEIGHT, TREND_WIDTH, Trend } from './Trend'
import classes from './tile.module.css'
import { UsualLine } from './UsualLine'

export interface TileProps {
  label: string
  /** What the number means, as a sentence. */
  definition: string
  /** The number as text. */
  value: string
  /** The number itself; null where there is none. */
  amount?: number | null
  format: TableColumn['format']
  /** Whether numbers like it have a prior period, for which a line is kept free. */
  compared?: boolean
  /** What the change from the prior period is worth; null when there is none. */
  judgement?: Judgement | null | undefined
  /** The goal that the number is measured by. */
  goal?: GoalPace | undefined
  /** Which part of the number the goal is of, such as ` at 20 properties`; empty where it is of all. */
  goalAt?: string | undefined
  /** The period's days in order; null is a day without a number. */
  trend?: readonly Sample[] | undefined
  /** The first numbers are loading. */
  loading?: boolean
  /** New numbers are loading; the old ones stay, dimmed. */
  stale?: boolean
  /** The number's column, by which the page finds what is under the pointer. */
  numberKey?: string
  /** What else can be done with it, beside its label; shown where the pointer or the focus is. */
  action?: ReactNode
  /** Opens the list behind the number. */
  onOpen?: (() => void) | undefined
}

/** One number in the row above a report: its label, value, change, and trend. */
export function Tile({
  label,
  definition,
  value,
  amount = null,
  format,
  compared = true,
  judgement,
  goal,
  goalAt,
  trend,
  loading = false,
  stale = false,
  numberKey,
  action,
  onOpen,
}: TileProps) {
  return (
    <section
      className={classes.tile}
      aria-label={label}
      aria-busy={loading || stale}
      data-number={numberKey}
      data-pinnable={action ? true : undefined}
    >
      <div className={classes.head}>
        <span className={classes.label}>{label}</span>
        {action && <span className={classes.action}>{action}</span>}
        <Hint label={definition}>
          <button type="button" className={`${classes.info} ll-focus`} aria-label={`What ${label} means`}>
            <IconInfoCircle size={14} aria-hidden />
          </button>
        </Hint>
      </div>
      {loading ? (
        <>
          <div className={classes.middle}>
            <Skeleton height={24} width="45%" />
            <Skeleton height={TREND_HEIGHT} width={TREND_WIDTH} />
          </div>
          {compared && (
            <div className={classes.change}>
              <Skeleton height={10} width="60%" />
            </div>
          )}
        </>
      ) : (
        <>
          <div className={classes.middle} data-stale={stale || undefined}>
            <span className={`${classes.value} ll-number`}>
              {onOpen ? (
                <button
                  type="button"
                  className={`${classes.open} ll-focus`}
                  onClick={onOpen}
                  aria-label={`${value}: open the list`}
                >
                  {value}
                </button>
              ) : (
                value
              )}
            </span>
            <Trend samples={trend ?? []} />
          </div>
          {compared && (
            <div className={classes.change} data-stale={stale || undefined}>
              {judgement && <Change judgement={judgement} format={format} number={value} />}
            </div>
          )}
          {goal && (
            <div className={classes.goal} data-stale={stale || undefined}>
              <GoalBar pace={goal} worded at={goalAt} />
            </div>
          )}
          {judgement && amount !== null && (
            <div className={classes.usual}>
              <UsualLine judgement={judgement} amount={amount} value={value} format={format} />
            </div>
          )}
        </>
      )}
    </section>
  )
}

interface TileRowProps {
  children: ReactNode
  label?: string
  /** Below each other where the window has room for a chart beside them. */
  beside?: boolean
}

/** At most five tiles: side by side on a desktop; on a phone the first one, and a strip of the others to swipe. */
export function TileRow({ children, label = 'Key numbers', beside = false }: TileRowProps) {
  const phone = useIsPhone()
  const [main, ...others] = Children.toArray(children)
  return (
    <section className={classes.row} aria-label={label} data-beside={beside || undefined}>
      {phone ? (
        <>
          {main}
          {others.length > 0 && (
            <section
              className={classes.strip}
              data-swipe
              aria-label="More numbers"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
              tabIndex={0}
            >
              {others}
            </section>
          )}
        </>
      ) : (
        children
      )}
    </section>
  )
}
