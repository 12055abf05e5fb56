import { type EntityName, entityOf } from '@leaselight/contract'
import type { Facts } from '../client/facts'
import type { Row } from './check/validator'
import { dedupe, type ImportCounts } from './own/dedupe'
import { type OwnerProblem, ownedElsewhere } from './own/owners'
import { scopeOf } from './own/recordKeys'
import type { Registry } from './own/registry'
import { importStateOf } from './state'

/** A rehearsal: what an import would refuse, knowing also what earlier records of the same import would bring. */
export class DryRun {
  /** Whose the ids are that would come in, of entities whose ids no two companies may share. */
  readonly #claims = new Map<EntityName, Map<number | string, number>>()

  private constructor(
    readonly facts: Facts,
    readonly registry: Registry,
    readonly onlyCompanyId: number | undefined,
  ) {}

  /** Begins with what the store holds. */
  static async begin(facts: Facts, onlyCompanyId?: number): Promise<DryRun> {
    const registry = await importStateOf(facts).runExclusive(() => importStateOf(facts).registry())
    return new DryRun(facts, registry.copy(), onlyCompanyId)
  }

  /** Checks a batch as the import would; counts nothing as taken. */
  async check(name: EntityName, rows: Row[], refuse: (row: Row, problem: OwnerProblem) => void): Promise<ImportCounts> {
    const { facts, registry, onlyCompanyId } = this
    const sifted = await dedupe(rows, { facts, name, registry, onlyCompanyId, reject: refuse })
    for (const row of sifted.rows) this.#take(name, row, refuse)
    return { taken: 0, replaced: 0, deleted: 0 }
  }

  #take(name: EntityName, row: Row, refuse: (row: Row, problem: OwnerProblem) => void): void {
    if (name === 'companies') this.registry.companies.add(row.companyId)
    if (name === 'properties') {
      const zone = row.inspected ? 'UTC' : (this.registry.properties.get(Number(row.id))?.zone ?? '')
      this.registry.properties.set(Number(row.id), { companyId: row.companyId, zone })
    }
    if (scopeOf(name, row.companyId) !== 0 || name === 'companies' || name === 'properties') return
    let claims = this.#claims.get(name)
    if (!claims) {
      claims = new Map()
      this.#claims.set(name, claims)
    }
    const holder = claims.get(row.id)
    if (holder === undefined) claims.set(row.id, row.companyId)
    else if (holder !== row.companyId) refuse(row, ownedElsewhere(entityOf(name).key, row.id))
  }
}
