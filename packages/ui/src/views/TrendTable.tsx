import type { Sample } from '@leaselight/charts/sparkline'
import { type GoalPace, isTelling, type Judgement, rangeText, type TableColumn } from '@leaselight/model'
import type { ReactNode } from 'react'
import { Change } from '../parts/Change'
import { useIsTablet } from '../parts/useIsPhone'
import { GoalBar } from '../tiles/GoalBar'
import { Trend } from '../tiles/Trend'
import { DrillDownButton } from './DrillDownButton'
import classes from './morning.module.css'

/** One number with what it usually is and its course. */
export interface TrendRow {
  /** The number's column, by which the page finds what is under the pointer. */
  key: string
  label: string
  /** What the number means, as a sentence. */
  definition: string
  value: string
  format: TableColumn['format']
  judgement: Judgement | null
  /** Earlier numbers and this one, the oldest first; empty while they load. */
  trend: readonly Sample[]
  /** The goal of the month, and the part of the number that has one. */
  goal?: { total: GoalPace; at: string } | undefined
  /** What explains its change; only where it was judged to be one. */
  why?: string | undefined
  /** What else can be done with it, beside its label. */
  action?: ReactNode
  /** Opens the list behind the number. */
  onOpen?: (() => void) | undefined
}

interface Props {
  caption: string
  /** The headers of the numbers, of their course, and of their goals, where one has any. */
  headers: { value: string; trend: string; goal?: string | undefined }
  rows: readonly TrendRow[]
  /** Whether a sample of the course is as long as the period, so that its usual range applies to them. */
  isUsualOfTrend: boolean
}

const TREND = { width: 120, height: 24 }

/**
 * Headline numbers as lines: what they are, what they usually are, their course, their goal, and what that is worth. A
 * narrow window has the goal below its line.
 */
export function TrendTable({ caption, headers, rows, isUsualOfTrend }: Props) {
  const isBelow = useIsTablet()
  const hasColumn = headers.goal !== undefined && !isBelow
  return (
    <table className={classes.numbers}>
      <caption className="ll-spoken">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="ll-spoken">Number</span>
          </th>
          <th scope="col" data-align="right">
            {headers.value}
          </th>
          <th scope="col" className={classes.wide}>
            Usual
          </th>
          <th scope="col" className={classes.wide}>
            {headers.trend}
          </th>
          {hasColumn && (
            <th scope="col" className={classes.goal}>
              {headers.goal}
            </th>
          )}
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <NumberLine
            key={row.key}
            row={row}
            isUsualOfTrend={isUsualOfTrend}
            goalHeader={headers.goal}
            isBelow={isBelow}
          />
        ))}
      </tbody>
    </table>
  )
}

interface LineProps extends Pick<Props, 'isUsualOfTrend'> {
  row: TrendRow
  goalHeader: string | undefined
  /** The goal is below the line, not in a column of its own. */
  isBelow: boolean
}

function NumberLine({ row, isUsualOfTrend, goalHeader, isBelow }: LineProps) {
  const { key, label, definition, value, format, judgement, trend, goal, why, action, onOpen } = row
  return (
    <>
      <tr data-pinnable={action ? true : undefined} data-goal-below={(goal && isBelow) || undefined}>
        <th scope="row" title={definition}>
          {label} {action}
        </th>
        <td data-align="right" className="ll-number" data-number={key}>
          {onOpen ? (
            <DrillDownButton label={`${label}: ${value}`} onOpen={onOpen}>
              {value}
            </DrillDownButton>
          ) : (
            value
          )}
        </td>
        <td className={`${classes.wide} ll-number`}>{judgement && rangeText(judgement, format, value)}</td>
        <td className={classes.wide}>
          <Trend samples={trend} usual={isUsualOfTrend ? bandOf(judgement) : null} {...TREND} />
        </td>
        {goalHeader !== undefined && !isBelow && (
          <td className={classes.goal}>{goal && <GoalBar pace={goal.total} worded at={goal.at} />}</td>
        )}
        <td>
          {judgement?.state === 'usual' ? (
            <span className={classes.calm}>as usual, {judgement.words}</span>
          ) : (
            judgement && <Change judgement={judgement} format={format} number={value} />
          )}
          {why && judgement && isTelling(judgement) && <span className={classes.why}>{why}</span>}
        </td>
      </tr>
      {goal && isBelow && (
        <tr>
          <td colSpan={5} className={classes.goal}>
            <span className={classes.of}>{goalHeader}</span>
            <GoalBar pace={goal.total} worded at={goal.at} />
          </td>
        </tr>
      )}
    </>
  )
}

const bandOf = (judgement: Judgement | null) =>
  judgement && judgement.low !== null && judgement.high !== null ? { low: judgement.low, high: judgement.high } : null
