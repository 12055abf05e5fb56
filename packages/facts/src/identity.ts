import type { Facts } from './client/facts'

/** A claim of the facts by an installation: announced while its other store has yet to agree. */
export interface FactsClaim {
  id: string
  state: 'announced' | 'agreed'
}

/** The table of claims, which copies leave out: a copy is another installation. */
export const CLAIMS = 'installation_claims'

/** The installations that claim these facts; none before the first start. */
export function readClaims(facts: Facts): Promise<FactsClaim[]> {
  return facts.query<FactsClaim>(`SELECT id, state FROM ${CLAIMS} ORDER BY at, state DESC`)
}

/** Adds a claim. */
export async function claimFacts(facts: Facts, id: string, state: FactsClaim['state'], now: Date): Promise<void> {
  const at = now.toISOString().replace('T', ' ').replace('Z', '')
  await facts.insert(CLAIMS, [{ id, state, at }])
}

/** Gives the facts to one installation: after a copy into them, or when the operator says so. */
export async function assignFacts(facts: Facts, id: string, now: Date): Promise<void> {
  await facts.command(`TRUNCATE TABLE ${CLAIMS}`)
  await claimFacts(facts, id, 'agreed', now)
}
