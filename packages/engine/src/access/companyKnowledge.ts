import type { Facts } from '@leaselight/facts'
import type { Delays, HomesOutlook } from '@leaselight/model'
import type { CompanyContext } from './companyContext'
import { type CompanyCoverage, readCoverage } from './coverage'
import { readDelays } from './delays'
import { readHomesOutlook } from './homesOutlook'
import { PerImport } from './perImport'

/** What is known of companies' facts as a whole: read once after each import, and once a day where it depends on it. */
export class CompanyKnowledge {
  readonly #coverages = new PerImport<CompanyCoverage>()
  readonly #delays = new PerImport<Delays>()
  readonly #homes = new PerImport<HomesOutlook>()

  constructor(private readonly facts: Facts) {}

  coverageOf({ company: { id }, version }: CompanyContext, signal?: AbortSignal): Promise<CompanyCoverage> {
    return this.#coverages.get(`${id}`, version, (stop) => readCoverage(this.facts, id, { signal: stop }), signal)
  }

  delaysOf({ company: { id }, version, today }: CompanyContext, signal?: AbortSignal): Promise<Delays> {
    const read = (stop: AbortSignal) => readDelays(this.facts, id, today, { signal: stop })
    return this.#delays.get(`${id} ${today}`, version, read, signal)
  }

  homesOf({ company: { id }, version, today, derived }: CompanyContext, signal?: AbortSignal): Promise<HomesOutlook> {
    const source = { companyId: id, derived }
    const read = (stop: AbortSignal) => readHomesOutlook(this.facts, source, today, { signal: stop })
    return this.#homes.get(`${id} ${today}`, version, read, signal)
  }
}
