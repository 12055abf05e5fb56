import {
  type Bucket,
  bucketPoints,
  type Column,
  capitalized,
  DAYS_IN_WEEK,
  type Day,
  drawnNumber,
  endOf,
  formatMonth,
  formatRange,
  formatShortDay,
  type Grain,
  growsWithDays,
  isBucketable,
  isWrittenByCases,
  joinWithAnd,
  type LineShape,
  lineShape,
  lowercaseLabel,
  numberText,
  perDayOf,
  type ReportDefinition,
  type ReportResult,
  rateText,
  startOf,
  titleColumns,
  weeksUpTo,
  wholePoints,
} from '@leaselight/model'
import { columnColor, OTHER_COLOR } from '../colors'
import type { ChartSeries } from '../model'
import { dayMarks } from './marks'
import { columnNoun, titleFrom, totalChanges } from './sentences'
import { columnOf, type Prepare } from './types'

const categoryLabels: Record<Grain, string> = { day: 'Day', week: 'Week of', month: 'Month' }

/** What was counted by week is drawn as it is. */
const WHOLE_WEEKS: LineShape = { grain: 'week', isMean: false }

/** Columns over the period with the prior period behind them, point by point; many days with the mean of a week. */
export const prepareTrend: Prepare<'trend'> = (spec, report, result, _state, goals) => {
  const { period, priorPeriod, today, series: points, priorSeries, pointDays } = result
  if (!period) return null
  const columns = spec.columns.map((key) => ({ key, column: columnOf(report, key) }))
  const { grain, isMean } = pointDays ? WHOLE_WEEKS : lineShape(report.columns, spec.columns, period)
  const buckets = pointDays
    ? knownPoints(report, result, pointDays)
    : bucketPoints(report.columns, points, period, grain)
  const prior =
    priorPeriod && priorSeries.length > 0 && !pointDays
      ? bucketPoints(report.columns, priorSeries, priorPeriod, grain, period)
      : []
  const days = buckets.map((bucket) => ({ ...bucket, name: labelOf(bucket, grain, today) }))
  const weeks = isMean ? weeksUpTo(report.columns, [...priorSeries, ...points], period) : null
  const current = columns.map(({ key, column }): ChartSeries => {
    const values = valuesOf(report, buckets, key, buckets.length)
    return {
      key,
      label: column.label,
      color: columnColor(report, key),
      values,
      marks: dayMarks(report, key, days, values),
      ...(weeks ? { mean: meansOf(report, weeks, key) } : textsOf(report, key, buckets)),
      ...(grain === 'day' && goals?.[key] !== undefined && { goal: goals[key] }),
      ...usualOf(report, key, result, weeks ? { line: weeks, days: DAYS_IN_WEEK } : { line: buckets, days: 1 }),
    }
  })
  const before = columns.map(
    ({ key, column }): ChartSeries => ({
      key: `${key}:prior`,
      label: `${column.label} before`,
      color: OTHER_COLOR,
      values: valuesOf(report, prior, key, buckets.length),
      priorOf: key,
    }),
  )
  const series = [...current, ...(prior.length > 0 ? before : [])]
  if (!series.some(({ values }) => values.some(Boolean))) return null
  const first = columns[0]?.column
  const told = [
    weeks && 'Dots are days, the line is the mean of seven.',
    goalsNote(current),
    !pointDays && noteOf(buckets, grain, today),
  ]
  return {
    kind: 'trend',
    ...titleFrom(totalChanges(report, titleColumns(spec, report.columns), result), nameOf(report, columns, grain)),
    categoryLabel: categoryLabels[grain],
    categories: days.map(({ name }) => name),
    days: days.map(({ start, end }) => ({ start, end })),
    ...(prior.length > 0 && { priorCategories: prior.map((bucket) => labelOf(bucket, grain, today)) }),
    series,
    format: first?.format ?? 'integer',
    ...(prior.length > 0 && priorPeriod && { prior: formatRange(priorPeriod, today) }),
    // Several lines are named each.
    unit: columns.length === 1 ? (first?.label ?? '') : '',
    layout: 'columns',
    note: told.filter(Boolean).join(' ') || null,
  }
}

