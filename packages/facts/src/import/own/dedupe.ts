import { type EntityName, entityOf } from '@leaselight/contract'
import type { Facts } from '../../client/facts'
import type { Row } from '../check/validator'
import { rejectErased } from './erasedPeople'
import { type OwnerProblem, ownedElsewhere, resolveOwner } from './owners'
import { findKnownRecords, type KnownRecord, scopeOf } from './recordKeys'
import type { Registry } from './registry'
import { SourceParents } from './sourceParents'

/** How many records a batch took, by what they did. A record that is there already, even the same, is replaced. */
export interface ImportCounts {
  taken: number
  replaced: number
  deleted: number
}

/** The records of a batch that go in: the last version of each, and what is known of the earlier ones. */
export interface DedupedBatch {
  rows: Row[]
  known: FindKnown
  /** Looks the records up once more: on a server another instance may have written meanwhile. */
  lookUpAgain: () => Promise<FindKnown>
  tally: ImportCounts
}

/** What is known of a record. */
export type FindKnown = (row: Row) => KnownRecord | undefined

interface DedupeOptions {
  facts: Facts
  name: EntityName
  registry: Registry
  /** The highest known ids: what is above is new. */
  maxIds?: Map<number, number> | undefined
  /** The only company the import may touch. */
  onlyCompanyId?: number | undefined
  reject: (row: Row, problem: OwnerProblem) => void
}

/** Refuses the records without an owner, with another company's id or closing a circle; of the others the last of each id stays. */
export async function dedupe(rows: readonly Row[], options: DedupeOptions): Promise<DedupedBatch> {
  const { facts, name, registry, onlyCompanyId, reject } = options
  const { key } = entityOf(name)
  const found: Row[] = []
  for (const row of rows) {
    const problem = resolveOwner(name, row, registry, onlyCompanyId)
    if (problem) reject(row, problem)
    else found.push(row)
  }
  const owned = await rejectErased(facts, name, found, registry, reject)
  const known = await lookUpKnown(owned, options)
  const parents =
    name === 'sources' ? await SourceParents.load(facts, new Set(owned.map((row) => row.companyId))) : undefined
  const last = new Map<number, Map<number | string, Row>>()
  const tally: ImportCounts = { taken: 0, replaced: 0, deleted: 0 }
  for (const row of owned) {
    const scope = scopeOf(name, row.companyId)
    let ofScope = last.get(scope)
    if (!ofScope) {
      ofScope = new Map()
      last.set(scope, ofScope)
    }
    const before = ofScope.get(row.id) ?? known.get(scope)?.get(row.id)
    if (before && before.companyId !== row.companyId) {
      reject(row, ownedElsewhere(key, row.id))
      continue
    }
    if (parents && !parents.setParent(row, row.deleted ? 0 : Number(row.inspected))) {
      reject(row, { field: 'parent_id', reason: 'parent_id closes a circle: the source would be above itself.' })
      continue
    }
    const earlier = ofScope.get(row.id)
    // The zone of a property that one batch describes and removes dates its facts, as if two batches had done so.
    if (name === 'properties' && row.deleted && earlier && row.inspected === '') row.inspected = earlier.inspected
    tally[row.deleted ? 'deleted' : before ? 'replaced' : 'taken']++
    ofScope.set(row.id, row)
  }
  const kept = [...last.values()].flatMap((ofScope) => [...ofScope.values()])
  const finder =
    (found: typeof known): FindKnown =>
    (row) =>
      found.get(scopeOf(name, row.companyId))?.get(row.id)
  return { rows: kept, known: finder(known), lookUpAgain: async () => finder(await lookUpKnown(kept, options)), tally }
}

async function lookUpKnown(
  rows: readonly Row[],
  { facts, name, maxIds }: DedupeOptions,
): Promise<Map<number, Map<number | string, KnownRecord>>> {
  const asked = new Map<number, Set<number | string>>()
  for (const row of rows) {
    const scope = scopeOf(name, row.companyId)
    if (maxIds && Number(row.id) > (maxIds.get(scope) ?? 0)) continue
    const ids = asked.get(scope)
    if (ids) ids.add(row.id)
    else asked.set(scope, new Set([row.id]))
  }
  const known = new Map<number, Map<number | string, KnownRecord>>()
  for (const [scope, ids] of asked) known.set(scope, await findKnownRecords(facts, name, scope, [...ids]))
  return known
}
