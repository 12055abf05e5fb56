import type { Facts } from '../../client/facts'
import type { Row } from '../check/validator'

/** Which source is under which, per company, kept up to date through a batch. */
export class SourceParents {
  readonly #parents = new Map<number, Map<number, number>>()

  /** Reads the parents of the companies' sources. */
  static async load(facts: Facts, companies: Iterable<number>): Promise<SourceParents> {
    const known = new SourceParents()
    const found = await facts.query<{ company: number; id: number; parent: number }>(
      'SELECT company_id AS company, id, parent_id AS parent FROM sources FINAL WHERE company_id IN {companies:Array(UInt64)} AND parent_id > 0',
      { companies: [...companies] },
    )
    for (const { company, id, parent } of found) known.#of(company).set(id, parent)
    return known
  }

  /** Puts a source under its parent (0 = none), unless that closes a circle: then false, and nothing changes. */
  setParent(row: Row, parent: number): boolean {
    const parents = this.#of(row.companyId)
    const id = Number(row.id)
    for (let above = parent; above; above = parents.get(above) ?? 0) if (above === id) return false
    parents.set(id, parent)
    return true
  }

  #of(company: number): Map<number, number> {
    let parents = this.#parents.get(company)
    if (!parents) {
      parents = new Map()
      this.#parents.set(company, parents)
    }
    return parents
  }
}
