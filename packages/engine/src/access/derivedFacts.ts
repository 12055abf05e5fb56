import { completeTables, type DerivedTableName, derivedTables, deriveUnlessBusy, type Facts } from '@leaselight/facts'

/** Knows which of the tables that are worked out at import contain every import of a company. */
export class DerivedFacts {
  readonly #complete = new Map<number, { version: number; tables: ReadonlySet<DerivedTableName> }>()

  constructor(private readonly facts: Facts) {}

  /**
   * The company's derived tables that can be read. Where one can't, because a process died after an import or an older
   * version wrote it, they are worked out in the background, and questions read the records meanwhile.
   * @param version of the company's facts; see `freshness`
   */
  async completeTables(companyId: number, version: number): Promise<ReadonlySet<DerivedTableName>> {
    const known = this.#complete.get(companyId)
    if (known?.version === version) return known.tables
    const tables = await completeTables(this.facts, companyId)
    if (tables.size === derivedTables.length) this.#complete.set(companyId, { version, tables })
    else void deriveUnlessBusy(this.facts, companyId)
    return tables
  }
}
