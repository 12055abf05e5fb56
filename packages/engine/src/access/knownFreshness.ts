import { type Facts, type Freshness, freshness } from '@leaselight/facts'
import { SharedReads } from './sharedReads'

interface Read {
  freshness: Freshness
  /** How many writes had ended before it was read. */
  writes: number
}

/**
 * How fresh each company's facts are. Every request begins with it. A store that only this process writes is read again
 * after a write; any other each time, shared by those who wait.
 */
export class KnownFreshness {
  readonly #known = new Map<number, Read>()
  readonly #reads = new SharedReads((companyId: number) => freshness(this.facts, companyId))

  constructor(private readonly facts: Facts) {}

  async of(companyId: number): Promise<Freshness> {
    const { writes } = this.facts
    const known = this.#known.get(companyId)
    if (known && known.writes === writes) return known.freshness
    const read = await this.#reads.get(companyId)
    if (writes !== undefined) this.#known.set(companyId, { freshness: read, writes })
    return read
  }
}
