import { type Column, endOf, formatMonth, formatRange, formatShortDay, joinWithAnd, startOf } from '@leaselight/model'
import { columnColors } from '../colors'
import type { ChartSeries } from '../model'
import { type Bucket, bucketPoints, type Grain, grainOf, isBucketable } from './buckets'
import { lowercaseLabel, titleFrom, totalChanges } from './sentences'
import { columnOf, type Prepare } from './types'

const categoryLabels: Record<Grain, string> = { day: 'Day', week: 'Week of', month: 'Month' }

/** Columns over the period with the prior period behind them, point by point. */
export const prepareTrend: Prepare<'trend'> = (spec, report, result) => {
  const { period, priorPeriod, series: points, priorSeries } = result
  if (!period) return null
  const columns = spec.columns.map((key) => ({ key, column: columnOf(report, key) }))
  const grain = columns.every(({ key }) => isBucketable(report.columns, key)) ? grainOf(period) : 'day'
  const buckets = bucketPoints(report.columns, points, period, grain)
  const prior =
    priorPeriod && priorSeries.length > 0 ? bucketPoints(report.columns, priorSeries, priorPeriod, grain, period) : []
  const colors = columnColors(report, spec.columns)
  const current = columns.map(({ key, column }, index): ChartSeries => {
    return { key, label: column.label, color: colors[index] ?? 0, values: valuesOf(buckets, key, buckets.length) }
  })
  const before = columns.map(({ key, column }, index): ChartSeries => {
    const values = valuesOf(prior, key, buckets.length)
    return { key: `${key}:prior`, label: `${column.label} before`, color: colors[index] ?? 0, values, priorOf: key }
  })
  const series = [...current, ...(prior.length > 0 ? before : [])]
  if (!series.some(({ values }) => values.some(Boolean))) return null
  const first = columns[0]?.column
  return {
    kind: 'trend',
    ...titleFrom(totalChanges(report, spec.columns, result), nameOf(columns, grain)),
    categoryLabel: categoryLabels[grain],
    categories: buckets.map((bucket) => labelOf(bucket, grain)),
    ...(prior.length > 0 && { priorCategories: prior.map((bucket) => labelOf(bucket, grain)) }),
    series,
    format: first?.format ?? 'integer',
    unit: columns.length === 1 ? (first?.label ?? '') : `Per ${grain}`,
    layout: 'columns',
    note:
      [prior.length > 0 && priorPeriod ? `Dashed: ${formatRange(priorPeriod)}.` : null, noteOf(buckets, grain)]
        .filter(Boolean)
        .join(' ') || null,
  }
}

function valuesOf(buckets: readonly Bucket[], key: string, length: number): (number | null)[] {
  return Array.from({ length }, (_, index) => buckets[index]?.numbers?.[key] ?? null)
}

function labelOf({ start }: Bucket, grain: Grain): string {
  return grain === 'month' ? formatMonth(start) : formatShortDay(start)
}

/** `Prospects and leases per day`; a rate or a time isn't so many per day, but by day. */
function nameOf(columns: readonly { column: Column }[], grain: Grain): string {
  const names = columns.map(({ column }, index) => (index === 0 ? column.label : lowercaseLabel(column.label)))
  return `${joinWithAnd(names)} ${columns.every(({ column }) => column.format === 'integer') ? 'per' : 'by'} ${grain}`
}

function noteOf(buckets: readonly Bucket[], grain: Grain): string | null {
  if (grain === 'day') return null
  const partial = [buckets[0], buckets.at(-1)].filter((bucket) => bucket !== undefined && !isWhole(bucket, grain))
  const ends = partial.flatMap((bucket) => (bucket ? [formatRange(bucket)] : []))
  const cut = ends.length > 0 ? ` Partial ${grain}: ${[...new Set(ends)].join(' and ')}.` : ''
  return `Days add up by ${grain}.${cut}`
}

function isWhole({ start, end }: Bucket, grain: 'week' | 'month'): boolean {
  return startOf(start, grain) === start && endOf(end, grain) === end
}
