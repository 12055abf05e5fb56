import { displayColumn, formatDay, formatRange, mainColumn, type ReportResult } from '@leaselight/model'
import { Change, LoadingInline } from '@leaselight/ui'
import { addressParams } from '../../state/address'
import type { Target } from '../targets'
import { labelOf } from './chip'
import classes from './question.module.css'
import { rowsAreGrouped, topRowsOf } from './topRows'
import type { AskedQuestion } from './useQuestion'

/** Where a question leads: its report in the state that was asked for. Null while no number is named. */
export function answerTarget({ question: { target }, settled }: AskedQuestion): Target | null {
  if (!target || !settled) return null
  const { report, column } = target
  return {
    key: `Answer ${report.key} ${column ?? ''}`,
    kind: 'Answer',
    label: labelOf(target),
    hint: report.title,
    path: report.path,
    search: () => addressParams(report, settled.state),
  }
}

/** The number that was asked for, with its change, its days, and the rows that it was asked by. */
export function AnswerRow({ asked }: { asked: AskedQuestion }) {
  const { question, settled, chips, response, failed } = asked
  const { target } = question
  if (!target || !settled) return null
  const { report } = target
  const column = target.column ?? mainColumn(report, settled.state)
  const definition = column === null ? undefined : report.columns[column]
  const about = chips
    .filter(({ key, misfit }) => key !== 'target' && misfit === null)
    .map(({ label, text }) => text ?? label)
  const named = [target.column === null ? report.title : (definition?.label ?? report.title), ...about].join(', ')
  if (column === null || !definition)
    return (
      <span className={classes.answer}>
        <span>{named}</span>
        <span className={classes.meta}>Press Enter to open it.</span>
      </span>
    )
  const result = response?.result
  const judgement = result?.judgement?.[column]
  const number = result
    ? displayColumn(report, column, definition, settled.state).textOf(result.total, {
        total: result.total,
      })
    : ''
  const top =
    result && rowsAreGrouped(question, target, settled) ? topRowsOf(report, settled.state, column, result) : null
  return (
    <span className={classes.answer}>
      <span className={classes.total}>
        {result ? (
          <strong className="ll-number">{number}</strong>
        ) : failed ? (
          <span>We couldn’t load this number. Press Enter to open the report.</span>
        ) : (
          <LoadingInline label="Loading the number" />
        )}
        <span>{target.column === null ? `${definition.label} in ${named}` : named}</span>
        {judgement && <Change judgement={judgement} format={definition.format} number={number} />}
      </span>
      {top && top.rows.length > 0 && (
        <span className={classes.rows}>
          {top.rows.map(({ key, name, number: own }) => (
            <span key={key} className={classes.row} data-row>
              <span>{name}</span>
              <span className="ll-number">{own}</span>
            </span>
          ))}
        </span>
      )}
      {result && (
        <span className={classes.meta}>
          {[top && top.more > 0 ? `${top.more} more in the report` : '', daysOf(result), report.title]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
    </span>
  )
}

function daysOf({ period, priorPeriod, asOf, today }: ReportResult): string {
  if (period)
    return priorPeriod
      ? `${formatRange(period, today)} vs ${formatRange(priorPeriod, today)}`
      : formatRange(period, today)
  return asOf ? formatDay(asOf, today) : ''
}
