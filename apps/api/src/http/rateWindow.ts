import { HttpError } from './errors'

/** Who acts; limits hold for each user. */
interface Person {
  companyId: number
  userId: number
}

/** The people counted at the same time; beyond that those whose minute began first are forgotten. */
const MAX_PEOPLE = 50_000

/** Counts what a user does in a minute, by whichever route, and refuses more with 429. */
export class RateWindow {
  readonly #counts = new Map<string, { count: number; endsAt: number }>()

  constructor(
    private readonly max: number,
    private readonly windowMs: number = 60_000,
  ) {}

  /**
   * Counts one more. Throws an HttpError of 429 when it is too many.
   * @param counted a person, or the id of a key or a link that is counted by itself
   */
  count(counted: Person | string): void {
    const key = typeof counted === 'string' ? counted : `${counted.companyId}:${counted.userId}`
    const now = performance.now()
    const known = this.#counts.get(key)
    if (known && known.endsAt > now) {
      if (known.count >= this.max) throw tooMany(known.endsAt - now)
      known.count++
      return
    }
    this.#counts.delete(key)
    this.#counts.set(key, { count: 1, endsAt: now + this.windowMs })
    const [oldest] = this.#counts.keys()
    if (this.#counts.size > MAX_PEOPLE && oldest !== undefined) this.#counts.delete(oldest)
  }
}

/** Too many requests, with the time until the next one may come. */
export function tooMany(waitMs: number): HttpError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
  const wait = seconds === 1 ? 'a second' : `${seconds} seconds`
  return new HttpError(429, 'too_many_requests', `Too many requests. Please wait ${wait}.`, { retryAfter: seconds })
}
