import { MIN_CASES } from '../judgement/evidence'
import { addTo, type Day, type DayRange } from '../time/dates'

/** Leads of a year count, which ended so long ago that most who sign have signed. */
const LEAD_DAYS = 365
const RIPE_DAYS = 60

/** In eight of ten cases the leads needed are between the limits. */
const TAIL = 0.1

/** How many leads some leases take: about how many, and between which numbers in eight of ten cases. */
type LeadsNeeded = 'low' | 'likely' | 'high'

/**
 * The leads that bring so many leases, from past leads and how many of them leased; null below 20 leads or without a
 * lease among them.
 *
 * Of n leads, X lease: beta-binomial, because the share of leads who lease is itself known only from past leads (Beta
 * with Jeffreys' prior, `leased` + ½ and the others + ½). The limits are the fewest leads with which that many leases
 * have a chance of 10% and of 90%, the quantiles of the beta negative binomial distribution, whose chances are added up.
 * Source: Gelman et al., Bayesian Data Analysis, 3rd ed., sections 2.4 and 2.8; Johnson, Kemp and Kotz, Univariate
 * Discrete Distributions, 3rd ed., section 6.2.3.
 */
export function leadsFor(which: LeadsNeeded, leases: number, leads: number, leased: number): number | null {
  if (leads < MIN_CASES || leased <= 0) return null
  if (leases <= 0) return 0
  const likely = Math.ceil((leases * leads) / leased)
  if (which === 'likely') return likely
  const chance = which === 'low' ? TAIL : 1 - TAIL
  return fewestLeads(leases, chance, leased + 0.5, Math.max(0, leads - leased) + 0.5)
}

/** Above this, chances are scaled down, so that they don't overflow. */
const MOST_PARTS = 1e200

/**
 * The fewest leads of which `leases` lease with at least this chance. The chances that exactly n leads are needed are added
 * up from n = `leases` on. Each follows from the one before, so they are multiples of the first, of which only the logarithm
 * is used: with thousands of leases the first itself underflows.
 */
function fewestLeads(leases: number, chance: number, a: number, b: number): number {
  const first = logGamma(a + leases) + logGamma(a + b) - logGamma(a) - logGamma(a + b + leases)
  let parts = Math.log(chance) - first
  let enough = Math.exp(parts)
  let [n, justEnough, sum] = [leases, 1, 1]
  for (; sum < enough; n++) {
    justEnough *= (n / (n - leases + 1)) * ((b + n - leases) / (a + b + n))
    sum += justEnough
    if (sum < MOST_PARTS) continue
    justEnough /= MOST_PARTS
    sum /= MOST_PARTS
    parts -= Math.log(MOST_PARTS)
    enough = Math.exp(parts)
  }
  return n
}

/** ln Γ(x) for x > 0: Stirling's series (Abramowitz and Stegun 6.1.41), from 10 up, where it is exact to 12 digits. */
function logGamma(x: number): number {
  if (x < 10) return logGamma(x + 1) - Math.log(x)
  const square = 1 / (x * x)
  const series = (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680))) / x
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series
}

/** The days whose leads tell how many leads a lease takes. */
export const leadDays = (today: Day): DayRange => {
  const end = addTo(today, -RIPE_DAYS)
  return { start: addTo(end, 1 - LEAD_DAYS), end }
}
