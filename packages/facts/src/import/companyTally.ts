import type { EntityName } from '@leaselight/contract'
import { addCounts, noRecords, type RecordCounts, type RecordOutcome } from './report'

/** What an import did to each company, for imports that may hold records of several. */
export class CompanyTally {
  readonly #companies = new Map<number, Map<EntityName, RecordCounts>>()

  /** Counts records of a company. */
  add(companyId: number, entity: EntityName, outcome: RecordOutcome, count = 1): void {
    addCounts(this.#of(companyId, entity), { read: count, [outcome]: count })
  }

  /** Adds a company that the import is about, even if it never gets a record. */
  concern(companyId: number): void {
    if (!this.#companies.has(companyId)) this.#companies.set(companyId, new Map())
  }

  /** The companies with their counts, an entity a line. */
  list(): [companyId: number, records: RecordCounts[]][] {
    return [...this.#companies].map(([id, counts]) => [id, [...counts.values()]])
  }

  #of(companyId: number, entity: EntityName): RecordCounts {
    this.concern(companyId)
    const company = this.#companies.get(companyId)
    const counts = company?.get(entity) ?? noRecords(entity)
    company?.set(entity, counts)
    return counts
  }
}