/** A share or a score as it is written elsewhere: `3 of 4` of few cases, and with as many decimals as its cases allow. */
function textsOf({ columns }: ReportDefinition, key: string, buckets: readonly Bucket[]): Pick<ChartSeries, 'texts'> {
  const column = columns[key]
  if (!column || !isWrittenByCases(column)) return {}
  return { texts: buckets.map(({ numbers }) => numbers && numberText(columns, key, numbers)) }
}

/** Points that were counted as a whole, such as weeks; without numbers where one begins before there is data. */
const knownPoints = ({ columns }: ReportDefinition, { series, coverage }: ReportResult, days: number): Bucket[] =>
  wholePoints(columns, series, days).map((point) =>
    coverage.first === null || point.start < coverage.first ? { ...point, numbers: null } : point,
  )

/** What the dashed lines of goals are: `The dashed line is the goal: 5.3 leases a day.` */
function goalsNote(series: readonly ChartSeries[]): string | null {
  const goals = series.flatMap(({ label, goal }) => (goal === undefined ? [] : [{ label, goal }]))
  if (goals.length === 0) return null
  const each = goals.map(({ label, goal }) => `${rateText(goal)} ${label.toLowerCase()}`)
  return `The dashed ${goals.length === 1 ? 'line is the goal' : 'lines are the goals'}: ${joinWithAnd(each)} a day.`
}

function meansOf(report: ReportDefinition, weeks: readonly Bucket[], key: string): (number | null)[] {
  return weeks.map(({ numbers }) => {
    const value = numbers && drawnNumber(report.columns, key, numbers)
    // What can't be counted from days, such as people seen on several, is the mean of seven numbers.
    const isSum = !isBucketable(report.columns, key)
    return value === null ? null : isSum ? value / DAYS_IN_WEEK : perDayOf(report.columns, key, value, DAYS_IN_WEEK)
  })
}

/**
 * What is usual at each point of the line.
 * @param days how many days a point is the mean of
 */
function usualOf(
  { columns }: ReportDefinition,
  key: string,
  { usualRanges }: ReportResult,
  { line, days }: { line: readonly Bucket[]; days: number },
): Pick<ChartSeries, 'usual'> {
  const known = new Map(usualRanges.map(({ start, end, ranges }) => [`${start} ${end}`, ranges[key]]))
  const ranges = line.map(({ start, end }) => known.get(`${start} ${end}`))
  if (!ranges.some(Boolean)) return {}
  const edge = (of: 'low' | 'high') =>
    ranges.map((range) => (range ? range[of] / (growsWithDays(columns, key) ? days : 1) : null))
  return { usual: { low: edge('low'), high: edge('high') } }
}

function valuesOf(
  { columns }: ReportDefinition,
  buckets: readonly Bucket[],
  key: string,
  length: number,
): (number | null)[] {
  return Array.from({ length }, (_, index) => {
    const numbers = buckets[index]?.numbers ?? null
    return numbers && drawnNumber(columns, key, numbers)
  })
}

function labelOf({ start }: Bucket, grain: Grain, today: Day): string {
  return grain === 'month' ? formatMonth(start, today) : formatShortDay(start)
}

/**
 * `Prospects and leases per day`; a rate or a time isn't so many per day, but by day. A label with a comma, such as
 * `Prospects, with AI`, would be unclear in a list: its noun is used instead.
 */
function nameOf(report: ReportDefinition, columns: readonly { key: string; column: Column }[], grain: Grain): string {
  const names = columns.map(({ key, column: { label } }, index) => {
    if (label.includes(',')) return index === 0 ? capitalized(columnNoun(report, key)) : columnNoun(report, key)
    return index === 0 ? label : lowercaseLabel(label)
  })
  return `${joinWithAnd(names)} ${columns.every(({ column }) => column.format === 'integer') ? 'per' : 'by'} ${grain}`
}

function noteOf(buckets: readonly Bucket[], grain: Grain, today: Day): string | null {
  if (grain === 'day') return null
  const partial = [buckets[0], buckets.at(-1)].filter((bucket) => bucket !== undefined && !isWhole(bucket, grain))
  const ends = partial.flatMap((bucket) => (bucket ? [formatRange(bucket, today)] : []))
  const cut = ends.length > 0 ? ` Partial ${grain}: ${[...new Set(ends)].join(' and ')}.` : ''
  return `Days add up by ${grain}.${cut}`
}

function isWhole({ start, end }: Bucket, grain: 'week' | 'month'): boolean {
  return startOf(start, grain) === start && endOf(end, grain) === end
}
