import type { DerivationEnd } from '../client/activity'
import type { Facts } from '../client/facts'
import { mutate } from '../erase/mutate'
import { derivedTargets } from '../erase/plan'
import { DERIVED_BATCHES, type DerivedTable, noteName } from './tables'

/** Rows that took so long are noted at once, with all that wait: they are not worked out again after a crash. */
const LONG_SECONDS = 1

/** How the work on a table ended, for those who watch the store. */
export type Ending = Pick<DerivationEnd, 'outcome' | 'error'>

/** Rows of a table that are written, and the batches that they contain. */
interface Written {
  table: DerivedTable
  batches: readonly number[]
  /** How long they took. */
  seconds: number
  /** Called once that is noted, or could not be. */
  report: (end: Ending) => void
}

/**
 * Notes which batches the rows of derived tables contain, of several tables at once: after a small import most of the time
 * went into statements, however little they did.
 */
export class Notes {
  #written: Written[] = []

  constructor(
    private readonly facts: Facts,
    private readonly companyId: number,
  ) {}

  async add(written: Written): Promise<void> {
    this.#written.push(written)
    if (written.seconds >= LONG_SECONDS) await this.write()
  }

  /** Notes what waits. Throws what kept it from that, after reporting it. */
  async write(): Promise<void> {
    const written = this.#written
    this.#written = []
    if (written.length === 0) return
    try {
      await this.#removeErased(written.map(({ table }) => table))
      await this.facts.insert(
        DERIVED_BATCHES,
        written.flatMap(({ table, batches }) =>
          batches.map((batch) => ({ company_id: this.companyId, name: noteName(table), batch })),
        ),
      )
    } catch (error) {
      for (const { report } of written) report({ outcome: 'failed', error })
      throw error
    }
    for (const { report } of written) report({ outcome: 'ok' })
  }

  /**
   * On servers people may be erased by another instance while their rows are being worked out. The list of erased people is
   * written first, so what comes too late is found here.
   */
  async #removeErased(tables: readonly DerivedTable[]): Promise<void> {
    const targets = derivedTargets(tables)
    if (targets.length === 0) return
    const counts = targets.map(
      ({ table, where }) => `SELECT '${table}' AS name, count() AS rows FROM ${table} WHERE ${where}`,
    )
    const found = await this.facts.query<{ name: string; rows: number }>(counts.join('\nUNION ALL '), {
      company: this.companyId,
    })
    const late = new Set(found.flatMap(({ name, rows }) => (rows > 0 ? [name] : [])))
    const remaining = targets.filter(({ table }) => late.has(table))
    if (remaining.length > 0) await mutate(this.facts, this.companyId, remaining)
  }
}
