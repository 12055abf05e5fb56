import type { EntityName } from '@leaselight/contract'
import type { Facts } from '../client/facts'
import { type Changed, type Changes, LONG_RUNNING, mostTouched, storeOf } from './changes'
import { changedName, changedOf, MOST_OF_FEW, ofCompany, prospectOf, readAll, readOf } from './narrow'
import { CHANGED_CODES, type PeopleTouch } from './people'
import { type DerivedTable, derivedTables } from './tables'

type ChangedRecords = ReadonlyMap<EntityName, Changed>

/** The people that an entity's changed records name, by the condition that these records meet. */
type NamedPeople = ReadonlyMap<string, readonly number[]>

/**
 * Which rows of derived tables may differ after records changed. The people that an entity's records name are read once for
 * all tables, and the rest of a table by one statement.
 */
export class Touched {
  readonly #named = new Map<EntityName, Promise<NamedPeople | null>>()
  readonly #most: number

  /** @param changes what changed; called for the first table */
  constructor(
    private readonly facts: Facts,
    private readonly companyId: number,
    private readonly changes: () => Promise<Changes>,
  ) {
    this.#most = mostTouched(facts)
  }

  /** The keys of a table whose rows may differ; null when there are so many that all are worked out again. */
  async keysOf(table: DerivedTable): Promise<number[] | null> {
    const changed = await this.#changedOf(table)
    if (!changed) return null
    const { key, ownEntity, people, touchedKeys } = table
    const others = [...changed.keys()].filter((entity) => entity !== ownEntity)
    const selects = () =>
      others.flatMap((entity) => touchedKeys?.(this.companyId, entity, this.#areFew(keysIn(changed, entity))) ?? [])
    const found = people
      ? await this.#throughPeople(people, others, changed)
      : await this.#select(key, selects(), paramsOf(changed))
    if (!found) return null
    const own = ownEntity ? keysIn(changed, ownEntity) : []
    const touched = new Set([...own.map(Number), ...found])
    return touched.size > this.#most ? null : [...touched]
  }

  /** What changed of the entities that a table is made of; null when it is too much to list. */
  async #changedOf({ from }: DerivedTable): Promise<ChangedRecords | null> {
    const changes = await this.changes()
    if (!changes) return null
    const changed = from.flatMap((entity) => {
      const found = changes.get(entity)
      return found && found.keys.length > 0 ? [[entity, found] as const] : []
    })
    return changed.some(([, { keys }]) => keys.length > this.#most) ? null : new Map(changed)
  }

  async #throughPeople(
    { conditions, former, codes, otherwise }: PeopleTouch,
    entities: readonly EntityName[],
    changed: ChangedRecords,
  ): Promise<number[] | null> {
    const people = new Set<number>()
    const selects: string[] = []
    const mayBeElsewhere: EntityName[] = []
    for (const entity of entities) {
      const condition = conditions[entity]
      if (condition === undefined) {
        selects.push(otherwise(this.companyId, entity))
        continue
      }
      const named = await this.#namedBy(entity, keysIn(changed, entity))
      if (!named) return null
      for (const id of named.get(condition) ?? []) people.add(id)
      if (!changed.get(entity)?.areNew) mayBeElsewhere.push(entity)
    }
    if (mayBeElsewhere.length > 0) selects.push(former(this.companyId, mayBeElsewhere))
    const params = {
      ...paramsOf(changed),
      ...(codes && {
        [CHANGED_CODES]: mayBeElsewhere.flatMap((one) => codes.codesOf(one, keysIn(changed, one).map(Number))),
      }),
    }
    for (const id of await this.#select('prospect_id', selects, params)) people.add(id)
    return [...people]
  }

  #namedBy(entity: EntityName, keys: Changed['keys']): Promise<NamedPeople | null> {
    const known = this.#named.get(entity) ?? this.#readNamedBy(entity, keys)
    this.#named.set(entity, known)
    // The next table tries again.
    known.catch(() => this.#named.delete(entity))
    return known
  }

  /** @returns null where they are too many to list */
  async #readNamedBy(entity: EntityName, keys: Changed['keys']): Promise<NamedPeople | null> {
    const conditions = [...new Set(derivedTables.flatMap(({ people }) => people?.conditions[entity] ?? []))]
    const changed = changedOf(entity)
    const read = this.#areFew(keys) ? readOf(this.companyId, changed) : readAll
    const found = await this.facts.query<{ person: number; met: number }>(
      `SELECT ${prospectOf(entity)} AS person, ${conditions.map((one, at) => `max(toUInt8(${one})) * ${2 ** at}`).join(' + ')} AS met
       FROM ${read(entity)} WHERE ${ofCompany(this.companyId)} AND person != 0 AND id IN ${changed}
       GROUP BY person LIMIT ${this.#most + 1}`,
      { [changedName(entity)]: keys },
      LONG_RUNNING,
    )
    if (found.length > this.#most) return null
    return new Map(
      conditions.map((condition, at) => [
        condition,
        found.flatMap(({ person, met }) => (met & (2 ** at) ? person : [])),
      ]),
    )
  }

  async #select(key: string, selects: readonly string[], params: Params): Promise<number[]> {
    if (selects.length === 0) return []
    const sql = `SELECT DISTINCT ${key} AS id FROM (${selects.join('\nUNION DISTINCT ')}) LIMIT ${this.#most + 1}`
    // A server gets what the statement names.
    const named = Object.fromEntries(Object.entries(params).filter(([name]) => sql.includes(`{${name}:`)))
    return (await this.facts.query<{ id: number }>(sql, named, LONG_RUNNING)).map(({ id }) => id)
  }

  #areFew(keys: readonly unknown[]): boolean {
    return keys.length <= MOST_OF_FEW[storeOf(this.facts)]
  }
}

const keysIn = (changed: ChangedRecords, entity: EntityName): Changed['keys'] => changed.get(entity)?.keys ?? []

type Params = Record<string, readonly (number | bigint | string)[]>

const paramsOf = (changed: ChangedRecords): Params =>
  Object.fromEntries([...changed].map(([entity, { keys }]) => [changedName(entity), keys]))
