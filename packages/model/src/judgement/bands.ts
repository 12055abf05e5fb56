/** A range of values that chance alone explains, both ends included. */
export interface Band {
  low: number
  high: number
}

/** How many standard deviations from the expected value are still usual: 95 of 100 unchanged numbers are within. */
export const USUAL_DEVIATIONS = 2

/**
 * The counts that are usual after a count of `prior`, when both are Poisson with one rate.
 *
 * Given the sum of both, the current count is binomial with probability r / (1 + r), so the score test compares
 * |current − r × prior| with z × √(r × (current + prior)). Solved for the current count, its limits are
 * r × prior + z²r / 2 ± z × √(r² × prior + r × prior + z²r² / 4).
 * Source: Przyborowski and Wilenski, Homogeneity of results in testing samples from Poisson series, Biometrika 31
 * (1940); the normal form in Gu, Ng, Tang and Schucany, Testing the ratio of two Poisson rates, Biometrical Journal 50
 * (2008).
 * @param exposure r, the days of the current period over those of the prior one
 */
export function countBand(prior: number, exposure = 1, deviations = USUAL_DEVIATIONS): Band {
  const center = exposure * prior + (deviations ** 2 * exposure) / 2
  const reach = deviations * Math.sqrt(exposure ** 2 * prior + exposure * prior + (deviations ** 2 * exposure ** 2) / 4)
  return wholeNumbers({ low: center - reach, high: center + reach })
}

/**
 * The differences of counts (leases less cancellations) that are usual. The variance of a difference of Poisson counts
 * is the sum of both (Skellam 1946), so `events` counts all records behind both periods' differences.
 */
export function differenceBand(prior: number, events: number, exposure = 1, deviations = USUAL_DEVIATIONS): Band {
  const reach = deviations * Math.sqrt(exposure * events)
  return { low: Math.ceil(exposure * prior - reach), high: Math.floor(exposure * prior + reach) }
}

/**
 * The shares, 0..1, that are usual among `whole` cases after `prior.part` of `prior.whole`, when both are binomial with
 * one probability.
 *
 * The pooled two-proportion test compares (x − p)² with z² × P(1 − P) × (1 / n₁ + 1 / n₂), where P is the share of both
 * together and so linear in x; the limits are the roots of that quadratic.
 * Source: Agresti, Categorical Data Analysis, 3rd ed., section 3.2 (score test of two proportions).
 */
export function rateBand(prior: { part: number; whole: number }, whole: number, deviations = USUAL_DEVIATIONS): Band {
  const all = whole + prior.whole
  const p = prior.part / prior.whole
  const [slope, rest] = [whole / all, prior.part / all]
  const weight = (deviations ** 2 * all) / (whole * prior.whole)
  const a = 1 + weight * slope ** 2
  const b = -2 * p - weight * slope * (1 - 2 * rest)
  const c = p ** 2 - weight * rest * (1 - rest)
  const reach = Math.sqrt(Math.max(0, b ** 2 - 4 * a * c))
  return { low: Math.max(0, (-b - reach) / (2 * a)), high: Math.min(1, (-b + reach) / (2 * a)) }
}

/**
 * The ratios (follow-ups per prospect, cost per lease) that are usual. The logarithm of a ratio of counts has the
 * variance Σ 1 / n over the counts it is made of (delta method; Rothman, Modern Epidemiology, 3rd ed., chapter 14). An
 * exact amount of money adds nothing.
 * @param counts all counts behind both periods' ratios, each at least 1
 */
export function ratioBand(prior: number, counts: readonly number[], deviations = USUAL_DEVIATIONS): Band {
  const reach = Math.exp(deviations * Math.sqrt(counts.reduce((sum, count) => sum + 1 / count, 0)))
  return { low: prior / reach, high: prior * reach }
}

/** A number estimated from a sample, and its standard errors below and above it; a quantile's are not the same. */
export interface Estimate {
  value: number
  below: number
  above: number
}

/**
 * The estimates that are usual: two of the same number differ by the root of their squared standard errors. Lower
 * values of the current estimate are less usual the closer its upper error and the prior's lower one are.
 */
export function estimateBand(prior: Estimate, current: Estimate, exposure = 1, deviations = USUAL_DEVIATIONS): Band {
  const expected = exposure * prior.value
  return {
    low: expected - deviations * Math.hypot(exposure * prior.below, current.above),
    high: expected + deviations * Math.hypot(exposure * prior.above, current.below),
  }
}

/** The distance in probability at which a quantile's neighbors are read to learn how dense its values are. */
export const NEIGHBOR_DISTANCE: Readonly<Record<string, number>> = { '0.5': 0.2, '0.9': 0.08 }

/**
 * The standard errors of a sample quantile, from its neighboring order statistics: the rank of the quantile varies by
 * √(q(1 − q) / n), and between neighbors `distance` apart in probability values change evenly.
 * Source: Siddiqui, Distribution of quantiles in samples from a bivariate population (1960); Koenker, Quantile
 * Regression (2005), section 3.4 (sparsity estimation).
 */
export function quantileErrors(
  level: number,
  distance: number,
  { count, lower, value, upper }: { count: number; lower: number; value: number; upper: number },
): Estimate {
  const ranks = Math.sqrt((level * (1 - level)) / count) / distance
  return { value, below: (value - lower) * ranks, above: (upper - value) * ranks }
}

/** A band around what is expected, as much wider as a number drifts besides chance; what can't be below zero stays above it. */
export function widenBand({ low, high }: Band, expected: number, drift: number): Band {
  const reach = (edge: number) => Math.hypot(edge - expected, drift * expected)
  const wide = { low: expected - reach(low), high: expected + reach(high) }
  return low >= 0 ? { low: Math.max(0, wide.low), high: wide.high } : wide
}

/** The smallest band around both. */
export const joinBands = (one: Band, other: Band | null): Band =>
  other ? { low: Math.min(one.low, other.low), high: Math.max(one.high, other.high) } : one

/** Whether a value is in a band; a rounding error does not put it out. */
export const isInBand = (value: number, { low, high }: Band): boolean =>
  value >= low - tolerance(low) && value <= high + tolerance(high)

const tolerance = (edge: number): number => Math.abs(edge) * 1e-9

/** The whole numbers in a band, from zero on. */
export const wholeNumbers = ({ low, high }: Band): Band => ({
  low: Math.max(0, Math.ceil(low - tolerance(low))),
  high: Math.floor(high + tolerance(high)),
})

/**
 * How many standard deviations the most extreme of `comparisons` numbers may have before it says something: with many
 * rows, one is far out by chance alone. Bonferroni's correction of `USUAL_DEVIATIONS`, one-sided, with the normal
 * quantile of Abramowitz and Stegun 26.2.23 (error below 0.00045).
 */
export function deviationsAmong(comparisons: number): number {
  if (comparisons <= 1) return USUAL_DEVIATIONS
  const tail = ONE_SIDED_TAIL / comparisons
  const t = Math.sqrt(-2 * Math.log(tail))
  return t - (2.515517 + 0.802853 * t + 0.010328 * t ** 2) / (1 + 1.432788 * t + 0.189269 * t ** 2 + 0.001308 * t ** 3)
}

/** The probability beyond two standard deviations on one side. */
const ONE_SIDED_TAIL = 0.02275
