import { and, inArray, lte, or } from 'drizzle-orm'
import {
  accessKeys,
  auditEvents,
  deliveries,
  feedRuns,
  finalFeedStatuses,
  keyedRequests,
  numberWatches,
  outboxMails,
  pins,
  prospectBatches,
  reconciliations,
  savedReports,
  scheduledReports,
  signOnAttempts,
  tickets,
  watchCalls,
  webhookCalls,
} from '../schema'
import type { State } from '../state'

const DAY_MS = 24 * 3_600_000

/** How long a deletion can be undone. */
export const UNDO_DAYS = 30
/** How long a mail stays in the outbox. */
export const OUTBOX_DAYS = 30
/** How long deliveries stay in the history. */
export const DELIVERY_DAYS = 180
/** How long the same key gets the same answer. */
export const KEYED_REQUEST_DAYS = 1
/** How long the runs of a feed stay in its history. */
export const FEED_RUN_DAYS = 180
/** How long the log of what people do is kept. */
export const AUDIT_DAYS = 365
/** How long expired and revoked keys and links stay. */
export const OLD_KEY_DAYS = 30
/** How long the files that were reconciled are kept; they name people. */
export const RECONCILIATION_DAYS = 90
/** How long calls of webhooks stay in their log. */
export const WATCH_CALL_DAYS = 30

/**
 * Deletes what has expired: tickets, batches with their members, keys of requests, sign-on attempts, old keys and links, saved reports, schedules, watches and pins deleted long
 * ago, old deliveries, reconciliations, calls of webhooks and runs of feeds, and old mails of the outbox. Any instance may call this at any time.
 */
export async function purgeExpired(state: State, now: Date): Promise<{ tickets: number; batches: number }> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  return state.run(async (db) => {
    const gone = await db.delete(tickets).where(lte(tickets.expiresAt, now)).returning({ key: tickets.tokenHash })
    const batches = await db
      .delete(prospectBatches)
      .where(lte(prospectBatches.expiresAt, now))
      .returning({ key: prospectBatches.batchId })
    await db.delete(keyedRequests).where(lte(keyedRequests.createdAt, before(KEYED_REQUEST_DAYS)))
    await db.delete(signOnAttempts).where(lte(signOnAttempts.expiresAt, now))
    await db
      .delete(accessKeys)
      .where(or(lte(accessKeys.revokedAt, before(OLD_KEY_DAYS)), lte(accessKeys.expiresAt, before(OLD_KEY_DAYS))))
    await db.delete(auditEvents).where(lte(auditEvents.at, before(AUDIT_DAYS)))
    await db.delete(reconciliations).where(lte(reconciliations.createdAt, before(RECONCILIATION_DAYS)))
    await db.delete(savedReports).where(lte(savedReports.deletedAt, before(UNDO_DAYS)))
    await db.delete(scheduledReports).where(lte(scheduledReports.deletedAt, before(UNDO_DAYS)))
    await db.delete(pins).where(lte(pins.deletedAt, before(UNDO_DAYS)))
    await db.delete(numberWatches).where(lte(numberWatches.deletedAt, before(UNDO_DAYS)))
    await db
      .delete(watchCalls)
      .where(and(lte(watchCalls.createdAt, before(WATCH_CALL_DAYS)), inArray(watchCalls.status, ['sent', 'failed'])))
    await db
      .delete(webhookCalls)
      .where(
        and(lte(webhookCalls.createdAt, before(WATCH_CALL_DAYS)), inArray(webhookCalls.status, ['sent', 'failed'])),
      )
    await db.delete(outboxMails).where(lte(outboxMails.createdAt, before(OUTBOX_DAYS)))
    await db
      .delete(deliveries)
      .where(
        and(
          lte(deliveries.createdAt, before(DELIVERY_DAYS)),
          inArray(deliveries.status, ['sent', 'skipped', 'failed']),
        ),
      )
    await db
      .delete(feedRuns)
      .where(and(lte(feedRuns.createdAt, before(FEED_RUN_DAYS)), inArray(feedRuns.status, [...finalFeedStatuses])))
    return { tickets: gone.length, batches: batches.length }
  })
}
