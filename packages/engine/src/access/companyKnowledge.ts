import type { Facts } from '@leaselight/facts'
import type { Delays, HomesOutlook } from '@leaselight/model'
import { LRUCache } from 'lru-cache'
import type { CompanyContext } from './companyContext'
import { CompanyCoverage, datedEntities, type EntityDays, readDays } from './coverage'
import { readDelays } from './delays'
import { readHomesOutlook } from './homesOutlook'
import { PerImport } from './perImport'

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
  readonly #homes: PerImport<HomesOutlook>

  constructor(facts: Facts) {
    this.#days = new PerImport(facts)
    this.#delays = new PerImport(facts)
    this.#homes = new PerImport(facts)
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

  homesOf({ company: { id }, versionOf, today, derived }: CompanyContext, signal?: AbortSignal): Promise<HomesOutlook> {
    const source = { companyId: id, derived }
    return this.#homes.get(
      `${id} ${today}`,
      versionOf,
      (facts, stop) => readHomesOutlook(facts, source, today, { signal: stop }),
      signal,
    )
  }
}
