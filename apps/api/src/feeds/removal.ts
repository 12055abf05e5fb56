import { Readable } from 'node:stream'
import { entityOf, isEntityName } from '@leaselight/contract'
import { type Facts, importRecords } from '@leaselight/facts'
import { joinWithAnd, pluralize } from '@leaselight/model'
import {
  type Feed,
  type FeedList,
  listedByOthers,
  type RecordOwners,
  readFeedList,
  type State,
} from '@leaselight/state'

/** What a full export leaves out of the records that its feed listed before. */
export interface Vanished {
  /** The records to remove, by entity. */
  gone: FeedList
  /** Every record that the feed has listed: what the file lists, and what is still to be removed. */
  union: FeedList
  /** Of which entities more would go than the feed allows, in a sentence; null when all is well. */
  stopped: string | null
}

/** What a MITS file names beside its prospects: it still exists when no prospect in the file refers to it. */
const NAMED_BESIDE = ['agents', 'sources', 'units']

/**
 * Compares a file with the feed's list. Only what this feed itself listed before can go, and of that only what no other feed
 * of the company lists.
 */
export async function findVanished(state: State, feed: Feed, file: FeedList): Promise<Vanished> {
  const before = await readFeedList(state, feed.id)
  const gone: FeedList = new Map()
  const union: FeedList = new Map()
  const tooMany: string[] = []
  for (const entity of new Set([...before.keys(), ...file.keys()])) {
    const listed: RecordOwners = before.get(entity) ?? new Map()
    const now: RecordOwners = file.get(entity) ?? new Map()
    union.set(entity, new Map([...listed, ...now]))
    if (feed.kind === 'mits' && NAMED_BESIDE.includes(entity)) continue
    const missing: RecordOwners = new Map([...listed].filter(([id]) => !now.has(id)))
    const elsewhere = await listedByOthers(
      state,
      { companyId: feed.companyId, feedId: feed.id, entity },
      new Set(missing.keys()),
    )
    for (const id of elsewhere) missing.delete(id)
    if (missing.size > 0) gone.set(entity, missing)
    if (missing.size * 100 > listed.size * feed.maxRemovedPercent)
      tooMany.push(`${missing.size.toLocaleString('en-US')} of ${listed.size.toLocaleString('en-US')} ${entity}`)
  }
  const stopped =
    tooMany.length === 0
      ? null
      : `${joinWithAnd(tooMany)} are missing from this file, more than the limit of ${feed.maxRemovedPercent}%. Nothing was changed.`
  return { gone, union, stopped }
}

/** Removes records by the ordinary import, so that its rules hold for them too. Returns how many were there to remove. */
export async function removeRecords(
  facts: Facts,
  companyId: number,
  gone: FeedList,
  options: { now: number; signal: AbortSignal },
): Promise<number> {
  let removed = 0
  for (const [entity, records] of gone) {
    if (!isEntityName(entity)) continue
    const { key } = entityOf(entity)
    const lines = function* () {
      for (const [id, property] of records) {
        const owner = property === 0 ? { company_id: companyId } : { property_id: property }
        yield Buffer.from(`${JSON.stringify({ [key]: id, ...owner, deleted: true })}\n`)
      }
    }
    const report = await importRecords(facts, Readable.from(lines()), { entity, companyId, ...options })
    removed += report.records.reduce((sum, counts) => sum + counts.removed, 0)
  }
  return removed
}

/** What a run says of what it left alone. */
export const nothingRemoved = (rejected: number): string =>
  `Nothing was removed, because ${pluralize(rejected, 'row was', 'rows were')} rejected.`
