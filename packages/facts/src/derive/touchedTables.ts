import { type EntityName, entityOf } from '@leaselight/contract'
import type { Facts } from '../client/facts'
import { MemoryTables } from '../client/memoryTables'
import { type Changed, LONG_RUNNING, selectChanged } from './changes'
import type { DerivedTable } from './tables'
import { bitOf, type ChangedRecords, selectNamed, touchOf } from './touch'
import type { TouchedKeys } from './writeRows'

/**
 * Which rows of derived tables may differ after many records changed. What changed, the people whom that names, and the keys
 * are in tables of the engine's memory, each made once: as lists they would travel, and be read, with every statement.
 */
export class TouchedTables {
  readonly #tables: MemoryTables
  /** The tables by what is in them. */
  readonly #made = new Map<string, Promise<string>>()

  /** @param batches which changed records */
  constructor(
    private readonly facts: Facts,
    private readonly companyId: number,
    private readonly batches: ReadonlySet<number>,
  ) {
    this.#tables = new MemoryTables(facts)
  }

  /** The keys of a table whose rows may differ. */
  async keysOf(table: DerivedTable, changes: ReadonlyMap<EntityName, Changed>): Promise<TouchedKeys> {
    const { name, key, people, keysAtOnce } = table
    const changed = new Map<EntityName, ChangedRecords>()
    for (const [entity, { areNew }] of changes)
      changed.set(entity, { ids: `(SELECT id FROM ${await this.#changed(entity)})`, areFew: false, areNew })
    const idsOf = (entity: EntityName) => changed.get(entity)?.ids ?? ''
    const numbersOf = (entities: readonly EntityName[]) =>
      `(${entities.map((one) => `SELECT ${people?.codes?.code(one, 'id')} FROM ${idsOf(one)}`).join(' UNION ALL ')})`
    const { own, named, selects } = touchOf(table, this.companyId, changed, numbersOf)
    const found = [...selects, ...(own ? [`SELECT id AS ${key} FROM ${idsOf(own)}`] : [])]
    for (const [entity, condition] of named)
      found.push(
        `SELECT person AS ${key} FROM ${await this.#named(entity, idsOf(entity))} WHERE bitAnd(met, ${bitOf(entity, condition)}) > 0`,
      )
    if (found.length === 0) return { parts: [] }
    const select = `SELECT DISTINCT ${key} FROM (${found.join('\nUNION ALL ')})`
    const touched = await this.#tables.make(name, `${key} UInt64`, select)
    const [counted] = await this.facts.query<{ keys: number }>(
      `SELECT count() AS keys FROM ${touched}`,
      {},
      LONG_RUNNING,
    )
    const parts = Math.ceil((counted?.keys ?? 0) / keysAtOnce)
    const isIn = (part: number) => (parts === 1 ? '' : `WHERE cityHash64(${key}) % ${parts} = ${part}`)
    return {
      parts: Array.from({ length: parts }, (_, part) => ({ select: `SELECT ${key} FROM ${touched} ${isIn(part)}` })),
      whole: { select: `SELECT ${key} FROM ${touched}` },
    }
  }

  /** Drops the tables. */
  drop(): Promise<void> {
    return this.#tables.drop()
  }

  #changed(entity: EntityName): Promise<string> {
    const type = entityOf(entity).key === 'id' ? 'UInt64' : 'String'
    const select = `SELECT DISTINCT id FROM (${selectChanged(this.companyId, entity, this.batches)})`
    return this.#once(`changed_${entity}`, `id ${type}`, select)
  }

  #named(entity: EntityName, ids: string): Promise<string> {
    const select = selectNamed(this.companyId, entity, { ids, areFew: false })
    return this.#once(`named_${entity}`, 'person UInt64, met UInt64', select)
  }

  #once(about: string, columns: string, select: string): Promise<string> {
    const known = this.#made.get(about) ?? this.#tables.make(about, columns, select)
    this.#made.set(about, known)
    // The next table tries again.
    known.catch(() => this.#made.delete(about))
    return known
  }
}
