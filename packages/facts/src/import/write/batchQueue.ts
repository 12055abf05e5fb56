import type { Row } from '../check/validator'
import type { ImportCounts } from '../own/dedupe'
import type { OwnerProblem } from '../own/owners'

const MAX_ROWS = 100_000
const MAX_BYTES = 48 << 20

type Reject = (row: Row, problem: OwnerProblem) => void

/**
 * Gathers checked records and hands them on in batches. While one batch is written the next is read; there are never
 * more than two, which bounds the memory.
 */
export class BatchQueue {
  #rows: Row[] = []
  #bytes = 0
  #writing: Promise<void> = Promise.resolve()
  #failure: { error: unknown } | undefined
  readonly #tally: ImportCounts = { taken: 0, replaced: 0, deleted: 0 }

  constructor(
    readonly write: (rows: Row[], refuse: Reject) => Promise<ImportCounts>,
    readonly reject: Reject,
  ) {}

  add(row: Row): void {
    this.#rows.push(row)
  }

  /** Notes how many bytes the added records came from, and hands them on when they are enough. */
  async flushIfFull(bytes: number): Promise<void> {
    this.#bytes += bytes
    if (this.#rows.length >= MAX_ROWS || this.#bytes >= MAX_BYTES) await this.#flush()
  }

  /** Hands on what is left and waits for everything; tells what it did. */
  async end(): Promise<ImportCounts> {
    await this.#flush()
    await this.#settled()
    return this.#tally
  }

  async #flush(): Promise<void> {
    const rows = this.#rows
    this.#rows = []
    this.#bytes = 0
    await this.#settled()
    if (rows.length === 0) return
    this.#writing = this.write(rows, this.reject).then(
      (tally) => {
        this.#tally.taken += tally.taken
        this.#tally.replaced += tally.replaced
        this.#tally.deleted += tally.deleted
      },
      // Kept until somebody waits: a rejection that nobody awaits yet would end the process.
      (error: unknown) => {
        this.#failure = { error }
      },
    )
  }

  async #settled(): Promise<void> {
    await this.#writing
    if (this.#failure) throw this.#failure.error
  }
}
