import type { Facts } from '@leaselight/facts'
import type { Delays } from '@leaselight/model'
import { LRUCache } from 'lru-cache'
import type { QueryRunner } from '../plan/cache'
import type { Learned } from '../plan/measures'
import type { CompanyContext } from './companyContext'
import { CompanyCoverage, datedEntities, type EntityDays, readDays } from './coverage'
import { readDelays } from './delays'
import { readHomesOutlook } from './homesOutlook'
import { PerImport } from './perImport'
import { readStakes } from './stakes'

/** How many companies' coverage is kept. */
const MAX_COVERAGES = 500

/**
 * What is known of companies' facts as a whole: read once after each import of what it depends on, and once a day where it
 * depends on that.
 */
export class CompanyKnowledge {
  readonly #days: PerImport<readonly EntityDays[]>
  readonly #coverages = new LRUCache<number, { version: string; coverage: CompanyCoverage }>({ max: MAX_COVERAGES })
  readonly #delays: PerImport<Delays>
  readonly #homes: PerImport<Learned['homes']>
  readonly #stakes: PerImport<Learned['stakes']>

  constructor(facts: Facts) {
    this.#days = new PerImport(facts)
    this.#delays = new PerImport(facts)
    this.#homes = new PerImport(facts)
    this.#stakes = new PerImport(facts)
  }

  async coverageOf({ company: { id }, versionOf }: CompanyContext, signal?: AbortSignal): Promise<CompanyCoverage> {
    const version = versionOf(datedEntities)
    const known = this.#coverages.get(id)
    if (known?.version === version) return known.coverage
    const days = await Promise.all(
      datedEntities.map((entity) =>
        this.#days.get(
          `${id} ${entity}`,
          versionOf,
          (facts, stop) => readDays(facts, id, entity, { signal: stop }),
          signal,
        ),
      ),
    )
    const coverage = new CompanyCoverage(days.flat())
    this.#coverages.set(id, { version, coverage })
    return coverage
  }

  delaysOf({ company: { id }, versionOf, today }: CompanyContext, signal?: AbortSignal): Promise<Delays> {
    return this.#delays.get(
      `${id} ${today}`,
      versionOf,
      (facts, stop) => readDelays(facts, id, today, { signal: stop }),
      signal,
    )
  }

  /** What a query needs to know of a company's history. */
  async learned(
    what: keyof Learned | undefined,
    { company: { id }, versionOf, today, derived }: CompanyContext,
    signal?: AbortSignal,
  ): Promise<Partial<Learned>> {
    const key = `${id} ${today}`
    if (what === 'homes') {
      const source = { companyId: id, derived }
      const read = (facts: QueryRunner, stop: AbortSignal) => readHomesOutlook(facts, source, today, { signal: stop })
      return { homes: await this.#homes.get(key, versionOf, read, signal) }
    }
    if (what === 'stakes') {
      const read = (facts: QueryRunner, stop: AbortSignal) => readStakes(facts, id, today, { signal: stop })
      return { stakes: await this.#stakes.get(key, versionOf, read, signal) }
    }
    return {}
  }
}
