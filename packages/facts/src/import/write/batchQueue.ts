import type { Row } from '../check/validator'
import type { Outcomes } from '../own/outcomes'
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

  constructor(
    readonly write: (rows: Row[], reject: Reject) => Promise<Outcomes>,
    readonly reject: Reject,
    /** Gets what the records of each batch did, once it is written. */
    readonly count: (outcomes: Outcomes) => void,
  ) {}

  add(row: Row): void {
    this.#rows.push(row)
  }

  /** Notes how many bytes the added records came from, and hands them on when they are enough. */
  async flushIfFull(bytes: number): Promise<void> {
    this.#bytes += bytes
    if (this.#rows.length >= MAX_ROWS || this.#bytes >= MAX_BYTES) await this.#flush()
  }

  /** Hands on what is left and waits for everything. */
  async end(): Promise<void> {
    await this.#flush()
    await this.#settled()
  }

  async #flush(): Promise<void> {
    const rows = this.#rows
    this.#rows = []
    this.#bytes = 0
    await this.#settled()
    if (rows.length === 0) return
    this.#writing = this.write(rows, this.reject).then(
      this.count,
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
