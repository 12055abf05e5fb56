import { type EntityName, entityOf } from '@leaselight/contract'
import type { Facts } from '../client/facts'
import { type MemoryTable, MemoryTables } from '../client/memoryTables'
import { once } from '../once'
import { type Changed, LONG_RUNNING, selectChanged } from './changes'
import type { DerivedTable } from './tables'
import { bitOf, type ChangedRecords, selectNamed, touchOf } from './touch'
import type { TouchedKeys } from './writeRows'

/** So many rows a table has at most: statements make a set of some, of 30 bytes a row, and two run at once. */
const MOST_ROWS = 5_000_000

/**
 * Which rows of derived tables may differ after many records changed. The changed records, the people they name, and the keys
 * are in tables of the engine's memory, each made once: as lists they would travel, and be read, with every statement.
 */
export class TouchedTables {
  readonly #tables: MemoryTables
  /** The tables by what is in them. */
  readonly #made = new Map<string, Promise<MemoryTable | null>>()

  /**
   * @param batches which changed records
   * @param most rows of a table
   */
  constructor(
    facts: Pick<Facts, 'command' | 'query'>,
    private readonly companyId: number,
    private readonly batches: ReadonlySet<number>,
    private readonly most = MOST_ROWS,
  ) {
    this.#tables = new MemoryTables(facts)
  }

  /** The keys of a table whose rows may differ; null when there is too much to have in memory. */
  async keysOf(table: DerivedTable, changes: ReadonlyMap<EntityName, Changed>): Promise<TouchedKeys | null> {
    const { name, key, people } = table
    const changed = await this.#changedOf(changes)
    if (!changed) return null
    const idsOf = (entity: EntityName) => changed.get(entity)?.ids ?? ''
    const numbersOf = (entities: readonly EntityName[]) =>
      `(${entities.map((one) => `SELECT ${people?.codes?.code(one, 'id')} FROM ${idsOf(one)}`).join(' UNION ALL ')})`
    const { own, named, selects } = touchOf(table, this.companyId, changed, numbersOf)
    const found = [...selects, ...(own ? [`SELECT id AS ${key} FROM ${idsOf(own)}`] : [])]
    for (const [entity, condition] of named) {
      const namedPeople = await this.#named(entity, idsOf(entity))
      if (!namedPeople) return null
      found.push(`SELECT person AS ${key} FROM ${namedPeople.name} WHERE bitAnd(met, ${bitOf(entity, condition)}) > 0`)
    }
    if (found.length === 0) return { parts: [] }
    const touched = await this.#make(
      name,
      `${key} UInt64`,
      `SELECT DISTINCT ${key} FROM (${found.join('\nUNION ALL ')})`,
    )
    return touched && keysIn(touched, table)
  }

  /** Drops the tables. */
  drop(): Promise<void> {
    return this.#tables.drop()
  }

  /** The records that changed; null when there are too many. */
  async #changedOf(changes: ReadonlyMap<EntityName, Changed>): Promise<Map<EntityName, ChangedRecords> | null> {
    const changed = new Map<EntityName, ChangedRecords>()
    for (const [entity, { areNew }] of changes) {
      const type = entityOf(entity).key === 'id' ? 'UInt64' : 'String'
      const select = `SELECT DISTINCT id FROM (${selectChanged(this.companyId, entity, this.batches)})`
      const table = await this.#once(`changed_${entity}`, `id ${type}`, select)
      if (!table) return null
      changed.set(entity, { ids: `(SELECT id FROM ${table.name})`, areFew: false, areNew })
    }
    return changed
  }

  #named(entity: EntityName, ids: string): Promise<MemoryTable | null> {
    const select = selectNamed(this.companyId, entity, { ids, areFew: false })
    return this.#once(`named_${entity}`, 'person UInt64, met UInt64', select)
  }

  #once(about: string, columns: string, select: string): Promise<MemoryTable | null> {
    return once(this.#made, about, () => this.#make(about, columns, select))
  }

  /** @returns null where there are more rows than a table may have */
  async #make(about: string, columns: string, select: string): Promise<MemoryTable | null> {
    const table = await this.#tables.make(about, columns, `${select} LIMIT ${this.most + 1}`, LONG_RUNNING)
    return table.rows > this.most ? null : table
  }
}

/** The keys in a table, as many at once as a statement works out. */
function keysIn({ name, rows }: MemoryTable, { key, keysAtOnce }: DerivedTable): TouchedKeys {
  const parts = Math.ceil(rows / keysAtOnce)
  const isIn = (part: number) => (parts === 1 ? '' : `WHERE cityHash64(${key}) % ${parts} = ${part}`)
  return {
    parts: Array.from({ length: parts }, (_, part) => ({ select: `SELECT ${key} FROM ${name} ${isIn(part)}` })),
    whole: { select: `SELECT ${key} FROM ${name}` },
  }
}
