import { type Band, USUAL_DEVIATIONS } from '../judgement/bands'
import { levelOf, unitVariance } from './amounts'
import type { StoredProof } from './stored'

/**
 * The numbers that single weeks of a proof's trend would usually have: its reference, and two standard deviations of a
 * week with as many cases as the weeks shown have on average. Null for averages, whose spread isn't stored.
 */
export function weekBand({ kind, now, reference, slices, hours }: StoredProof): Band | null {
  // The trend of several hours is that of one of them.
  const cases = now.whole / slices / Math.max(1, hours.length)
  if (kind === 'mean' || cases <= 0) return null
  const usual = levelOf(reference)
  const reach = USUAL_DEVIATIONS * Math.sqrt(unitVariance(kind, { ...reference, squares: 0 }) / cases)
  const high = usual + reach
  return { low: Math.max(0, usual - reach), high: kind === 'share' ? Math.min(1, high) : high }
}
