import { desc, eq, getTableName, inArray } from 'drizzle-orm'
import { claimUnlessHeld } from '../holds/held'
import { openStatuses } from '../jobs/columns'
import { jobQueue, type Worker } from '../jobs/queue'
import { numberWatches, watchCalls } from '../schema'
import type { Database, State } from '../state'

/** A call of a watch's webhook. */
export type WatchCall = typeof watchCalls.$inferSelect

/** Calls of webhooks as jobs: claimed, leased, retried and ended by the queue that all jobs share. */
export const watchCallJobs = jobQueue<'sent' | 'failed'>(getTableName(watchCalls))

/** Leases the call that has been due longest, except those of held companies. */
export async function claimWatchCall(state: State, worker: Worker, now: Date): Promise<WatchCall | undefined> {
  const job = await claimUnlessHeld(watchCallJobs, watchCalls.companyId, state, worker, now)
  if (!job) return undefined
  const [found] = await state.run((db) => db.select().from(watchCalls).where(eq(watchCalls.id, job.id)))
  return found
}

/** Stores the status of an answer under the call's lease. */
export const noteWatchAnswer = (
  state: State,
  id: string,
  worker: Worker,
  answerStatus: number | null,
): Promise<boolean> =>
  watchCallJobs.whileLeased(state, id, worker, (tx) =>
    tx.update(watchCalls).set({ answerStatus }).where(eq(watchCalls.id, id)),
  )

/** The latest calls of a watch, newest first. */
export async function latestWatchCalls(state: State, watchId: string, limit: number): Promise<WatchCall[]> {
  return state.run((db) =>
    db
      .select()
      .from(watchCalls)
      .where(eq(watchCalls.watchId, watchId))
      .orderBy(desc(watchCalls.createdAt), desc(watchCalls.id))
      .limit(limit),
  )
}

/**
 * Keeps a restored installation from telling anything twice: calls that the backup had waiting may have been made since, and
 * the next check of each watch only notes where its number is.
 */
export async function watchesAfterRestore(db: Database, now: Date): Promise<void> {
  await db
    .update(watchCalls)
    .set({
      status: 'failed',
      reason: 'This installation was restored from a backup: it is not known whether this had been sent.',
      finishedAt: now,
      leaseOwner: null,
      leaseUntil: null,
    })
    .where(inArray(watchCalls.status, [...openStatuses]))
  await db.update(numberWatches).set({ verdict: null, leaseOwner: null, leaseUntil: null })
}
