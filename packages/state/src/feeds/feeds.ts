import { randomUUID } from 'node:crypto'
import { and, asc, count, eq, isNotNull, lte } from 'drizzle-orm'
import { newJob } from '../jobs/columns'
import { feedRuns, feeds } from '../schema'
import type { Database, State } from '../state'
import { newFeedRunId } from './feedRuns'

/** A file that a company's system sends repeatedly. */
export type Feed = typeof feeds.$inferSelect

/** A feed's settings, made by an administrator. */
export type FeedSettings = Pick<
  Feed,
  | 'name'
  | 'kind'
  | 'entity'
  | 'mappingId'
  | 'source'
  | 'folder'
  | 'url'
  | 'rhythm'
  | 'graceHours'
  | 'fetchTime'
  | 'fetchWeekday'
  | 'timeZone'
  | 'nextFetchAt'
  | 'extent'
  | 'maxRemovedPercent'
  | 'maxRejectedPercent'
  | 'paused'
>

/** The most feeds per company. */
export const MAX_FEEDS = 100

/** A company's feeds by name; without a company, all feeds. */
export async function listFeeds(state: State, companyId?: number): Promise<Feed[]> {
  return state.run((db) =>
    db
      .select()
      .from(feeds)
      .where(companyId === undefined ? undefined : eq(feeds.companyId, companyId))
      .orderBy(asc(feeds.companyId), asc(feeds.name)),
  )
}

/** A feed by its id, of any company. */
export async function readFeed(state: State, id: string): Promise<Feed | undefined> {
  const [found] = await state.run((db) => db.select().from(feeds).where(eq(feeds.id, id)))
  return found
}

/** Creates a feed. `full`: the company has the maximum number. `taken`: another feed has its name or its folder. */
export async function createFeed(
  state: State,
  { companyId, userId }: { companyId: number; userId: number },
  settings: FeedSettings,
  now: Date,
): Promise<Feed | 'full' | 'taken'> {
  return state.run(async (db) => {
    const [found] = await db.select({ number: count() }).from(feeds).where(eq(feeds.companyId, companyId))
    if ((found?.number ?? 0) >= MAX_FEEDS) return 'full'
    const [made] = await db
      .insert(feeds)
      .values({
        id: randomUUID(),
        companyId,
        ...settings,
        expectedSince: now,
        createdBy: userId,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning()
    return made ?? 'taken'
  })
}

/** What is changed about a feed. */
export type FeedChange = Partial<
  FeedSettings & Pick<Feed, 'expectedSince' | 'etag' | 'lastModified' | 'incident' | 'incidentAt'>
>

/** Changes a company's feed. `taken`: another feed has its name or its folder. Undefined when there is no such feed. */
export async function changeFeed(
  state: State,
  companyId: number,
  id: string,
  change: FeedChange,
  now: Date,
): Promise<Feed | 'taken' | undefined> {
  return state.run((db) =>
    db.transaction(async (tx) => {
      const others = await tx.select().from(feeds).where(eq(feeds.companyId, companyId)).for('update')
      const isTaken = others.some(
        ({ id: other, name, folder }) =>
          other !== id && (name === change.name || (folder !== null && folder === change.folder)),
      )
      if (isTaken) return 'taken'
      const [changed] = await tx
        .update(feeds)
        .set({ ...change, updatedAt: now })
        .where(and(eq(feeds.companyId, companyId), eq(feeds.id, id)))
        .returning()
      return changed
    }),
  )
}

/** Deletes a company's feed with its keys, runs and list; false when there is no such feed. */
export async function deleteFeed(state: State, companyId: number, id: string): Promise<boolean> {
  const deleted = await state.run((db) =>
    db
      .delete(feeds)
      .where(and(eq(feeds.companyId, companyId), eq(feeds.id, id)))
      .returning({ id: feeds.id }),
  )
  return deleted.length === 1
}

/**
 * Queues the fetches that are due. Several instances may call this at once: each fetch is queued by exactly one.
 * Several missed fetches become one. Returns how many were queued here.
 * @param next when a feed is fetched after now
 */
export async function queueDueFetches(state: State, now: Date, next: (feed: Feed) => Date): Promise<number> {
  const due = await state.run((db) =>
    db
      .select()
      .from(feeds)
      .where(and(eq(feeds.paused, false), isNotNull(feeds.nextFetchAt), lte(feeds.nextFetchAt, now))),
  )
  let queued = 0
  for (const feed of due) {
    if (feed.nextFetchAt === null) continue
    const dueAt = feed.nextFetchAt
    const moved = await state.run((db) =>
      db.transaction(async (tx) => {
        const [row] = await tx
          .update(feeds)
          .set({ nextFetchAt: next(feed) })
          .where(and(eq(feeds.id, feed.id), eq(feeds.nextFetchAt, dueAt)))
          .returning({ id: feeds.id })
        if (row) await insertFetch(tx, feed, 'schedule', now)
        return row !== undefined
      }),
    )
    if (moved) queued += 1
  }
  return queued
}

/** Queues a fetch of a feed's URL, unless one is queued already. */
export async function insertFetch(
  tx: Database,
  feed: Pick<Feed, 'id' | 'companyId'>,
  trigger: 'schedule' | 'manual',
  now: Date,
): Promise<string | undefined> {
  const [made] = await tx
    .insert(feedRuns)
    .values({
      id: newFeedRunId(),
      feedId: feed.id,
      companyId: feed.companyId,
      trigger,
      // The same key for all fetches, so that only one per feed is open at a time.
      fileKey: 'fetch',
      ...newJob(now),
    })
    .onConflictDoNothing()
    .returning({ id: feedRuns.id })
  return made?.id
}
