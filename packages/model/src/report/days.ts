import { formatDay, formatRange } from '../format/values'
import type { Day } from '../time/dates'
import { periodsOf, type ReportDefinition } from './definition'
import type { ReportResult } from './result'
import type { ReportState } from './state'

/** The days that a result is about: `Nov 14 – 20`; where it says how things are on a day, `As of Nov 20`. */
export function daysOfResult({ period, asOf, today }: Pick<ReportResult, 'period' | 'asOf' | 'today'>): string {
  if (period) return formatRange(period, today)
  return asOf ? `As of ${formatDay(asOf, today)}` : ''
}

/** The days that a report is about in a state, before its result is known. */
export function daysOfState(report: ReportDefinition, state: ReportState, today: Day): string {
  const period = report.asOf ? null : periodsOf(report, state.filters, today).current
  return daysOfResult({ period, asOf: period ? null : today, today })
}
