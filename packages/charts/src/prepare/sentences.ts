import {
  addTo,
  capitalized,
  changedTo,
  DAYS_IN_WEEK,
  type Day,
  type DayRange,
  dayCount,
  endOf,
  formatCell,
  formatRange,
  isTelling,
  type Judgement,
  lowercaseLabel,
  type ReportDefinition,
  type ReportResult,
  startOf,
  type TellingState,
  toldChange,
  truncateName,
} from '@leaselight/model'
import type { ChartModel } from '../model'

/** What a title calls a column: its noun, or its label in lower case. */
export const columnNoun = (report: ReportDefinition, key: string): string =>
  report.nouns?.[key] ?? lowercaseLabel(report.columns[key]?.label ?? key)

/** A noun within a headline: `the show rate` → `show rate`. */
export const withoutArticle = (noun: string): string => noun.replace(/^the /, '')

const LONGEST_NAME = 60

/** A name shortened to fit a title. */
export const nameInTitle = (name: string): string => truncateName(name, LONGEST_NAME)

/** A share in whole percent, exact at both ends: 0% only for none, 100% only for all. */
export function roundShare(share: number): string {
  const percent = Math.round(share * 100)
  if (percent === 0 && share > 0) return 'under 1%'
  if (percent === 100 && share < 1) return 'over 99%'
  return `${percent}%`
}

/** What a period is compared with: `the week before`, `the 30 days before`. */
export function describePriorPeriod(period: DayRange, prior: DayRange, today: Day): string {
  if (addTo(prior.end, 1) !== period.start) return formatRange(prior, today)
  for (const unit of ['month', 'quarter', 'year'] as const)
    if (isWhole(period, unit) && isWhole(prior, unit)) return `the ${unit} before`
  const days = dayCount(period)
  if (days !== dayCount(prior)) return formatRange(prior, today)
  if (days === 1) return 'the day before'
  return days === DAYS_IN_WEEK ? 'the week before' : `the ${days} days before`
}

function isWhole({ start, end }: DayRange, unit: 'month' | 'quarter' | 'year'): boolean {
  return startOf(start, unit) === start && endOf(start, unit) === end
}

/** A chart's title: what was judged to have changed or to lead, or the plain name. */
export type ChartTitle = Pick<ChartModel, 'title' | 'answers'>

/** A statement that a judgement allows. */
export interface Answer {
  text: string
  state: TellingState
}

/** The answers as a title; without any, the plain name. */
export function titleFrom(answers: readonly (Answer | null)[], name: string): ChartTitle {
  const told = answers.filter((answer) => answer !== null)
  const title = told.length > 0 ? told.map(({ text }) => capitalized(text)).join('. ') : capitalized(name)
  return { title, answers: told.map(({ state }) => state) }
}

type ComparedTotals = Pick<ReportResult, 'period' | 'priorPeriod' | 'today' | 'total' | 'priorTotal' | 'judgement'>

/** How totals changed, those that did: `prospects up 12% from the week before. Leases rose to 17 from 1`. */
export function totalChanges(report: ReportDefinition, keys: readonly string[], result: ComparedTotals): Answer[] {
  const { period, priorPeriod, today, judgement } = result
  if (!period || !priorPeriod) return []
  const changes = keys.flatMap((key) => totalChange(report, key, result, judgement?.[key]) ?? [])
  // The comparison is named once, after the first change that is relative to it.
  const first = changes.findIndex(({ text }) => / (up|down) /.test(text))
  const than = ` from ${describePriorPeriod(period, priorPeriod, today)}`
  return changes.map((change, index) => (index === first ? { ...change, text: change.text + than } : change))
}

/** `3 pts`, or `0.4 pts` where whole ones would be none. */
function pointsText(change: number): string {
  const points = Math.abs(change * 100)
  const text = points < 1 ? points.toFixed(1) : points.toFixed(0)
  return `${text} ${text === '1' ? 'pt' : 'pts'}`
}

function totalChange(
  report: ReportDefinition,
  key: string,
  { total, priorTotal }: ComparedTotals,
  judgement: Judgement | undefined,
): Answer | null {
  const column = report.columns[key]
  if (!column || !judgement || !isTelling(judgement)) return null
  const { state, direction } = judgement
  const noun = columnNoun(report, key)
  const change = toldChange(column, total[key], priorTotal?.[key])
  if (state === 'new' || state === 'gone' || change === null) {
    const [now, before] = [total, priorTotal].map((numbers) => formatCell(numbers?.[key], column.format))
    const moved = direction === 'up' ? 'rose' : 'fell'
    return { state, text: `${noun} ${moved} ${changedTo(state, now ?? '', before ?? '')}` }
  }
  const size = column.format === 'percent' ? pointsText(change) : `${Math.round(Math.abs(change) * 100)}%`
  return { state, text: `${withoutArticle(noun)} ${change > 0 ? 'up' : 'down'} ${size}` }
}
