import { randomUUID } from 'node:crypto'
import { and, desc, eq, getTableName, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { claimUnlessHeld } from '../holds/held'
import { newJob, openStatuses } from '../jobs/columns'
import { jobQueue, type Worker } from '../jobs/queue'
import { type FinalFeedStatus, feedRuns, feeds } from '../schema'
import type { Database, State } from '../state'

/** Runs of feeds as jobs: claimed, leased, retried and ended by the queue that all jobs share. */
export const feedJobs = jobQueue<FinalFeedStatus>(getTableName(feedRuns))

/** One file of a feed, from its arrival to its outcome. */
export type FeedRun = typeof feedRuns.$inferSelect

/** A file that has arrived. */
export type NewFeedRun = Pick<
  FeedRun,
  'id' | 'feedId' | 'companyId' | 'trigger' | 'fileName' | 'fileKey' | 'location' | 'machine' | 'bytes'
>

/** Queues a file for its import; false when the same file of a folder is queued already. */
export async function queueFeedRun(state: State, run: NewFeedRun, now: Date): Promise<boolean> {
  const made = await state.run((db) =>
    db
      .insert(feedRuns)
      .values({ ...run, ...newJob(now) })
      .onConflictDoNothing()
      .returning({ id: feedRuns.id }),
  )
  return made.length === 1
}

/** An id for a run that is about to be queued. Ids grow with time, so that runs of the same instant have an order. */
export function newFeedRunId(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/**
 * Leases the run that has been due longest. A feed's files are imported in the order in which they came, one at a time: a
 * run waits until every earlier one of its feed has ended. A file is imported on the machine that has it.
 */
export async function claimFeedRun(
  state: State,
  worker: Worker,
  machine: string,
  now: Date,
): Promise<FeedRun | undefined> {
  const isHere = or(isNull(feedRuns.machine), eq(feedRuns.machine, machine))
  const open = sql.raw(openStatuses.map((status) => `'${status}'`).join(', '))
  const isFirst = sql`not exists (
    select 1 from ${feedRuns} as earlier where earlier.feed_id = ${feedRuns.feedId} and earlier.status in (${open})
      and (earlier.created_at, earlier.id) < (${feedRuns.createdAt}, ${feedRuns.id}))`
  const job = await claimUnlessHeld(feedJobs, feedRuns.companyId, state, worker, now, and(isHere, isFirst))
  return job && readFeedRun(state, job.id)
}

/** A run by its id, of any company. */
export async function readFeedRun(state: State, id: string): Promise<FeedRun | undefined> {
  const [found] = await state.run((db) => db.select().from(feedRuns).where(eq(feedRuns.id, id)))
  return found
}

/** The latest runs of each of some feeds, newest first. */
export async function latestFeedRuns(
  state: State,
  feedIds: readonly string[],
  limit: number,
): Promise<Map<string, FeedRun[]>> {
  const found = new Map<string, FeedRun[]>()
  for (const id of feedIds) {
    const runs = await state.run((db) =>
      db
        .select()
        .from(feedRuns)
        .where(eq(feedRuns.feedId, id))
        .orderBy(desc(feedRuns.createdAt), desc(feedRuns.id))
        .limit(limit),
    )
    found.set(id, runs)
  }
  return found
}

/** What is stored about a run while it is worked on. */
export type FeedRunChange = Partial<
  Pick<
    FeedRun,
    | 'fileName'
    | 'location'
    | 'machine'
    | 'bytes'
    | 'importRunId'
    | 'rows'
    | 'accepted'
    | 'rejected'
    | 'removed'
    | 'report'
  >
>

/** Stores something about a run under its lease; false when another worker has it. */
export const updateFeedRun = (state: State, id: string, worker: Worker, change: FeedRunChange): Promise<boolean> =>
  feedJobs.whileLeased(state, id, worker, (tx) => tx.update(feedRuns).set(change).where(eq(feedRuns.id, id)))

/** How a run ended. */
export interface FeedOutcome {
  status: FinalFeedStatus
  reason: string | null
  result: FeedRunChange
  /** The version headers from the URL's server. */
  version?: { etag: string | null; lastModified: string | null }
}

/** Ends a run with its counts; a success counts for its feed. False when another worker has the run. */
export async function finishFeedRun(
  state: State,
  { id, feedId }: Pick<FeedRun, 'id' | 'feedId'>,
  worker: Worker,
  { status, reason, result, version }: FeedOutcome,
  now: Date,
): Promise<boolean> {
  const isOurs = await feedJobs.whileLeased(state, id, worker, async (tx) => {
    if (Object.keys(result).length > 0) await tx.update(feedRuns).set(result).where(eq(feedRuns.id, id))
    const succeeded = status === 'done' || status === 'unchanged'
    if (succeeded || version)
      await tx
        .update(feeds)
        .set({ ...(succeeded && { lastSuccessAt: now }), ...version })
        .where(eq(feeds.id, feedId))
  })
  return isOurs && feedJobs.finish(state, id, worker, { status, reason }, now)
}

/**
 * Queues a stopped run again, this time allowed to remove more than its feed's limit. False when it is not stopped, or when a
 * later file of the feed has been imported, which the older one must not undo.
 */
export async function allowRemoval(
  state: State,
  { feedId, id, userId }: { feedId: string; id: string; userId: number },
  now: Date,
): Promise<boolean> {
  return state.run((db) =>
    db.transaction(async (tx) => {
      const isLatest = sql`not exists (
        select 1 from ${feedRuns} as later where later.feed_id = ${feedRuns.feedId} and later.status = 'done'
          and (later.created_at, later.id) > (${feedRuns.createdAt}, ${feedRuns.id}))`
      const [allowed] = await tx
        .update(feedRuns)
        .set({ removalAllowedBy: userId })
        .where(and(eq(feedRuns.feedId, feedId), eq(feedRuns.id, id), eq(feedRuns.status, 'stopped'), isLatest))
        .returning({ id: feedRuns.id })
      if (allowed) await feedJobs.requeue(tx, id, now)
      return allowed !== undefined
    }),
  )
}

/** The runs whose files must be kept: open runs, and stopped ones that may still be allowed. */
export async function runsWithFiles(state: State, stoppedSince: Date): Promise<Set<string>> {
  const rows = await state.run((db) =>
    db
      .select({ id: feedRuns.id })
      .from(feedRuns)
      .where(
        or(
          inArray(feedRuns.status, [...openStatuses]),
          and(eq(feedRuns.status, 'stopped'), sql`${feedRuns.finishedAt} > ${stoppedSince.toISOString()}`),
        ),
      ),
  )
  return new Set(rows.map(({ id }) => id))
}

/** Fails a company's stopped runs, so that their files go; where these were. */
export async function failStoppedRuns(
  state: State,
  companyId: number,
  reason: string,
): Promise<{ id: string; location: string | null }[]> {
  return state.run((db) =>
    db
      .update(feedRuns)
      .set({ status: 'failed', reason })
      .where(and(eq(feedRuns.companyId, companyId), eq(feedRuns.status, 'stopped')))
      .returning({ id: feedRuns.id, location: feedRuns.location }),
  )
}

/** Fails the runs whose file is on another machine that has not begun with it since an instant. */
export async function failLostFiles(
  state: State,
  { machine, since, reason }: { machine: string; since: Date; reason: string },
  now: Date,
): Promise<void> {
  await state.run((db) =>
    db
      .update(feedRuns)
      .set({ status: 'failed', reason, finishedAt: now, leaseOwner: null, leaseUntil: null })
      .where(
        and(
          inArray(feedRuns.status, [...openStatuses]),
          ne(feedRuns.machine, machine),
          lte(feedRuns.attemptAt, since),
          or(isNull(feedRuns.leaseUntil), sql`${feedRuns.leaseUntil} < now()`),
        ),
      ),
  )
}

/**
 * After a restore: don't wait for files that the backup doesn't have, and don't report feeds as late that were on time
 * before.
 */
export async function feedsAfterRestore(db: Database, now: Date): Promise<void> {
  await db
    .update(feedRuns)
    .set({
      status: 'failed',
      reason: 'This installation was restored from a backup, which does not have the file. Send it again.',
      finishedAt: now,
      leaseOwner: null,
      leaseUntil: null,
    })
    .where(inArray(feedRuns.status, [...openStatuses]))
  await db.update(feeds).set({ expectedSince: now })
}
