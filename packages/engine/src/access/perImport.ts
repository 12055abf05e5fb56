import { LRUCache } from 'lru-cache'
import { InFlight } from '../plan/inFlight'

/** How many answers are stored: a few kilobytes each. */
const MAX_ANSWERS = 500

/**
 * What is known of a company's facts as a whole. It takes a look at many records, so it is read once after each import,
 * whatever else is cached, and questions that need it at the same moment read it together.
 */
export class PerImport<T> {
  readonly #latest = new LRUCache<string, { version: number; answer: T }>({ max: MAX_ANSWERS })
  readonly #reading = new InFlight<T>()

  /**
   * @param key the company, and whatever else the answer depends on
   * @param version of the company's facts; see `freshness`
   * @param read must stop on its signal
   */
  async get(key: string, version: number, read: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const latest = this.#latest.get(key)
    if (latest?.version === version) return latest.answer
    const answer = await this.#reading.share(`${version} ${key}`, read, signal)
    this.#latest.set(key, { version, answer })
    return answer
  }
}
