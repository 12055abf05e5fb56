import type { Facts } from '@leaselight/facts'
import { sampleCompanies } from '@leaselight/sample'

/** What an installation holds: nothing yet, the sample portfolio and nothing else, or records of one's own. */
export type InstallationContent = 'empty' | 'sample' | 'own'

/**
 * Tells what an installation holds, by its companies. One company that is not the sample's makes it one's own: the
 * sample's people, whose password everybody knows, must not sign in beside it.
 */
export async function installationContent(facts: Facts): Promise<InstallationContent> {
  const companies = await facts.query<{ id: number; name: string }>(
    'SELECT id, name FROM companies FINAL ORDER BY id LIMIT 10',
  )
  if (companies.length === 0) return 'empty'
  const isSample = ({ id, name }: { id: number; name: string }) =>
    sampleCompanies.some((company) => company.id === id && company.name === name)
  return companies.every(isSample) ? 'sample' : 'own'
}
