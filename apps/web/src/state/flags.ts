import { type Flag, flags } from '@leaselight/model'
import type { Company } from './types'

/**
 * The company's feature flags, each off by default. When they can't be loaded, every flag is off and a line is logged.
 * @param company null when the company could not be loaded
 */
export function readFlags(
  companyId: number | null,
  company: Pick<Company, 'featureFlags'> | null,
  log: (message: string) => void,
): Record<Flag, boolean> {
  if (companyId === null) throw new Error('Error: companyId required')
  const values = new Map(company?.featureFlags.map((flag) => [flag.key, flag.value]))
  const entries = flags.map((flag) => {
    if (!company) log(`Error: failed to fetch ${flag} feature flag`)
    return [flag, values.get(flag) ?? false] as const
  })
  // Every flag of the list is present, which the type of Object.fromEntries can't express.
  return Object.fromEntries(entries) as Record<Flag, boolean>
}
