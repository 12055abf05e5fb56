import type { EntityName } from '@leaselight/contract'
import type { Facts } from '../client/facts'
import { MemoryTables } from '../client/memoryTables'
import { type Changed, type Changes, mostListed } from './changes'
import type { DerivedTable } from './tables'
import { isListed, TouchedListed } from './touchedListed'
import { TouchedTables } from './touchedTables'
import { keysInParts, type TouchedKeys } from './writeRows'

/**
 * Which rows of derived tables may differ after records changed: few are listed. More are in tables of the engine's memory
 * where it can have them; elsewhere all rows are worked out again.
 */
export class Touched {
  readonly #listed: TouchedListed
  #tables: TouchedTables | undefined

  /**
   * @param changes what changed in which batches; called for the first table
   * @param most changed records of an entity, or keys of a table, are listed
   */
  constructor(
    private readonly facts: Facts,
    private readonly companyId: number,
    private readonly changes: () => Promise<Changes>,
    most = mostListed(facts),
  ) {
    this.#listed = new TouchedListed(facts, companyId, most)
  }

  /** The keys of a table whose rows may differ; null when all are worked out again. */
  async keysOf(table: DerivedTable): Promise<TouchedKeys | null> {
    const changes = await this.changes()
    if (!changes) return null
    const changed = new Map<EntityName, Changed>()
    for (const entity of table.from) {
      const found = changes.changed.get(entity)
      if (found && found.keys?.length !== 0) changed.set(entity, found)
    }
    const listed = isListed(changed) ? await this.#listed.keysOf(table, changed) : null
    if (listed) return keysInParts(this.facts, table, listed)
    if (!MemoryTables.arePossible(this.facts)) return null
    this.#tables ??= new TouchedTables(this.facts, this.companyId, changes.batches)
    return this.#tables.keysOf(table, changed)
  }

  /** Frees what was found. */
  async end(): Promise<void> {
    await this.#tables?.drop()
  }
}
