import { hourLabel, weekdays } from '../filters/enums'
import { formatMonth, formatRange, formatShortDay } from '../format/values'
import { type Day, type DayRange, weekdayOf } from '../time/dates'
import { type Bucket, bucketPoints, type Grain, grainOf } from './buckets'
import type { ReportDefinition } from './definition'
import type { ReportResult } from './result'

/** How many records of a list fall on some days, or into an hour of its only day. */
export interface TimeBar {
  name: string
  days: DayRange
  count: number
}

/** All records of a list over its period: by the day, in longer periods by the week or month, of one day by the hour. */
export interface RowsOverTime {
  unit: Grain | 'hour'
  bars: TimeBar[]
  /** The records of all bars: the list's total. */
  total: number
}

/** The column that counts a list's records over its period; undefined where a list has no period. */
export const columnOverTime = ({ shape, asOf, charts }: ReportDefinition): string | undefined =>
  shape === 'list' && !asOf ? charts.flatMap((chart) => (chart.kind === 'trend' ? chart.columns : []))[0] : undefined

/** The bars above a list; null where it has no period or no records. */
export function rowsOverTime(
  report: ReportDefinition,
  { period, series, recordsByHour, today }: Pick<ReportResult, 'period' | 'series' | 'recordsByHour' | 'today'>,
): RowsOverTime | null {
  const column = columnOverTime(report)
  if (column === undefined || !period) return null
  const grain = grainOf(period)
  const bars = recordsByHour
    ? recordsByHour.map((count, hour) => ({ name: hourLabel(hour), days: period, count }))
    : bucketPoints(report.columns, series, period, grain).map((bucket) => barOf(bucket, column, grain, today))
  const total = bars.reduce((sum, { count }) => sum + count, 0)
  return total > 0 ? { unit: recordsByHour ? 'hour' : grain, bars, total } : null
}

function barOf({ start, end, numbers }: Bucket, column: string, grain: Grain, today: Day): TimeBar {
  const days = { start, end }
  return { name: nameOf(days, grain, today), days, count: numbers?.[column] ?? 0 }
}

function nameOf(days: DayRange, grain: Grain, today: Day): string {
  if (grain === 'month') return formatMonth(days.start, today)
  if (grain === 'week') return formatRange(days, today)
  return `${Object.values(weekdays)[weekdayOf(days.start) - 1]}, ${formatShortDay(days.start)}`
}
