import {
  addTo,
  type CalendarUnit,
  DAYS_IN_WEEK,
  type Day,
  type DayRange,
  endOf,
  precedingRange,
  shiftRange,
  startOf,
} from './dates'

/** A period and its comparison period. */
export interface Periods {
  current: DayRange
  prior: DayRange
}

interface Preset {
  label: string
  resolve: (today: Day) => Periods
}

const withPrecedingRange = (current: DayRange): Periods => ({ current, prior: precedingRange(current) })

const lastDays = (count: number, lastDay: Day): DayRange => ({ start: addTo(lastDay, 1 - count), end: lastDay })
const nextDays = (count: number, today: Day): DayRange => ({ start: today, end: addTo(today, count - 1) })

/**
 * From the unit's first day to today, compared with the same calendar days of the previous unit: the prior period ends
 * on today's date a unit earlier, clipped to the month's end (Feb 29 → Feb 28), however many days that is.
 */
function toDate(today: Day, unit: CalendarUnit): Periods {
  const start = startOf(today, unit)
  return { current: { start, end: today }, prior: { start: addTo(start, -1, unit), end: addTo(today, -1, unit) } }
}

/** A number of whole months before the current one, and as many before them. */
export function monthsBefore(today: Day, count: number): Periods {
  const start = addTo(startOf(today, 'month'), -count, 'month')
  const priorStart = addTo(start, -count, 'month')
  return {
    current: { start, end: addTo(startOf(today, 'month'), -1) },
    prior: { start: priorStart, end: addTo(start, -1) },
  }
}

function lastFullUnit(today: Day, unit: CalendarUnit): Periods {
  const start = addTo(startOf(today, unit), -1, unit)
  const priorStart = addTo(start, -1, unit)
  return { current: { start, end: endOf(start, unit) }, prior: { start: priorStart, end: endOf(priorStart, unit) } }
}

/**
 * The latest complete week that ends on `lastWeekday` (1–7 = Monday–Sunday) and has `length` days, and the one before.
 */
function lastWeek(today: Day, lastWeekday: number, length: number): Periods {
  const sunday = addTo(startOf(today, 'week'), -1)
  const candidate = addTo(sunday, lastWeekday === 7 ? 0 : lastWeekday)
  const end = candidate < today ? candidate : addTo(candidate, -DAYS_IN_WEEK)
  const current = { start: addTo(end, 1 - length), end }
  return { current, prior: shiftRange(current, -DAYS_IN_WEEK) }
}

/** The past presets of the specification (§9), in the date picker's order. */
export const pastPresets = {
  today: { label: 'Today', resolve: (today) => withPrecedingRange({ start: today, end: today }) },
  yesterday: { label: 'Yesterday', resolve: (today) => withPrecedingRange(lastDays(1, addTo(today, -1))) },
  last_7_days: { label: 'Last 7 days', resolve: (today) => withPrecedingRange(lastDays(7, addTo(today, -1))) },
  last_7_days_today: { label: 'Last 7 days with today', resolve: (today) => withPrecedingRange(lastDays(7, today)) },
  last_14_days: { label: 'Last 14 days', resolve: (today) => withPrecedingRange(lastDays(14, addTo(today, -1))) },
  last_30_days: { label: 'Last 30 days', resolve: (today) => withPrecedingRange(lastDays(30, addTo(today, -1))) },
  last_week_sun_sat: { label: 'Last week (Sun – Sat)', resolve: (today) => lastWeek(today, 6, 7) },
  last_week_mon_sun: { label: 'Last week (Mon – Sun)', resolve: (today) => lastWeek(today, 7, 7) },
  last_week_mon_fri: { label: 'Last week (Mon – Fri)', resolve: (today) => lastWeek(today, 5, 5) },
  last_week_fri_thurs: { label: 'Last week (Fri – Thurs)', resolve: (today) => lastWeek(today, 4, 7) },
  month_to_date: { label: 'Month to date', resolve: (today) => toDate(today, 'month') },
  quarter_to_date: { label: 'Quarter to date', resolve: (today) => toDate(today, 'quarter') },
  year_to_date: { label: 'Year to date', resolve: (today) => toDate(today, 'year') },
  last_month: { label: 'Last month', resolve: (today) => lastFullUnit(today, 'month') },
  last_quarter: { label: 'Last quarter', resolve: (today) => lastFullUnit(today, 'quarter') },
} satisfies Record<string, Preset>

/** The future presets of the specification (§9). `next_N_days` starts today. */
export const futurePresets = {
  tomorrow: { label: 'Tomorrow', resolve: (today) => withPrecedingRange(lastDays(1, addTo(today, 1))) },
  next_3_days: { label: 'Next 3 days', resolve: (today) => withPrecedingRange(nextDays(3, today)) },
  next_7_days: { label: 'Next 7 days', resolve: (today) => withPrecedingRange(nextDays(7, today)) },
  next_14_days: { label: 'Next 14 days', resolve: (today) => withPrecedingRange(nextDays(14, today)) },
  next_30_days: { label: 'Next 30 days', resolve: (today) => withPrecedingRange(nextDays(30, today)) },
} satisfies Record<string, Preset>

export type PastPreset = keyof typeof pastPresets
export type FuturePreset = keyof typeof futurePresets

/**
 * A date range as saved: a preset is relative to the current day, a custom range is fixed. `prior` overrides the
 * default prior period, which has the same length and ends right before the start (§5). `compareWith` chooses another
 * that moves with the period.
 */
export type DateRange<Preset extends string = PastPreset> =
  | { preset: Preset; compareWith?: ComparisonBasis }
  | { preset: 'custom'; start: Day; end: Day; prior?: DayRange; compareWith?: ComparisonBasis }

/** What a period can be compared with besides the period before it. */
export const comparisons = { year_before: 'A year before' } as const
export type ComparisonBasis = keyof typeof comparisons

const yearBefore = ({ start, end }: DayRange): DayRange => ({
  start: addTo(start, -1, 'year'),
  end: addTo(end, -1, 'year'),
})

/** The days of a date range, evaluated on `today`. */
export function resolveRange(range: DateRange<PastPreset | FuturePreset>, today: Day): Periods {
  if (range.preset === 'custom') {
    const current = { start: range.start, end: range.end }
    return { current, prior: range.prior ?? (range.compareWith ? yearBefore(current) : precedingRange(current)) }
  }
  const all: Record<PastPreset | FuturePreset, Preset> = { ...pastPresets, ...futurePresets }
  const periods = all[range.preset].resolve(today)
  return range.compareWith ? { ...periods, prior: yearBefore(periods.current) } : periods
}

/** The display name of a range's preset. */
export function presetLabel(preset: PastPreset | FuturePreset | 'custom'): string {
  if (preset === 'custom') return 'Custom'
  const all: Record<PastPreset | FuturePreset, Preset> = { ...pastPresets, ...futurePresets }
  return all[preset].label
}
