import { deriveUnlessBusy, type Facts, isDerived } from '@leaselight/facts'

/** Knows whether what is worked out at import contains every import of a company. */
export class DerivedFacts {
  readonly #complete = new Map<number, number>()

  constructor(private readonly facts: Facts) {}

  /**
   * Whether the company's derived tables can be read. Where they can't, because a process died after an import or an older
   * version wrote it, they are worked out in the background, and questions read the records meanwhile.
   * @param version of the company's facts; see `freshness`
   */
  async areComplete(companyId: number, version: number): Promise<boolean> {
    if (this.#complete.get(companyId) === version) return true
    const complete = await isDerived(this.facts, companyId)
    if (complete) this.#complete.set(companyId, version)
    else void deriveUnlessBusy(this.facts, companyId)
    return complete
  }
}
