import { createHash } from 'node:crypto'
import type { EntityName } from '@leaselight/contract'
import type { Facts } from '../client/facts'
import type { Row } from './check/validator'
import { dedupe, type EarlierBatches } from './own/dedupe'
import type { Outcomes } from './own/outcomes'
import type { OwnerProblem } from './own/owners'
import { scopeOf } from './own/recordKeys'
import type { Registry } from './own/registry'
import { importStateOf } from './state'

/** How a dry run starts. */
export interface DryRunOptions {
  companyId?: number | undefined
  /** Whether it also tells new, changed, unchanged and removed records apart, which takes memory for each of them. */
  counts: boolean
}

/** What an import would do, knowing also what earlier records of the same import would bring. */
export class DryRun {
  readonly #entities = new Map<EntityName, TriedRecords>()

  private constructor(
    readonly facts: Facts,
    readonly registry: Registry,
    readonly options: DryRunOptions,
  ) {}

  /** Begins with what the store holds. */
  static async begin(facts: Facts, options: DryRunOptions): Promise<DryRun> {
    const registry = await importStateOf(facts).runExclusive(() => importStateOf(facts).registry())
    return new DryRun(facts, registry.copy(), options)
  }

  /** Checks a batch as the import would, and says what its records would do. */
  async check(name: EntityName, rows: Row[], reject: (row: Row, problem: OwnerProblem) => void): Promise<Outcomes> {
    const { facts, registry } = this
    const { companyId: onlyCompanyId, counts } = this.options
    let earlier = this.#entities.get(name)
    if (!earlier) {
      earlier = new TriedRecords(name, counts)
      this.#entities.set(name, earlier)
    }
    const batch = await dedupe(rows, { facts, name, registry, onlyCompanyId, compare: counts, earlier, reject })
    for (const row of [...batch.rows, ...batch.unchanged]) {
      this.#register(name, row)
      earlier.add(row)
    }
    return batch.outcomes
  }

  #register(name: EntityName, row: Row): void {
    if (name === 'companies') this.registry.companies.add(row.companyId)
    if (name !== 'properties') return
    const zone = row.inspected ? 'UTC' : (this.registry.properties.get(Number(row.id))?.zone ?? '')
    this.registry.properties.set(Number(row.id), { companyId: row.companyId, zone })
  }
}

const REMOVED = -1

/** The records that earlier batches of a dry run would have written. */
class TriedRecords implements EarlierBatches {
  /** By scope and id: whose it is, and what it would hold. */
  readonly #companies = new Map<number, Map<number | string, number>>()
  readonly #contents = new Map<number, Map<number | string, number>>()

  constructor(
    readonly name: EntityName,
    readonly counts: boolean,
  ) {}

  find(row: Row): ReturnType<EarlierBatches['find']> {
    const scope = scopeOf(this.name, row.companyId)
    const companyId = scope === 0 ? this.#companies.get(scope)?.get(row.id) : row.companyId
    const content = this.#contents.get(scope)?.get(row.id)
    if (companyId === undefined || (this.counts && content === undefined)) return undefined
    if (!this.counts && scope !== 0) return undefined
    return { companyId, isThere: content !== REMOVED, equals: (other) => content === contentOf(other) }
  }

  add(row: Row): void {
    const scope = scopeOf(this.name, row.companyId)
    // Only ids that no two companies may share need their owner.
    if (scope === 0) idsOf(this.#companies, scope).set(row.id, row.companyId)
    if (this.counts) idsOf(this.#contents, scope).set(row.id, row.deleted ? REMOVED : contentOf(row))
  }
}

function idsOf(scopes: Map<number, Map<number | string, number>>, scope: number): Map<number | string, number> {
  let ids = scopes.get(scope)
  if (!ids) {
    ids = new Map()
    scopes.set(scope, ids)
  }
  return ids
}

/** 48 bits of a hash, enough to tell two versions of one record apart. */
const contentOf = (row: Row): number => createHash('md5').update(row.body).digest().readUIntBE(0, 6)
