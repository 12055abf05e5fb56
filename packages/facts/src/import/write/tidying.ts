import { type EntityName, entityOf } from '@leaselight/contract'
import type { Facts } from '../../client/facts'
import { sideBySide } from '../../sideBySide'
import { sortDay } from '../../tables/columns'

/** When tables are tidied; milliseconds. */
interface Patience {
  /** So long after the last write. */
  quiet: number
  /** So long after the first write at the latest: a stream of records never pauses. */
  most: number
  /** A table rests so many times as long as it took: a large one takes a core for seconds. */
  rest: number
}
const PATIENCE: Patience = { quiet: 60_000, most: 1_800_000, rest: 20 }

/**
 * Lets the engine merge what imports leave in pieces, so that questions need not do it again and again. Its own merges leave
 * a large piece beside a small one, and a few corrections on scattered days then make every question compare all versions of
 * all records: at five million facts, 500 corrections made questions up to 2.2 times as dear. Only speed depends on it:
 * numbers are the same before and after.
 */
export class Tidying {
  /** The tables with pieces, and since when. */
  readonly #waiting = new Map<string, number>()
  /** Until when a table rests. */
  readonly #resting = new Map<string, number>()
  readonly #facts: Pick<Facts, 'tidy'>
  readonly #patience: Patience
  #timer: NodeJS.Timeout | undefined
  #isRunning = false

  constructor(facts: Pick<Facts, 'tidy'>, patience = PATIENCE) {
    this.#facts = facts
    this.#patience = patience
  }

  /** Tells of rows that were written to a table, or to one partition of it. */
  note(table: string): void {
    if (!this.#waiting.has(table)) this.#waiting.set(table, performance.now())
    this.#arm(this.#patience.quiet)
  }

  /** Tells of an entity's records that were written. */
  noteRecords(name: EntityName): void {
    for (const table of recordTables(name)) this.note(table)
  }

  /** Merges whatever waits without waiting for a quiet minute: what reads every record next would read all the pieces. */
  async now(): Promise<void> {
    await sideBySide(this.#waiting.keys(), (table) => this.#tidy(table))
  }

  #arm(quiet: number): void {
    if (this.#isRunning) return
    clearTimeout(this.#timer)
    const now = performance.now()
    const latest = Math.min(...this.#waiting.values()) + this.#patience.most
    // A process that has nothing else to do ends.
    this.#timer = setTimeout(() => void this.#run(), Math.max(0, Math.min(quiet, latest - now))).unref()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    for (const table of [...this.#waiting.keys()]) if (!this.#isResting(table)) await this.#tidy(table)
    this.#isRunning = false
    const ready = Math.min(...[...this.#waiting.keys()].map((table) => this.#resting.get(table) ?? 0))
    if (this.#waiting.size > 0) this.#arm(Math.max(this.#patience.quiet, ready - performance.now()))
  }

  #isResting(table: string): boolean {
    return performance.now() < (this.#resting.get(table) ?? 0)
  }

  async #tidy(table: string): Promise<void> {
    // Somebody else may have begun with it meanwhile. What is written from now on is for the next time.
    if (!this.#waiting.delete(table)) return
    const started = performance.now()
    // A partition that is one piece already is left alone. No answer depends on it: a store that is closed, or without room
    // for a merge, stays as it is until the next import.
    await this.#facts
      .tidy(`OPTIMIZE TABLE ${table} FINAL SETTINGS optimize_skip_merged_partitions = 1`)
      .catch(() => undefined)
    const ended = performance.now()
    this.#resting.set(table, ended + this.#patience.rest * (ended - started))
  }
}

/** What is merged after an entity's records were written: its tables, and its part of the records' keys. */
function recordTables(name: EntityName): string[] {
  const keys = sortDay(name) && entityOf(name).key === 'id' ? [`record_keys PARTITION '${name}'`] : []
  return [name, ...(name === 'prospects' ? ['prospect_marks'] : []), ...keys]
}
