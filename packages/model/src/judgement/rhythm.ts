import { TRIMMED_CHI_SQUARE, trimmedMean } from '../findings/chance'
import {
  addTo,
  DAYS_IN_WEEK,
  type Day,
  type DayRange,
  dayCount,
  daysBetween,
  eachDay,
  shiftRange,
  weekdayOf,
} from '../time/dates'
import type { Evidence } from './evidence'

/** How many weeks are read to learn how a number moves: a year, and the year before it for its season. */
export const RHYTHM_WEEKS = 112

/** With fewer weeks, nothing is learned. */
export const MIN_RHYTHM_WEEKS = 9

/** How a company's number moves when nothing happens, learned from its own last weeks. */
export interface NumberRhythm {
  /** The last day of the latest week. */
  end: Day
  /** The number in each week, the latest first; null where it is none. */
  weeks: readonly (Evidence | null)[]
  /** What each weekday brings, Monday first, on average 1; null where too little is known, or where it doesn't add up. */
  weekdays: readonly number[] | null
  /** How far it moves besides chance from one period to the next, as a share of itself, for each of `DRIFT_WEEKS`. */
  drift: readonly number[]
}

/** Lengths of periods, in weeks, for which it is learned how far a number moves from one to the next. */
const DRIFT_WEEKS = [1, 4, 13] as const

/** Over more days than a quarter, only a number's season tells how far it moves. */
export const MAX_DRIFT_DAYS = 92

/** Fewer pairs of neighboring periods don't tell how far a number moves. */
const MIN_PAIRS = 6

/**
 * Learns how a number moves.
 * @param weeks the number in each week, the latest first
 * @param days what each day of these weeks brought, where the number is a count
 */
export function learnRhythm(
  weeks: readonly (Evidence | null)[],
  days: ReadonlyMap<Day, number> | null,
  end: Day,
): NumberRhythm | null {
  if (weeks.length < MIN_RHYTHM_WEEKS) return null
  const drift: number[] = []
  for (const length of DRIFT_WEEKS) drift.push(driftOver(weeks, length, drift.at(-1) ?? 0))
  return { end, weeks, weekdays: days && weekdaysOf(days), drift }
}

/**
 * How far a number moves besides chance: the squared differences of neighboring periods over what chance lets expect,
 * less 1, as a share of the number. The largest tenth is left out, because a real change is one large difference. Over
 * longer periods a number moves no less than over shorter ones.
 * Source: the Pearson estimate of overdispersion, McCullagh and Nelder, Generalized Linear Models, 2nd ed., section 4.5.
 */
function driftOver(weeks: readonly (Evidence | null)[], length: number, least: number): number {
  const periods = Array.from({ length: Math.floor(weeks.length / length) }, (_, at) =>
    together(weeks.slice(at * length, (at + 1) * length)),
  )
  const pairs = periods.slice(1).flatMap((before, at) => {
    const now = periods[at]
    if (!now || !before) return []
    const [chance, middle] = [varianceOf(now) + varianceOf(before), (now.value + before.value) / 2]
    return chance > 0 && Number.isFinite(chance) && middle !== 0
      ? [{ excess: (now.value - before.value) ** 2 / chance, chance: chance / middle ** 2 }]
      : []
  })
  if (pairs.length < MIN_PAIRS) return least
  const spread = trimmedMean(pairs.map(({ excess }) => excess)) / TRIMMED_CHI_SQUARE
  const chance = pairs.reduce((sum, pair) => sum + pair.chance, 0) / pairs.length
  return Math.max(least, Math.sqrt(Math.max(0, spread - 1) * chance))
}

/** The number over several weeks, per week where it counts; null where any is missing or they are of several kinds. */
function together(weeks: readonly (Evidence | null)[]): Evidence | null {
  const [first] = weeks
  const known = weeks.filter((week) => week !== null && week.kind === first?.kind)
  if (!first || known.length < weeks.length) return null
  const count = known.length
  const sum = (of: (one: Evidence) => number) => known.reduce((all, week) => all + (week ? of(week) : 0), 0)
  const value = sum((week) => week.value) / count
  if (first.kind === 'count')
    return { kind: 'count', value, events: sum((week) => ('events' in week ? week.events : 0)) / count ** 2 }
  if (first.kind === 'rate') {
    const [part, whole] = [
      sum((week) => ('part' in week ? week.part : 0)),
      sum((week) => ('whole' in week ? week.whole : 0)),
    ]
    return whole > 0 ? { kind: 'rate', value: part / whole, part, whole } : null
  }
  if (first.kind === 'ratio') {
    const counts = first.counts.map((_, at) => sum((week) => ('counts' in week ? (week.counts[at] ?? 0) : 0)))
    return { kind: 'ratio', value, counts }
  }
  if (first.kind === 'unknown') return null
  const error = (side: 'below' | 'above') =>
    Math.sqrt(sum((week) => (side in week ? (week as typeof first)[side] ** 2 : 0))) / count
  return {
    kind: 'estimate',
    value,
    count: sum((week) => ('count' in week ? week.count : 0)),
    below: error('below'),
    above: error('above'),
  }
}

