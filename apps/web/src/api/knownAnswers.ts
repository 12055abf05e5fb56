/** Enough for the reports and lists that a reader goes back and forth between. */
const MOST_KEPT = 40

interface KnownAnswer {
  tag: string
  value: unknown
}

/**
 * The last answers with a tag, by address, so that the server need not send what is here already. They are kept in
 * memory only and end with the session, which reloads the page: people's names don't belong in the browser's cache on disk.
 */
export class KnownAnswers {
  readonly #kept = new Map<string, KnownAnswer>()

  of(url: string): KnownAnswer | undefined {
    return this.#kept.get(url)
  }

  /** Keeps an answer, in place of the one that was kept longest ago where there are many. */
  keep(url: string, answer: KnownAnswer): void {
    this.#kept.delete(url)
    this.#kept.set(url, answer)
    if (this.#kept.size <= MOST_KEPT) return
    for (const oldest of this.#kept.keys()) {
      this.#kept.delete(oldest)
      return
    }
  }
}
