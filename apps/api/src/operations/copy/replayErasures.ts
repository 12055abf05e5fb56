import { erasedWithFacts, type Facts } from '@leaselight/facts'
import type { State } from '@leaselight/state'
import { CliError } from '../../console/console'
import { runErase } from '../erase/erasure'

/** How many people are erased at once. */
const BATCH_SIZE = 10_000

/**
 * Erases again the people and companies that a restored backup brought back although the list of the erased names them.
 * Returns how many there were.
 */
export async function replayErasures(stores: { facts: Facts; state: State; now: () => Date }): Promise<number> {
  let number = 0
  let left = 0
  for (const [company_id, listed] of await erasedWithFacts(stores.facts)) {
    const whole = listed.includes(0)
    for (let at = 0; at < listed.length; at += BATCH_SIZE) {
      const prospect_ids = whole ? [] : listed.slice(at, at + BATCH_SIZE)
      const erasure = await runErase(stores, { company_id, prospect_ids, whole, readmit: false })
      left += erasure.left
      if (whole) break
    }
    number += whole ? 1 : listed.length
  }
  if (left > 0)
    throw new CliError('People who had been erased are still there. Run the restore again, or npm run erase.')
  return number
}
