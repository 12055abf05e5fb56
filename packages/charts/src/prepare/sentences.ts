import {
  addTo,
  type Column,
  changeBetween,
  type DayRange,
  dayCount,
  endOf,
  formatCell,
  formatRange,
  type ReportDefinition,
  type ReportResult,
  startOf,
} from '@leaselight/model'

/** Below this count, numbers are shown instead of percentages, which would suggest too much precision. */
export const SMALL_COUNT = 20

/** Smaller changes are called flat. */
const FLAT = 0.02
const FLAT_POINTS = 0.005

/** A label within a sentence: `Follow-ups` → `follow-ups`, but `AI conversations` keeps its capitals. */
export function lowercaseLabel(label: string): string {
  return /^[A-Z][^A-Z]*$/.test(label.split(' ')[0] ?? '') ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

const LONGEST_NAME = 60

/** A name shortened to fit a title. */
export function truncateName(name: string): string {
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 1).trimEnd()}…`
}

/** The sentence with an initial capital. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A share in whole percent, exact at both ends: 0 % only for none, 100 % only for all. */
export function roundShare(share: number): string {
  const percent = Math.round(share * 100)
  if (percent === 0 && share > 0) return 'under 1 %'
  if (percent === 100 && share < 1) return 'over 99 %'
  return `${percent} %`
}

/** What a period is compared with: `the week before`, `the 30 days before`. */
export function describePriorPeriod(period: DayRange, prior: DayRange): string {
  if (addTo(prior.end, 1) !== period.start) return formatRange(prior)
  for (const unit of ['month', 'quarter', 'year'] as const)
    if (isWhole(period, unit) && isWhole(prior, unit)) return `the ${unit} before`
  const days = dayCount(period)
  if (days !== dayCount(prior)) return formatRange(prior)
  if (days === 1) return 'the day before'
  return days === 7 ? 'the week before' : `the ${days} days before`
}

function isWhole({ start, end }: DayRange, unit: 'month' | 'quarter' | 'year'): boolean {
  return startOf(start, unit) === start && endOf(start, unit) === end
}

/** How a total changed and what it is compared with: `score up 2.3 points on the week before`. */
export function describeTotalChange(report: ReportDefinition, key: string, result: ComparedTotals): string {
  const { period, priorPeriod, total, priorTotal } = result
  const column = report.columns[key]
  if (!column) return ''
  const than = period && priorPeriod && priorTotal ? describePriorPeriod(period, priorPeriod) : null
  const text = describeChange(column, total[key], priorTotal?.[key], than)
  if (than === null) return text
  if (/ (up|down) /.test(text)) return `${text} on ${than}`
  return text.endsWith(' flat') ? `${text} against ${than}` : text
}

type ComparedTotals = Pick<ReportResult, 'period' | 'priorPeriod' | 'total' | 'priorTotal'>

/**
 * How a number changed: `prospects up 12 % on the week before`, `leases 5, were 3`; just the number when there is no
 * comparison.
 */
export function describeChange(
  column: Column,
  current: number | null | undefined,
  prior: number | null | undefined,
  priorLabel: string | null,
): string {
  const label = lowercaseLabel(column.label)
  if (current === null || current === undefined) return `no ${label}`
  const now = formatCell(current, column.format)
  if (prior === null || prior === undefined || priorLabel === null) return `${label} ${now}`
  if (column.format !== 'percent' && (Math.abs(prior) < SMALL_COUNT || Math.abs(current) < SMALL_COUNT)) {
    return current === prior
      ? `${label} ${now}, as before`
      : `${label} ${now}, were ${formatCell(prior, column.format)}`
  }
  const delta = changeBetween(column, current, prior)
  if (delta === null) return `${label} ${now}`
  const points = column.format === 'percent'
  if (Math.abs(delta) < (points ? FLAT_POINTS : FLAT)) return `${label} flat`
  const size = points ? `${Math.abs(delta * 100).toFixed(1)} points` : `${Math.round(Math.abs(delta) * 100)} %`
  return `${label} ${delta > 0 ? 'up' : 'down'} ${size}`
}
