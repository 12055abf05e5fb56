import type { Facts } from '../client/facts'
import { type EntityName, entityOf } from '../entities'
import { refuseErased } from './erasedPeople'
import { type OwnerProblem, settleOwner, takenElsewhere } from './owners'
import { findKnown, type Known, scopeOf } from './places'
import type { Registry } from './registry'
import { SourceParents } from './source-parents'
import type { Row } from './take'

/** How many records a batch took, by what they did. A record that is there already, even the same, is replaced. */
export interface Tally {
  taken: number
  replaced: number
  deleted: number
}

/** The records of a batch that go in: the last version of each, and what is known of the earlier ones. */
export interface Sifted {
  rows: Row[]
  known: FindKnown
  /** Looks the records up once more: on a server another instance may have written meanwhile. */
  lookAgain: () => Promise<FindKnown>
  tally: Tally
}

/** What is known of a record. */
export type FindKnown = (row: Row) => Known | undefined

interface SiftOptions {
  facts: Facts
  name: EntityName
  registry: Registry
  /** The highest known ids: what is above is new. */
  tops?: Map<number, number> | undefined
  /** The only company the import may touch. */
  reach?: number | undefined
  refuse: (row: Row, problem: OwnerProblem) => void
}

/** Refuses the records without an owner, with another company's id or closing a circle; of the others the last of each id stays. */
export async function sift(rows: readonly Row[], options: SiftOptions): Promise<Sifted> {
  const { facts, name, registry, reach, refuse } = options
  const { key } = entityOf(name)
  const found: Row[] = []
  for (const row of rows) {
    const problem = settleOwner(name, row, registry, reach)
    if (problem) refuse(row, problem)
    else found.push(row)
  }
  const owned = await refuseErased(facts, name, found, registry, refuse)
  const known = await lookUp(owned, options)
  const parents =
    name === 'sources' ? await SourceParents.load(facts, new Set(owned.map((row) => row.companyId))) : undefined
  const last = new Map<number, Map<number | string, Row>>()
  const tally: Tally = { taken: 0, replaced: 0, deleted: 0 }
  for (const row of owned) {
    const scope = scopeOf(name, row.companyId)
    let ofScope = last.get(scope)
    if (!ofScope) {
      ofScope = new Map()
      last.set(scope, ofScope)
    }
    const before = ofScope.get(row.id) ?? known.get(scope)?.get(row.id)
    if (before && before.companyId !== row.companyId) {
      refuse(row, takenElsewhere(key, row.id))
      continue
    }
    if (parents && !parents.place(row, row.deleted ? 0 : Number(row.watched))) {
      refuse(row, { field: 'parent_id', reason: 'parent_id closes a circle: the source would be above itself.' })
      continue
    }
    tally[row.deleted ? 'deleted' : before ? 'replaced' : 'taken']++
    ofScope.set(row.id, row)
  }
  const kept = [...last.values()].flatMap((ofScope) => [...ofScope.values()])
  const finder =
    (found: typeof known): FindKnown =>
    (row) =>
      found.get(scopeOf(name, row.companyId))?.get(row.id)
  return { rows: kept, known: finder(known), lookAgain: async () => finder(await lookUp(kept, options)), tally }
}

async function lookUp(
  rows: readonly Row[],
  { facts, name, tops }: SiftOptions,
): Promise<Map<number, Map<number | string, Known>>> {
  const asked = new Map<number, Set<number | string>>()
  for (const row of rows) {
    const scope = scopeOf(name, row.companyId)
    if (tops && Number(row.id) > (tops.get(scope) ?? 0)) continue
    const ids = asked.get(scope)
    if (ids) ids.add(row.id)
    else asked.set(scope, new Set([row.id]))
  }
  const known = new Map<number, Map<number | string, Known>>()
  for (const [scope, ids] of asked) known.set(scope, await findKnown(facts, name, scope, [...ids]))
  return known
}
