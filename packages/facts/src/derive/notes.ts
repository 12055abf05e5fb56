import type { DerivationEnd } from '../client/activity'
import type { Facts } from '../client/facts'
import { mutate } from '../erase/mutate'
import { DERIVED_BATCHES, type DerivedTable, noteName } from './tables'

/** So long rows wait for their note at most: what has taken longer isn't done again after a crash. */
const MOST_WAITING_MS = 1_000

/** How the work on a table ended, for those who watch the store. */
export type Ending = Pick<DerivationEnd, 'outcome' | 'error'>

/** Rows of a table that are written, the batches that they contain, and who is told once that is noted. */
interface Written {
  table: DerivedTable
  batches: readonly number[]
  tell: (end: Ending) => void
}

/**
 * Notes which batches the rows of derived tables contain, of several tables at once: after a small import most of the time
 * went into statements, however little they did.
 */
export class Notes {
  #written: Written[] = []
  #since = performance.now()

  constructor(
    private readonly facts: Facts,
    private readonly companyId: number,
  ) {}

  async add(written: Written): Promise<void> {
    this.#written.push(written)
    if (performance.now() - this.#since >= MOST_WAITING_MS) await this.write()
  }

  /** Notes what waits. Throws what kept it from that, after it was told. */
  async write(): Promise<void> {
    const written = this.#written
    this.#written = []
    this.#since = performance.now()
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
      for (const { tell } of written) tell({ outcome: 'failed', error })
      throw error
    }
    for (const { tell } of written) tell({ outcome: 'ok' })
  }

  /**
   * On servers people may be erased by another instance while their rows are being worked out. The list of erased people is
   * written first, so what comes too late is found here.
   */
  async #removeErased(tables: readonly DerivedTable[]): Promise<void> {
    const targets = tables.flatMap(({ name, ofErased }) =>
      ofErased ? [{ table: name, where: `company_id = {company:UInt64} AND (${ofErased})` }] : [],
    )
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
