import { datedEntities, type Facts, type KnownSpans, type QueryOptions, readSpans } from '@leaselight/facts'
import type { Day, Delays, HomesOutlook, PropertyForecast } from '@leaselight/model'
import { LRUCache } from 'lru-cache'
import type { QueryRunner } from '../plan/cache'
import type { Learned } from '../plan/measures'
import type { CompanyContext } from './companyContext'
import { CompanyCoverage } from './coverage'
import { readDelays } from './delays'
import { readLeasingRates, readTestedForecasts, withLeadCosts } from './homesOutlook'
import { readLeadCosts } from './leadCosts'
import { PerImport } from './perImport'
import { readStakes } from './stakes'

/** No reader waits for it. */
const IN_BACKGROUND = { priority: 'background' } as const

/** What depends on the company's day. */
const dayKey = ({ company, today }: CompanyContext): string => `${company.id} ${today}`

/** How many companies' coverage is kept. */
const MAX_COVERAGES = 500

/**
 * What is known of companies' facts as a whole: read once after each import of what it depends on, and once a day where it
 * depends on that. What a year has shown is read again in the background.
 */
export class CompanyKnowledge {
  readonly #spans: PerImport<KnownSpans>
  readonly #coverages = new LRUCache<number, { version: string; coverage: CompanyCoverage }>({ max: MAX_COVERAGES })
  readonly #delays: PerImport<Delays>
  readonly #rates: PerImport<Awaited<ReturnType<typeof readLeasingRates>>>
  readonly #costs: PerImport<Awaited<ReturnType<typeof readLeadCosts>>>
  readonly #forecasts: PerImport<readonly PropertyForecast[]>
  readonly #stakes: PerImport<Learned['stakes']>

  constructor(private readonly facts: Facts) {
    this.#spans = new PerImport(facts)
    this.#delays = new PerImport(facts)
    this.#rates = new PerImport(facts)
    this.#costs = new PerImport(facts)
    this.#forecasts = new PerImport(facts)
    this.#stakes = new PerImport(facts)
  }

  async coverageOf({ company: { id }, versionOf }: CompanyContext, stop?: AbortSignal): Promise<CompanyCoverage> {
    const version = versionOf(datedEntities)
    const known = this.#coverages.get(id)
    if (known?.version === version) return known.coverage
    const found = await Promise.all(
      datedEntities.map((entity) =>
        this.#spans.get(
          `${id} ${entity}`,
          versionOf,
          (facts, signal, before) =>
            readSpans(
              facts,
              { companyId: id, entity, version: versionOf([entity]) },
              // On servers no batch tells whether its records are new.
              this.facts.embedded ? before : undefined,
              { signal },
            ),
          stop,
        ),
      ),
    )
    const coverage = new CompanyCoverage(found.flatMap(({ spans }) => spans))
    this.#coverages.set(id, { version, coverage })
    return coverage
  }

  /**
   * As they were learned last on this day. An import hardly changes what a year has shown, so its next reader doesn't wait:
   * the learning job reads it again.
   */
  async delaysOf(context: CompanyContext, signal?: AbortSignal): Promise<Delays> {
    return this.#delays.last(dayKey(context)) ?? readOfDay(this.#delays, readDelays, context, {}, signal)
  }

  /** What a query needs to know of a company's history. */
  async learned(
    what: keyof Learned | undefined,
    context: CompanyContext,
    signal?: AbortSignal,
  ): Promise<Partial<Learned>> {
    if (what === 'homes') return { homes: await this.#homes(context, signal) }
    if (what === 'stakes') return { stakes: await this.#stakesOf(context, signal) }
    return {}
  }

  /** Learns the same, and what questions don't wait for, in the background. */
  async learn(what: keyof Learned | undefined, context: CompanyContext): Promise<void> {
    await readOfDay(this.#delays, readDelays, context, IN_BACKGROUND)
    if (what === 'stakes') await readOfDay(this.#stakes, readStakes, context, IN_BACKGROUND)
    if (what !== 'homes') return
    await this.#homes(context)
    await this.#testForecasts(context)
  }

  /** Each part is read again after imports of what it is made of alone: leads come all day, and leases seldom. */
  async #homes(context: CompanyContext, signal?: AbortSignal): Promise<HomesOutlook> {
    const { company, derived, today, versionOf } = context
    const [rates, costs] = await Promise.all([
      this.#rates.get(
        dayKey(context),
        versionOf,
        (facts, stop) => readLeasingRates(facts, { companyId: company.id, derived }, today, { signal: stop }),
        signal,
      ),
      readOfDay(this.#costs, readLeadCosts, context, {}, signal),
    ])
    return { rates: withLeadCosts(rates, costs), forecasts: this.#forecasts.last(String(company.id)) ?? null }
  }

  /** The tests of the last year are of the day, too. Their key is not, so that pages have those of yesterday until then. */
  #testForecasts({ company, derived, today, versionOf }: CompanyContext): Promise<readonly PropertyForecast[]> {
    return this.#forecasts.get(
      String(company.id),
      (entities) => `${today} ${versionOf(entities)}`,
      (facts, signal) =>
        readTestedForecasts(facts, { companyId: company.id, derived }, today, { ...IN_BACKGROUND, signal }),
    )
  }

  /** As they were learned last on this day; see `delaysOf`. */
  async #stakesOf(context: CompanyContext, signal?: AbortSignal): Promise<Learned['stakes']> {
    return this.#stakes.last(dayKey(context)) ?? readOfDay(this.#stakes, readStakes, context, {}, signal)
  }
}

type Read<T> = (facts: QueryRunner, companyId: number, today: Day, options: QueryOptions) => Promise<T>

/** Reads what depends on a company's day, once after each import of what it is made of. */
const readOfDay = <T>(
  known: PerImport<T>,
  read: Read<T>,
  context: CompanyContext,
  options: QueryOptions,
  signal?: AbortSignal,
): Promise<T> =>
  known.get(
    dayKey(context),
    context.versionOf,
    (facts, stop) => read(facts, context.company.id, context.today, { ...options, signal: stop }),
    signal,
  )
