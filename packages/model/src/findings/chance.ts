/**
 * The probability that a standard normal number is above z. Abramowitz and Stegun 26.2.17 up to 6, the asymptotic series
 * beyond, where the first would lose all digits.
 */
export function tailOf(z: number): number {
  if (z < 0) return 1 - tailOf(-z)
  const density = Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI)
  if (z > 6) return (density / z) * (1 - 1 / z ** 2)
  const t = 1 / (1 + 0.2316419 * z)
  const sum = ((((1.330274429 * t - 1.821255978) * t + 1.781477937) * t - 0.356563782) * t + 0.31938153) * t
  return density * sum
}

/**
 * Student’s t with some degrees of freedom as a normal number of about the same tail. Wallace, Bounds on normal
 * approximations to Student’s and the chi-square distributions, Annals of Mathematical Statistics 30 (1959).
 */
export function normalOfT(t: number, degrees: number): number {
  const scale = (8 * degrees + 1) / (8 * degrees + 3)
  return Math.sign(t) * scale * Math.sqrt(degrees * Math.log1p(t ** 2 / degrees))
}

/**
 * The adjusted p-values (q-values) of many tests: of the tests whose q is at most 0.05, no more than 5 in 100 are wrong on
 * average, and where nothing changed anywhere, 5 in 100 times anything is found at all.
 * Source: Benjamini and Hochberg, Controlling the false discovery rate, JRSS B 57 (1995).
 * @param tests how many tests there were; those not in the list have larger p-values than all in it
 */
export function adjustForMany(pValues: readonly number[], tests = pValues.length): number[] {
  const order = pValues.map((p, index) => ({ p, index })).sort((a, b) => b.p - a.p)
  const adjusted = new Array<number>(pValues.length).fill(1)
  let smallest = 1
  order.forEach(({ p, index }, at) => {
    smallest = Math.min(smallest, (p * tests) / (order.length - at))
    adjusted[index] = smallest
  })
  return adjusted
}

/**
 * How much each test may claim of the false findings that are allowed, on average 1: by the root of what is at stake,
 * so that few leases more weigh as much as many calls, without drowning these. The stakes must not depend on whether
 * anything changed.
 * Source: Genovese, Roeder and Wasserman, False discovery control with p-value weighting, Biometrika 93 (2006): p-values
 * over weights of mean 1 are adjusted as p-values are.
 * @param stakes null for a tenth of a part, where what looks like a change may be something else
 */
export function weightsOf(stakes: readonly (number | null)[]): number[] {
  const roots = stakes.map((stake) => (stake === null ? null : Math.sqrt(Math.max(0, stake))))
  const known = roots.filter((root) => root !== null)
  const mean = known.reduce((sum, root) => sum + root, 0) / Math.max(1, known.length)
  return roots.map((root) => (root === null ? 0.1 : mean === 0 ? 1 : root / mean))
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return middleOf(sorted.length, (at) => sorted[at])
}

/** The median of values without one of them: `leavingOut` returns what `medianOf` would of the others, without sorting them each time. */
export function medianLeavingOut(values: readonly number[]): (leftOut: number) => number {
  const sorted = [...values].sort((a, b) => a - b)
  const places = new Map(sorted.map((value, at) => [value, at]))
  return (leftOut) => {
    const gap = places.get(leftOut) ?? sorted.length
    return middleOf(gap < sorted.length ? sorted.length - 1 : sorted.length, (at) => sorted[at < gap ? at : at + 1])
  }
}

function middleOf(count: number, sortedAt: (at: number) => number | undefined): number {
  const middle = count / 2
  const [low, high] = [sortedAt(Math.ceil(middle) - 1) ?? 0, sortedAt(Math.floor(middle)) ?? 0]
  return (low + high) / 2
}

/** The mean of values without the largest tenth, which real changes would fill. */
export function trimmedMean(values: readonly number[]): number {
  // There may be millions; typed arrays sort them several times as fast.
  const kept = Float64Array.from(values)
    .sort()
    .subarray(0, Math.max(1, Math.ceil(values.length * 0.9)))
  return kept.length === 0 ? 0 : kept.reduce((sum, value) => sum + value, 0) / kept.length
}

/** The trimmed mean of squared standard normal numbers. */
export const TRIMMED_CHI_SQUARE = 0.623
