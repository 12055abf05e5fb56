import { randomUUID } from 'node:crypto'
import { and, desc, eq, getTableName, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { claimUnlessHeld } from '../holds/held'
import { newJob, openStatuses } from '../jobs/columns'
import { jobQueue, type Worker } from '../jobs/queue'
import { deliveries, feeds, importRuns, numberWatches, webhookCalls, webhooks } from '../schema'
import type { Owner } from '../sharing/savedReports'
import type { Database, State } from '../state'

/** An address that a user has told about what happens. */
export type Webhook = typeof webhooks.$inferSelect
/** A call of a webhook. */
export type WebhookCall = typeof webhookCalls.$inferSelect

/** The most webhooks per user. */
export const MAX_WEBHOOKS = 20

/** Calls as jobs: claimed, leased, retried and ended by the queue that all jobs share. */
export const webhookJobs = jobQueue<'sent' | 'failed'>(getTableName(webhookCalls))

const ofOwner = ({ companyId, userId }: Owner) => and(eq(webhooks.companyId, companyId), eq(webhooks.userId, userId))

/** Adds a webhook, which is told what happens from now on; undefined when the user has the maximum number. */
export async function addWebhook(
  state: State,
  owner: Owner,
  made: Pick<Webhook, 'role' | 'demo' | 'name' | 'kind' | 'url' | 'secret' | 'events'>,
  now: Date,
): Promise<Webhook | undefined> {
  const { companyId, userId } = owner
  return state.run(async (db) => {
    if ((await db.$count(webhooks, ofOwner(owner))) >= MAX_WEBHOOKS) return undefined
    const times = { seenUntil: now, createdAt: now, updatedAt: now }
    const [row] = await db
      .insert(webhooks)
      .values({ id: randomUUID(), companyId, userId, ...made, ...times, paused: false })
      .returning()
    return row
  })
}

/** A user's webhooks, newest first. */
export const listWebhooks = (state: State, owner: Owner): Promise<Webhook[]> =>
  state.run((db) =>
    db.select().from(webhooks).where(ofOwner(owner)).orderBy(desc(webhooks.createdAt), desc(webhooks.id)),
  )

/** Every webhook that is not paused, of all companies. */
export const listActiveWebhooks = (state: State): Promise<Webhook[]> =>
  state.run((db) => db.select().from(webhooks).where(eq(webhooks.paused, false)))

/** A webhook of any user. */
export async function readWebhookById(state: State, id: string): Promise<Webhook | undefined> {
  const [found] = await state.run((db) => db.select().from(webhooks).where(eq(webhooks.id, id)))
  return found
}

/** Changes a user's webhook. Resumed, it is told what happens from now on. */
export async function changeWebhook(
  state: State,
  owner: Owner,
  id: string,
  change: Partial<Pick<Webhook, 'role' | 'name' | 'events' | 'paused'>>,
  now: Date,
): Promise<Webhook | undefined> {
  const [row] = await state.run((db) =>
    db
      .update(webhooks)
      .set({ ...change, ...(change.paused === false && { seenUntil: now }), updatedAt: now })
      .where(and(ofOwner(owner), eq(webhooks.id, id)))
      .returning(),
  )
  return row
}

/** Deletes a user's webhook with its log; false when there is none. */
export async function deleteWebhook(state: State, owner: Owner, id: string): Promise<boolean> {
  const gone = await state.run((db) =>
    db
      .delete(webhooks)
      .where(and(ofOwner(owner), eq(webhooks.id, id)))
      .returning({ id: webhooks.id }),
  )
  return gone.length === 1
}

/** Something that happened, as a webhook is told. */
export type Happening = Pick<WebhookCall, 'event' | 'subject' | 'title' | 'details' | 'url' | 'happenedAt'>

/**
 * Queues a call for each happening that has none yet, and notes until when everything was queued: both or neither, so a
 * crash in between repeats it and tells nothing twice.
 * @returns how many calls are new
 */
export async function queueWebhookCalls(
  state: State,
  { id, companyId, seenUntil: before }: Webhook,
  happenings: readonly Happening[],
  seenUntil: Date,
  now: Date,
): Promise<number> {
  return state.run((db) =>
    db.transaction(async (tx) => {
      const added =
        happenings.length === 0
          ? []
          : await tx
              .insert(webhookCalls)
              .values(
                happenings.map((one) => ({
                  ...one,
                  id: randomUUID(),
                  webhookId: id,
                  companyId,
                  answerStatus: null,
                  ...newJob(now),
                })),
              )
              .onConflictDoNothing()
              .returning({ id: webhookCalls.id })
      if (seenUntil > before) await tx.update(webhooks).set({ seenUntil }).where(eq(webhooks.id, id))
      return added.length
    }),
  )
}

/** Leases the call that has been due longest, except those of held companies. */
export async function claimWebhookCall(state: State, worker: Worker, now: Date): Promise<WebhookCall | undefined> {
  const job = await claimUnlessHeld(webhookJobs, webhookCalls.companyId, state, worker, now)
  if (!job) return undefined
  const [found] = await state.run((db) => db.select().from(webhookCalls).where(eq(webhookCalls.id, job.id)))
  return found
}

/** Stores the status of an answer under the call's lease. */
export const noteWebhookAnswer = (
  state: State,
  id: string,
  worker: Worker,
  answerStatus: number | null,
): Promise<boolean> =>
  webhookJobs.whileLeased(state, id, worker, (tx) =>
    tx.update(webhookCalls).set({ answerStatus }).where(eq(webhookCalls.id, id)),
  )

/** The latest calls of a webhook, newest first. */
export const latestWebhookCalls = (state: State, webhookId: string, limit: number): Promise<WebhookCall[]> =>
  state.run((db) =>
    db
      .select()
      .from(webhookCalls)
      .where(eq(webhookCalls.webhookId, webhookId))
      .orderBy(desc(webhookCalls.createdAt), desc(webhookCalls.id))
      .limit(limit),
  )

/** The reports of a user that were sent since. */
export const reportsSentSince = (state: State, { companyId, userId }: Owner, since: Date) =>
  state.run((db) =>
    db
      .select()
      .from(deliveries)
      .where(
        and(
          eq(deliveries.companyId, companyId),
          eq(deliveries.userId, userId),
          inArray(deliveries.kind, ['schedule', 'now', 'share', 'insights']),
          eq(deliveries.status, 'sent'),
          isNotNull(deliveries.report),
          gt(deliveries.finishedAt, since),
        ),
      ),
  )

/** The imports of a company that ended since, whether they succeeded or not. */
export const importsEndedSince = (state: State, companyId: number, since: Date) =>
  state.run((db) =>
    db
      .select()
      .from(importRuns)
      .where(and(eq(importRuns.companyId, companyId), gt(importRuns.finishedAt, since))),
  )

/** The feeds of a company that became late since. */
export const feedsLateSince = (state: State, companyId: number, since: Date) =>
  state.run((db) =>
    db
      .select()
      .from(feeds)
      .where(and(eq(feeds.companyId, companyId), eq(feeds.incident, 'late'), gt(feeds.incidentAt, since))),
  )

/** The watches of a user that crossed since. */
export const watchesFiredSince = (state: State, { companyId, userId }: Owner, since: Date) =>
  state.run((db) =>
    db
      .select()
      .from(numberWatches)
      .where(
        and(
          eq(numberWatches.companyId, companyId),
          eq(numberWatches.userId, userId),
          isNull(numberWatches.deletedAt),
          gt(numberWatches.firedAt, since),
        ),
      ),
  )

/**
 * Keeps a restored installation from telling anything twice: calls that the backup had waiting may have been made since,
 * and webhooks are told what happens from now on.
 */
export async function webhooksAfterRestore(db: Database, now: Date): Promise<void> {
  await db
    .update(webhookCalls)
    .set({
      status: 'failed',
      reason: 'This installation was restored from a backup: it is not known whether this had been sent.',
      finishedAt: now,
      leaseOwner: null,
      leaseUntil: null,
    })
    .where(inArray(webhookCalls.status, [...openStatuses]))
  await db.update(webhooks).set({ seenUntil: sql`greatest(${webhooks.seenUntil}, ${now.toISOString()}::timestamptz)` })
}
