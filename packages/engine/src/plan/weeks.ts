import {
  addTo,
  DAYS_IN_WEEK,
  isByWeek,
  periodsOf,
  type ReportDefinition,
  type ReportState,
  stateOfDays,
  TREND_WEEKS,
} from '@leaselight/model'
import type { CompanyContext } from '../access/companyContext'
import { completeUntil } from '../access/coverage'
import type { Scope } from '../access/scope'
import { NotFound } from '../errors'
import type { Grouping } from './scanGroupings'

/**
 * The state of a report over the last weeks instead of its period. The last one ends with the period, or with the last
 * day whose records are in: a week that has just begun would look like a bad one.
 */
export function stateOfWeeks(report: ReportDefinition, state: ReportState, who: CompanyContext): ReportState {
  if (!report.charts.some(isByWeek)) throw new NotFound(`${report.title} isn't counted by week.`)
  const { current } = periodsOf(report, state.filters, who.today)
  const until = completeUntil(who.freshness, who.company.timeZone, who.today) ?? who.today
  const end = current.end < until ? current.end : until
  const weeks = stateOfDays(report, state, { start: addTo(end, 1 - DAYS_IN_WEEK * TREND_WEEKS), end })
  // There are no rows to rank.
  return { ...weeks, filters: { ...weeks.filters, peers: '' } }
}

/** The totals of whole weeks, without rows. */
export function groupingOfWeeks({ plan }: Scope): Grouping {
  const end = plan.current?.end
  return { depths: [0], byDay: true, under: [], beside: [], ...(end && { points: { end, days: DAYS_IN_WEEK } }) }
}
