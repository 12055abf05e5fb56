import { type EntityName, entityOf } from '@leaselight/contract'
import type { Facts } from '../client/facts'
import { once } from '../once'
import { type Changed, LONG_RUNNING, storeOf } from './changes'
import { MOST_OF_FEW } from './narrow'
import type { DerivedTable } from './tables'
import { bitOf, type ChangedRecords, selectNamed, touchOf } from './touch'

/** The people that an entity's changed records name, each with the conditions that these meet. */
type NamedPeople = readonly { person: number; met: number }[]

type Params = Record<string, readonly (number | bigint | string)[]>

/** The parameter of statements that holds the numbers of changed records. */
const CHANGED_CODES = 'changed_codes'

/** The parameter of statements that holds an entity's records that changed. */
const changedName = (entity: EntityName): string => `changed_${entity}`

/** The changed records of an entity, all of which are listed. */
type Listed = Changed & { keys: readonly (number | string)[] }

/** Whether of each entity all changed records are listed. */
export const isListed = (changed: ReadonlyMap<EntityName, Changed>): changed is ReadonlyMap<EntityName, Listed> =>
  [...changed.values()].every(({ keys }) => keys !== null)

/**
 * Which rows of derived tables may differ after few records changed, as lists of their keys. The people that an entity's
 * records name are read once for all tables, and the rest of a table by one statement.
 */
export class TouchedListed {
  readonly #named = new Map<EntityName, Promise<NamedPeople | null>>()

  /** @param most keys are listed */
  constructor(
    private readonly facts: Pick<Facts, 'query' | 'embedded'>,
    private readonly companyId: number,
    private readonly most: number,
  ) {}

  /** The keys of a table whose rows may differ; null when they are too many to list. */
  async keysOf(table: DerivedTable, changes: ReadonlyMap<EntityName, Listed>): Promise<number[] | null> {
    const params: Params = Object.fromEntries([...changes].map(([entity, { keys }]) => [changedName(entity), keys]))
    const numbersOf = (entities: readonly EntityName[]): string => {
      const keysOf = (one: EntityName) => (changes.get(one)?.keys ?? []).map(Number)
      params[CHANGED_CODES] = entities.flatMap((one) => table.people?.codes?.codesOf(one, keysOf(one)) ?? [])
      return `{${CHANGED_CODES}:Array(UInt64)}`
    }
    const changed = new Map([...changes].map(([entity, listed]) => [entity, this.#asParam(entity, listed)]))
    const { own, named, selects } = touchOf(table, this.companyId, changed, numbersOf)
    const touched = new Set((own && changes.get(own)?.keys)?.map(Number))
    for (const [entity, condition] of named) {
      const listed = changes.get(entity)
      const found = listed && (await once(this.#named, entity, () => this.#readNamedBy(entity, listed)))
      if (!found) return null
      const bit = bitOf(entity, condition)
      for (const { person, met } of found) if (met & bit) touched.add(person)
    }
    for (const id of await this.#select(table, selects, params)) touched.add(id)
    return touched.size > this.most ? null : [...touched]
  }

  #asParam(entity: EntityName, { keys, areNew }: Listed): ChangedRecords {
    const type = entityOf(entity).key === 'id' ? 'UInt64' : 'String'
    const areFew = keys.length <= MOST_OF_FEW[storeOf(this.facts)]
    return { ids: `{${changedName(entity)}:Array(${type})}`, areFew, areNew }
  }

  /** @returns null where they are too many to list */
  async #readNamedBy(entity: EntityName, listed: Listed): Promise<NamedPeople | null> {
    const found = await this.facts.query<NamedPeople[number]>(
      `${selectNamed(this.companyId, entity, this.#asParam(entity, listed))} LIMIT ${this.most + 1}`,
      { [changedName(entity)]: listed.keys },
      LONG_RUNNING,
    )
    return found.length > this.most ? null : found
  }

  async #select({ key }: DerivedTable, selects: readonly string[], params: Params): Promise<number[]> {
    if (selects.length === 0) return []
    const sql = `SELECT DISTINCT ${key} AS id FROM (${selects.join('\nUNION DISTINCT ')}) LIMIT ${this.most + 1}`
    // A server gets what the statement names.
    const named = Object.fromEntries(Object.entries(params).filter(([name]) => sql.includes(`{${name}:`)))
    return (await this.facts.query<{ id: number }>(sql, named, LONG_RUNNING)).map(({ id }) => id)
  }
}
