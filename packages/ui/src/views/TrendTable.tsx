import { isTelling, type Judgement, rangeText, type TableColumn } from '@leaselight/model'
import type { ReactNode } from 'react'
import { Change } from '../parts/Change'
import type { Sample } from '../tiles/sparkline'
import { Trend } from '../tiles/Tile'
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
  /** What explains its change; only where it was judged to be one. */
  why?: string | undefined
  /** What else can be done with it, beside its label. */
  action?: ReactNode
  /** Opens the list behind the number. */
  onOpen?: (() => void) | undefined
}

interface Props {
  caption: string
  /** The headers of the numbers and of their course. */
  headers: { value: string; trend: string }
  rows: readonly TrendRow[]
  /** Whether a sample of the course is as long as the period, so that its usual range applies to them. */
  isUsualOfTrend: boolean
}

const TREND = { width: 120, height: 24 }

/** Headline numbers as lines: what they are, what they usually are, their course, and what that is worth. */
export function TrendTable({ caption, headers, rows, isUsualOfTrend }: Props) {
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
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, definition, value, format, judgement, trend, why, action, onOpen }) => (
          <tr key={key} data-pinnable={action ? true : undefined}>
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
            <td>
              {judgement?.state === 'usual' ? (
                <span className={classes.calm}>as usual, {judgement.words}</span>
              ) : (
                judgement && <Change judgement={judgement} format={format} number={value} />
              )}
              {why && judgement && isTelling(judgement) && <span className={classes.why}>{why}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const bandOf = (judgement: Judgement | null) =>
  judgement && judgement.low !== null && judgement.high !== null ? { low: judgement.low, high: judgement.high } : null
