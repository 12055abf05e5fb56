import { MIN_CASES } from '../judgement/evidence'
import type { Day } from '../time/dates'

/** So many cases of its own weigh as much in a property's rate as the whole company's. */
export const COMPANY_CASES = 20

/** Were all of a few units rented, the rate would be endless. */
const MOST_RENTED = 0.95

/** What happened in so many cases. */
export interface Happened {
  part: number
  whole: number
}

const add = (one: Happened, other: Happened): Happened => ({
  part: one.part + other.part,
  whole: one.whole + other.whole,
})
const NONE: Happened = { part: 0, whole: 0 }
const rateOf = ({ part, whole }: Happened): number => part / whole

/**
 * A property's rate, drawn to its company's as far as it has few cases of its own: (part + 20 × rate) ÷ (whole + 20),
 * the posterior mean of a beta prior worth 20 cases.
 * Source: Efron and Morris, Stein's paradox in statistics, Scientific American 236 (1977); Gelman et al., Bayesian Data
 * Analysis, 3rd ed., section 5.3.
 */
export const shrunken = ({ part, whole }: Happened, companyRate: number): number =>
  (part + COMPANY_CASES * companyRate) / (whole + COMPANY_CASES)

/**
 * A company's rate in each class of cases. A class with fewer than 20 takes the rate of all classes; null when all
 * together are fewer.
 */
export function companyRates(classes: readonly Happened[]): number[] | null {
  const all = classes.reduce(add, NONE)
  if (all.whole < MIN_CASES) return null
  return classes.map((one) => rateOf(one.whole < MIN_CASES ? all : one))
}

/** The sums of several properties' cases, class by class. */
export const sumOfCases = (lists: readonly (readonly Happened[])[]): Happened[] =>
  lists.reduce<Happened[]>((sums, list) => list.map((one, index) => add(one, sums[index] ?? NONE)), [])

/** The constant rate a day at which a share of units is rented within so many days. */
export const dailyPace = (share: number, days: number): number => -Math.log1p(-Math.min(share, MOST_RENTED)) / days

/** A forecast of occupied units beside what came. */
export interface Forecasted {
  units: number
  expected: number
  occupied: number
}

/** How far forecasts were off on average, as a share of units; null without any. */
export function meanError(forecasts: readonly Forecasted[]): number | null {
  const known = forecasts.filter(({ units }) => units > 0)
  if (known.length === 0) return null
  return known.reduce((sum, one) => sum + Math.abs(one.expected - one.occupied) / one.units, 0) / known.length
}

/** What is known of a property on a day; shares and paces are drawn to the company's. */
export interface PropertyRates {
  /** The share of residents who leave, by the months until their lease ends; null where the company has too few cases. */
  leaves: readonly number[] | null
  /** How fast units to rent are rented, vacant or on notice, as rates a day; null where the company had too few. */
  paces: { vacant: number; notice: number } | null
  /** Days from signing to moving in, five equally likely ones; null where too few moved in. */
  moveInDays: readonly number[] | null
  /** Ended leases whose residents were undecided in one of the last months, and how many of them left. */
  decided: Happened
  /** How many days before the lease's end a notice comes; the median. */
  noticeDays: number
  /** Leads of a year whose leases are known by now, and how many of them leased. */
  leads: number
  leased: number
  /** What leads cost in the last whole twelve months, and how many new leases were signed in them. */
  spend: number
  leases: number
}

/** A property's forecast as on a day of the past. */
export interface PropertyForecast extends Forecasted {
  property: number
  day: Day
  /** The variance of the occupied units that were expected. */
  variance: number
  /** Occupied units on the day itself. */
  before: number
}

/** The same for each of a company's properties, and how right forecasts were. */
export interface HomesOutlook {
  rates: ReadonlyMap<number, PropertyRates>
  /**
   * Forecasts 30 days ahead, made as on days of the last year with what was known by then; those of the last time that they
   * were made, or null before the first.
   */
  forecasts: readonly PropertyForecast[] | null
}

/** The forecasts of several properties together, day by day. */
export function sumByDay(forecasts: readonly PropertyForecast[]): Forecasted[] {
  const days = new Map<Day, Forecasted>()
  for (const { day, units, expected, occupied } of forecasts) {
    const sum = days.get(day) ?? { units: 0, expected: 0, occupied: 0 }
    days.set(day, { units: sum.units + units, expected: sum.expected + expected, occupied: sum.occupied + occupied })
  }
  return [...days.values()]
}
