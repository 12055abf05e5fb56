import { type EntityName, entityOf } from '@leaselight/contract'
import type { Facts } from '../../client/facts'
import type { Row } from '../check/validator'
import { rejectErased } from './erasedPeople'
import { LastRows } from './lastRows'
import { type Outcome, Outcomes } from './outcomes'
import { type OwnerProblem, ownedElsewhere, resolveOwner } from './owners'
import { type FindKnown, findKnownRecords, type KnownRecord, scopeOf } from './recordKeys'
import type { Registry } from './registry'
import { SourceParents } from './sourceParents'
import { StoredRecords } from './storedRecords'

/** The records of a batch that are accepted: the last version of each, and what is known of the earlier ones. */
export interface DedupedBatch {
  /** To be written. */
  rows: Row[]
  /** Stored already, exactly as they came. */
  unchanged: Row[]
  known: FindKnown
  /** Whether an accepted record is stored now, whatever it says there. Only known with `compare`. */
  isStored: (row: Row) => boolean
  /** Looks the records up once more: on a server another instance may have written meanwhile. */
  lookUpAgain: () => Promise<FindKnown>
  /** What the accepted records do. Only complete with `compare`. */
  outcomes: Outcomes
}

/** What an earlier batch of a dry run would have left, since it leaves nothing in the store. */
export interface EarlierBatches {
  /** Whose the id is and what it would hold; undefined when no earlier batch had it. */
  find(row: Row): { companyId: number; isThere: boolean; equals: (row: Row) => boolean } | undefined
}

interface DedupeOptions {
  facts: Facts
  name: EntityName
  registry: Registry
  /** The highest known ids: what is above is new. */
  maxIds?: Map<number, number> | undefined
  /** The only company the import may touch. */
  onlyCompanyId?: number | undefined
  /** Whether records are compared with the stored ones, to count them and to write only what changes. */
  compare: boolean
  earlier?: EarlierBatches
  reject: (row: Row, problem: OwnerProblem) => void
}

/** Rejects the records without an owner, with another company's id or closing a circle; of the others the last of each id stays. */
export async function dedupe(rows: readonly Row[], options: DedupeOptions): Promise<DedupedBatch> {
  const { facts, name, registry, onlyCompanyId, compare, earlier, reject } = options
  const { key } = entityOf(name)
  const found: Row[] = []
  for (const row of rows) {
    const problem = resolveOwner(name, row, registry, onlyCompanyId)
    if (problem) reject(row, problem)
    else found.push(row)
  }
  const owned = await rejectErased(facts, name, found, registry, reject)
  const finder =
    (records: Awaited<ReturnType<typeof lookUpKnown>>): FindKnown =>
    (row) =>
      records.size === 0 ? undefined : records.get(scopeOf(name, row.companyId))?.get(row.id)
  const stored = new StoredRecords()
  // What is stored as it came needs no look-up: it stays where it is.
  if (compare)
    await stored.compareOnOwnDays(
      facts,
      name,
      owned.filter((row) => mayBeKnown(row, options)),
    )
  const others = owned.filter((row) => !stored.equals(row))
  const known = finder(await lookUpKnown(others, options))
  if (compare) await stored.compareWhereKnown(facts, name, others, known)
  const parents =
    name === 'sources' ? await SourceParents.load(facts, new Set(owned.map((row) => row.companyId))) : undefined
  const last = new LastRows(name, owned)
  const outcomes = new Outcomes()
  for (const row of owned) {
    const inBatch = last.find(row)
    const before = inBatch ?? earlier?.find(row) ?? known(row)
    if (before && before.companyId !== row.companyId) {
      reject(row, ownedElsewhere(key, row.id))
      continue
    }
    if (parents && !parents.setParent(row, row.deleted ? 0 : Number(row.inspected))) {
      reject(row, { field: 'parent_id', reason: 'parent_id closes a circle: the source would be above itself.' })
      continue
    }
    // The zone of a property that one batch describes and removes dates its facts, as if two batches had done so.
    if (name === 'properties' && row.deleted && inBatch && row.inspected === '') row.inspected = inBatch.inspected
    // Of several with one id only the last does anything.
    if (inBatch) outcomes.add(row.companyId, 'unchanged')
    last.set(row)
  }
  const accepted = last.list()
  if (compare)
    for (const row of accepted) {
      const before = earlier?.find(row)
      const isEqual = before ? before.equals(row) : stored.equals(row)
      outcomes.add(row.companyId, outcomeOf(row, before?.isThere ?? stored.has(row), isEqual))
    }
  const written = accepted.filter((row) => !stored.equals(row))
  return {
    rows: written,
    unchanged: written.length === accepted.length ? [] : accepted.filter((row) => stored.equals(row)),
    known,
    isStored: (row) => stored.has(row),
    lookUpAgain: async () => finder(await lookUpKnown(written, options)),
    outcomes,
  }
}

function outcomeOf(row: Row, isThere: boolean, isEqual: boolean): Outcome {
  if (row.deleted) return isThere ? 'removed' : 'unchanged'
  if (!isThere) return 'new'
  return isEqual ? 'unchanged' : 'changed'
}

/** Whether a record may have come before: ids above the highest known one are new. */
const mayBeKnown = (row: Row, { name, maxIds }: Pick<DedupeOptions, 'name' | 'maxIds'>): boolean =>
  !maxIds || !(Number(row.id) > (maxIds.get(scopeOf(name, row.companyId)) ?? 0))

async function lookUpKnown(
  rows: readonly Row[],
  { facts, name, maxIds }: DedupeOptions,
): Promise<Map<number, Map<number | string, KnownRecord>>> {
  const asked = new Map<number, Set<number | string>>()
  for (const row of rows) {
    if (!mayBeKnown(row, { name, maxIds })) continue
    const scope = scopeOf(name, row.companyId)
    const ids = asked.get(scope)
    if (ids) ids.add(row.id)
    else asked.set(scope, new Set([row.id]))
  }
  const known = new Map<number, Map<number | string, KnownRecord>>()
  for (const [scope, ids] of asked) known.set(scope, await findKnownRecords(facts, name, scope, [...ids]))
  return known
}
