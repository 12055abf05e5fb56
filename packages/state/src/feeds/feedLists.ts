import { and, asc, eq, ne } from 'drizzle-orm'
import type { Worker } from '../jobs/queue'
import { feedLists, type ListedRecord } from '../schema'
import type { State } from '../state'
import { feedJobs } from './feedRuns'

/** Records by their ids, each with its property's id, or 0 where the company owns it. */
export type RecordOwners = Map<number | string, number>

/** The records that a feed's file lists, by entity. */
export type FeedList = Map<string, RecordOwners>

/** How many records are in one row of the table. */
const PART = 5_000

/** The records that a feed's last full export listed. */
export async function readFeedList(state: State, feedId: string): Promise<FeedList> {
  const rows = await state.run((db) =>
    db
      .select({ entity: feedLists.entity, records: feedLists.records })
      .from(feedLists)
      .where(eq(feedLists.feedId, feedId))
      .orderBy(asc(feedLists.entity), asc(feedLists.part)),
  )
  const list: FeedList = new Map()
  for (const { entity, records } of rows) {
    const owners = list.get(entity) ?? new Map()
    for (const [id, owner] of records) owners.set(id, owner)
    list.set(entity, owners)
  }
  return list
}

/** Replaces a feed's list under the lease of its run; false when another worker has the run. */
export const writeFeedList = (
  state: State,
  { runId, feedId, companyId }: { runId: string; feedId: string; companyId: number },
  worker: Worker,
  list: FeedList,
): Promise<boolean> =>
  feedJobs.whileLeased(state, runId, worker, async (tx) => {
    await tx.delete(feedLists).where(eq(feedLists.feedId, feedId))
    for (const [entity, owners] of list) {
      const all: ListedRecord[] = [...owners]
      for (let part = 0; part * PART < all.length; part++) {
        const records = all.slice(part * PART, (part + 1) * PART)
        await tx.insert(feedLists).values({ feedId, companyId, entity, part, records })
      }
    }
  })

/** Which of these ids another feed of the company lists. */
export async function listedByOthers(
  state: State,
  { companyId, feedId, entity }: { companyId: number; feedId: string; entity: string },
  ids: ReadonlySet<number | string>,
): Promise<Set<number | string>> {
  if (ids.size === 0) return new Set()
  const rows = await state.run((db) =>
    db
      .select({ records: feedLists.records })
      .from(feedLists)
      .where(and(eq(feedLists.companyId, companyId), eq(feedLists.entity, entity), ne(feedLists.feedId, feedId))),
  )
  return new Set(rows.flatMap(({ records }) => records.map(([id]) => id).filter((id) => ids.has(id))))
}
