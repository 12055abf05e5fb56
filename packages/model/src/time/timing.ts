import { weekdays as weekdayNames } from '../filters/enums'
import { InputError, joinWithAnd } from '../format/text'
import { formatClock, formatInstant } from '../format/values'
import { addTo, DAYS_IN_WEEK, type Day, endOf, weekdayOf } from './dates'
import { dayAt, instantOf, isZone, zoneName } from './zones'

/** How often a report is sent (§3). */
export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY'] as const
export type Frequency = (typeof frequencies)[number]

/** When a report is sent: a local time in a named zone, every day, on days of the week, or on a day of the month. */
export interface Timing {
  frequency: Frequency
  /** 1 (Monday) to 7 (Sunday), ascending; only when weekly. */
  weekdays: readonly number[]
  /** 1 to 31; in a shorter month, its last day. Only when monthly. */
  dayOfMonth: number | null
  /** `07:30` */
  time: string
  timeZone: string
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/

/** Parses a timing from a request; throws InputError. Drops fields that its frequency doesn't use. */
export function parseTiming(input: Readonly<Record<keyof Timing, unknown>>): Timing {
  const frequency = frequencies.find((item) => item === input.frequency)
  if (!frequency) throw new InputError(`frequency must be one of ${frequencies.join(', ')}.`, 'frequency')
  const { time, timeZone } = input
  if (typeof time !== 'string' || !TIME.test(time)) throw new InputError('time must look like 07:30.', 'time')
  // An offset such as +05:00 has no summer time, so it can't preserve a local time.
  if (typeof timeZone !== 'string' || /^[+-]/.test(timeZone) || timeZone.length > 100 || !isZone(timeZone))
    throw new InputError('time_zone must be the name of a zone, such as America/New_York.', 'time_zone')
  return {
    frequency,
    weekdays: frequency === 'WEEKLY' ? parseWeekdays(input.weekdays) : [],
    dayOfMonth: frequency === 'MONTHLY' ? parseDayOfMonth(input.dayOfMonth) : null,
    time,
    timeZone,
  }
}

function parseWeekdays(input: unknown): number[] {
  const list: unknown[] = Array.isArray(input) ? input : []
  const days = [...new Set(list)].filter((day): day is number => typeof day === 'number' && isBetween(day, 1, 7))
  if (days.length === 0 || days.length !== new Set(list).size)
    throw new InputError('weekdays must hold days of the week, 1 (Monday) to 7 (Sunday).', 'weekdays')
  return days.sort((a, b) => a - b)
}

function parseDayOfMonth(input: unknown): number {
  if (typeof input !== 'number' || !isBetween(input, 1, 31))
    throw new InputError('day_of_month must be a day from 1 to 31.', 'day_of_month')
  return input
}

const isBetween = (value: number, low: number, high: number): boolean =>
  Number.isInteger(value) && value >= low && value <= high

/** Whether the report is sent on a calendar day. */
function isRunDay(timing: Timing, day: Day): boolean {
  switch (timing.frequency) {
    case 'DAILY':
      return true
    case 'WEEKLY':
      return timing.weekdays.includes(weekdayOf(day))
    case 'MONTHLY': {
      const last = Number(endOf(day, 'month').slice(8))
      return Number(day.slice(8)) === Math.min(timing.dayOfMonth ?? 1, last)
    }
  }
}

/**
 * The instant of a day's run. A skipped local time uses the offset before the change, a repeated one its first
 * occurrence, so every run day has exactly one run.
 */
function runInstant({ time, timeZone }: Timing, day: Day): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return instantOf(day, hours * 3600 + minutes * 60, timeZone)
}

/** The first run after an instant. */
export function nextRun(timing: Timing, after: Date): Date {
  // From the day before: where a zone is far from UTC, a run of yesterday's date may still be ahead.
  for (let day = addTo(dayAt(after.getTime(), timing.timeZone), -1); ; day = addTo(day, 1)) {
    if (!isRunDay(timing, day)) continue
    const run = runInstant(timing, day)
    if (run > after.getTime()) return new Date(run)
  }
}

/** The next runs after an instant, in order. */
export function nextRuns(timing: Timing, after: Date, count: number): Date[] {
  const runs: Date[] = []
  while (runs.length < count) runs.push(nextRun(timing, runs.at(-1) ?? after))
  return runs
}

/** The latest run at or before `now`, starting from `due`, and how many of them came before it. */
export function latestRun(timing: Timing, due: Date, now: Date): { run: Date; before: number } {
  let run = due
  let before = 0
  for (let next = nextRun(timing, run); next <= now; next = nextRun(timing, run)) {
    run = next
    before += 1
  }
  return { run, before }
}

/** A timing as text: `Every Monday and Friday at 7:30 AM Eastern Time`. */
export function describeTiming(timing: Timing): string {
  const [hour = 0, minute = 0] = timing.time.split(':').map(Number)
  return `${describeDays(timing)} at ${formatClock(hour * 60 + minute)} ${zoneName(timing.timeZone)}`
}

function describeDays({ frequency, weekdays, dayOfMonth }: Timing): string {
  if (frequency === 'DAILY' || weekdays.length === DAYS_IN_WEEK) return 'Every day'
  if (frequency === 'WEEKLY') {
    const names: Readonly<Record<number, string>> = weekdayNames
    return `Every ${joinWithAnd(weekdays.map((day) => names[day] ?? ''))}`
  }
  return dayOfMonth === 31 ? 'On the last day of every month' : `On day ${dayOfMonth} of every month`
}

/** A run as text, in its own zone: `Mon, Mar 9, 7:30 AM`; the year only where it is not that of `now`. */
export function formatRun(run: Date, { timeZone }: Pick<Timing, 'timeZone'>, now: Date): string {
  return formatInstant(run.getTime(), timeZone, dayAt(now.getTime(), timeZone))
}
