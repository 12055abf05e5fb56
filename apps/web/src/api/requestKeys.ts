/** By default, the same request counts as a new one after this long. */
const KEPT_MS = 10 * 60_000

interface Work {
  key: string
  /** Says that the server has answered: the same request from now on is a new one. */
  end: () => void
}

/**
 * A key for each piece of work that a person starts, by which the server does it once. A second click while the first is
 * under way, and a press after an answer that got lost, have the key of the first.
 */
export class RequestKeys {
  readonly #open = new Map<string, { key: string; since: number }>()

  constructor(
    private readonly newKey: () => string,
    private readonly now: () => number = Date.now,
    private readonly keptMs = KEPT_MS,
  ) {}

  of(method: string, path: string, body: unknown): Work {
    for (const [asked, { since }] of this.#open) if (this.now() - since > this.keptMs) this.#open.delete(asked)
    const asked = JSON.stringify([method, path, body])
    const { key } = this.#open.get(asked) ?? { key: this.newKey() }
    if (!this.#open.has(asked)) this.#open.set(asked, { key, since: this.now() })
    return {
      key,
      end: () => {
        if (this.#open.get(asked)?.key === key) this.#open.delete(asked)
      },
    }
  }
}
