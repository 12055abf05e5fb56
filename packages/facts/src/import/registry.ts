import type { Facts } from '../client/facts'

/** What an import needs to know of a property: whose it is and which zone dates its facts. */
export interface KnownProperty {
  companyId: number
  /** '' for one that was removed before it was ever described: it can own nothing. */
  zone: string
}

/** The companies and properties that facts may name, also removed ones: their facts are hidden, not refused. */
export class Registry {
  readonly companies = new Set<number>()
  readonly properties = new Map<number, KnownProperty>()

  /** Reads what the store holds. */
  static async load(facts: Facts): Promise<Registry> {
    const registry = new Registry()
    const [companies, properties] = await Promise.all([
      facts.query<{ id: number }>('SELECT DISTINCT id FROM companies'),
      facts.query<{ id: number; company: number; zone: string }>(
        `SELECT id, argMax(company_id, version) AS company, argMax(time_zone, version) AS zone FROM properties GROUP BY id`,
      ),
    ])
    for (const { id } of companies) registry.companies.add(id)
    for (const { id, company, zone } of properties) registry.properties.set(id, { companyId: company, zone })
    return registry
  }

  /** A copy to try an import on. */
  copy(): Registry {
    const copy = new Registry()
    for (const id of this.companies) copy.companies.add(id)
    for (const [id, property] of this.properties) copy.properties.set(id, { ...property })
    return copy
  }
}
