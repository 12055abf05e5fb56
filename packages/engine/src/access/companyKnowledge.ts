import type { Facts, QueryOptions } from '@leaselight/facts'
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

/** How each thing that queries learn of a company's history is read. */
const learners: {
  [What in keyof Learned]: (
    facts: QueryRunner,
    context: CompanyContext,
    options: QueryOptions,
  ) => Promise<Learned[What]>
} = {
  homes: (facts, { company, derived, today }, options) =>
    readHomesOutlook(facts, { companyId: company.id, derived }, today, options),
  stakes: (facts, { company, today }, options) => readStakes(facts, company.id, today, options),
}

/**
 * What is known of companies' facts as a whole: read once after each import of what it depends on, and once a day where it
 * depends on that.
 */
export class CompanyKnowledge {
  readonly #days: PerImport<readonly EntityDays[]>
  readonly #coverages = new LRUCache<number, { version: string; coverage: CompanyCoverage }>({ max: MAX_COVERAGES })
  readonly #delays: PerImport<Delays>
  readonly #learned: { [What in keyof Learned]: PerImport<Learned[What]> }

  constructor(facts: Facts) {
    this.#days = new PerImport(facts)
    this.#delays = new PerImport(facts)
    this.#learned = { homes: new PerImport(facts), stakes: new PerImport(facts) }
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
  async learned<What extends keyof Learned>(
    what: What | undefined,
    context: CompanyContext,
    signal?: AbortSignal,
  ): Promise<Partial<Learned>> {
    if (!what) return {}
    const read = learners[what]
    const kept = this.#learned[what]
    const key = `${context.company.id} ${context.today}`
    return {
      [what]: await kept.get(key, context.versionOf, (facts, stop) => read(facts, context, { signal: stop }), signal),
    }
  }
}
