import type { Facts } from '../../client/facts'

/** What an import needs to know of a property: whose it is and which zone dates its facts. */
export interface KnownProperty {
  companyId: number
  /** '' for one that was removed before it was ever described: it can own nothing. */
  zone: string
}

/** A property that facts may name, also a removed one. */
export interface FactProperty extends KnownProperty {
  id: number
  isRemoved: boolean
}

/** Reads the properties of one company, or of all, with the removed ones: their facts are stored and count once they are back. */
export const readProperties = (facts: Facts, companyId = 0): Promise<FactProperty[]> =>
  facts
    .query<{ id: number; companyId: number; zone: string; removed: 0 | 1 }>(
      `SELECT id, argMax(company_id, version) AS companyId, argMax(time_zone, version) AS zone, argMax(is_deleted, version) AS removed
       FROM properties WHERE {company:UInt64} IN (0, company_id) GROUP BY id`,
      { company: companyId },
    )
    .then((rows) => rows.map(({ removed, ...property }) => ({ ...property, isRemoved: removed === 1 })))

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
      readProperties(facts),
      facts.query<{ company: number; whole: 0 | 1 }>(
        `SELECT DISTINCT company_id AS company, prospect_id = 0 AS whole FROM erased
         UNION DISTINCT SELECT company_id AS company, 0 AS whole FROM erased_staff`,
      ),
    ])
    for (const { id } of companies) registry.companies.add(id)
    for (const { id, companyId, zone } of properties) registry.properties.set(id, { companyId, zone })
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
