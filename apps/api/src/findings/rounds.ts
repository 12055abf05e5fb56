import type { Api } from '../http/context'

/** A company whose imports never end gets a tenth of the time at most. */
const PAUSE_FACTOR = 10

/** Rounds of work for companies that follow their imports, with a pause after each that is ten times as long. */
export class Rounds {
  /** What a company's last round took in milliseconds, and when it ended by the API's clock. */
  readonly #last = new Map<number, { tookMs: number; endedAt: number }>()

  constructor(private readonly api: Pick<Api, 'now'>) {}

  /** Whether the pause after a company's last round is over. */
  mayBegin(companyId: number): boolean {
    const last = this.#last.get(companyId)
    return !last || this.api.now().getTime() - last.endedAt >= PAUSE_FACTOR * last.tookMs
  }

  /** Begins a company's next round. */
  begin(companyId: number): void {
    this.#last.delete(companyId)
  }

  /** Does a part of a company's round. */
  async work<T>(companyId: number, part: () => Promise<T>): Promise<T> {
    const started = performance.now()
    try {
      return await part()
    } finally {
      const tookMs = (this.#last.get(companyId)?.tookMs ?? 0) + performance.now() - started
      this.#last.set(companyId, { tookMs, endedAt: this.api.now().getTime() })
    }
  }
}
