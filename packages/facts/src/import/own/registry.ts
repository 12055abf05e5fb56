import type { Facts } from '../../client/facts'

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
  /** Companies that were erased: only the operator lets them in again. */
  readonly erasedCompanies = new Set<number>()
  /** Companies of which somebody was erased. */
  readonly withErasedPeople = new Set<number>()

  /** Reads what the store holds. */
  static async load(facts: Facts): Promise<Registry> {
    const registry = new Registry()
    const [companies, properties, erased] = await Promise.all([
      facts.query<{ id: number }>('SELECT DISTINCT id FROM companies'),
      facts.query<{ id: number; company: number; zone: string }>(
        `SELECT id, argMax(company_id, version) AS company, argMax(time_zone, version) AS zone FROM properties GROUP BY id`,
      ),
      facts.query<{ company: number; whole: 0 | 1 }>(
        'SELECT DISTINCT company_id AS company, prospect_id = 0 AS whole FROM erased',
      ),
    ])
    for (const { id } of companies) registry.companies.add(id)
    for (const { id, company, zone } of properties) registry.properties.set(id, { companyId: company, zone })
    for (const { company, whole } of erased) (whole ? registry.erasedCompanies : registry.withErasedPeople).add(company)
    return registry
  }

  /** A copy to try an import on. */
  copy(): Registry {
    const copy = new Registry()
    for (const id of this.companies) copy.companies.add(id)
    for (const [id, property] of this.properties) copy.properties.set(id, { ...property })
    for (const id of this.erasedCompanies) copy.erasedCompanies.add(id)
    for (const id of this.withErasedPeople) copy.withErasedPeople.add(id)
    return copy
  }
}