/** How far chance alone moves a number: its squared standard error; infinite where nothing is known of it. */
function varianceOf(one: Evidence): number {
  switch (one.kind) {
    case 'count':
      return one.events
    case 'rate':
      return (one.value * (1 - one.value)) / one.whole
    case 'ratio':
      return one.value ** 2 * one.counts.reduce((sum, count) => sum + 1 / count, 0)
    case 'estimate':
      return ((one.below + one.above) / 2) ** 2
    case 'unknown':
      return Number.POSITIVE_INFINITY
  }
}

/** Records’ worth of belief, for each weekday, that all are alike. */
const ALIKE = 10

function weekdaysOf(days: ReadonlyMap<Day, number>): number[] | null {
  const sums = new Array<number>(DAYS_IN_WEEK).fill(0)
  for (const [day, value] of days) {
    const at = weekdayOf(day) - 1
    sums[at] = (sums[at] ?? 0) + value
  }
  const all = sums.reduce((sum, value) => sum + value, 0)
  if (all < DAYS_IN_WEEK * ALIKE || sums.some((value) => value < 0)) return null
  return sums.map((value) => (DAYS_IN_WEEK * (value + ALIKE)) / (all + DAYS_IN_WEEK * ALIKE))
}

/** How much more the days of the current period bring than those of the prior one, by their weekdays. */
export function exposureOf(rhythm: NumberRhythm | null, current: DayRange, prior: DayRange): number {
  const weekdays = rhythm?.weekdays
  if (!weekdays) return dayCount(current) / dayCount(prior)
  return weightOf(current, weekdays) / weightOf(prior, weekdays)
}

/** What the days of a range bring by their weekdays: that of its whole weeks, and of the days after them. */
function weightOf({ start, end }: DayRange, weekdays: readonly number[]): number {
  const days = dayCount({ start, end })
  const rest = days % DAYS_IN_WEEK
  const weeks = ((days - rest) / DAYS_IN_WEEK) * weekdays.reduce((sum, one) => sum + one, 0)
  if (rest === 0) return weeks
  const after = eachDay({ start: addTo(end, 1 - rest), end })
  return after.reduce((sum, day) => sum + (weekdays[weekdayOf(day) - 1] ?? 1), weeks)
}

/** How far a number moves besides chance from one period of so many days to the next, as a share of itself. */
export function usualDrift({ drift }: NumberRhythm, days: number): number {
  const at = DRIFT_WEEKS.findIndex((weeks) => days <= DAYS_IN_WEEK * weeks)
  return drift[at === -1 ? DRIFT_WEEKS.length - 1 : at] ?? 0
}

/** So many days make a year of whole weeks. */
const YEAR_DAYS = 364
/** Periods about a year apart, up to so many days, are of one season. */
const SAME_SEASON_DAYS = 14
/** In two of three pairs of seasons, numbers are within this share of each other; what chance makes of less is drawn in. */
const SEASONAL_SPREAD = 0.25

/**
 * How much higher the number is in the current period than in the prior one by its season: what it was a year before,
 * drawn towards 1 as far as chance may have made it. Null without that year, and for periods of one season.
 */
export function seasonOf(
  rhythm: NumberRhythm,
  { current, prior }: { current: DayRange; prior: DayRange },
): number | null {
  const apart = Math.abs(daysBetween(prior.start, current.start))
  const offYears = Math.min(apart % YEAR_DAYS, YEAR_DAYS - (apart % YEAR_DAYS))
  if (apart > YEAR_DAYS / 2 && offYears <= SAME_SEASON_DAYS) return null
  const [now, before] = [current, prior].map((range) => yearBefore(rhythm, range))
  if (!now || !before || now.value <= 0 || before.value <= 0) return null
  const chance = varianceOf(now) / now.value ** 2 + varianceOf(before) / before.value ** 2
  const share = SEASONAL_SPREAD ** 2 / (SEASONAL_SPREAD ** 2 + chance)
  return Math.exp(share * Math.log(now.value / before.value))
}

/** The number a year before a range, over its weeks and the one before and after. */
function yearBefore({ end, weeks }: NumberRhythm, range: DayRange): Evidence | null {
  const { start, end: last } = shiftRange(range, -YEAR_DAYS)
  const weekOf = (day: Day) => Math.floor(daysBetween(day, end) / DAYS_IN_WEEK)
  const [from, to] = [weekOf(addTo(last, DAYS_IN_WEEK)), weekOf(addTo(start, -DAYS_IN_WEEK))]
  return from < 0 || to >= weeks.length ? null : together(weeks.slice(from, to + 1))
}
