import { and, inArray, lte } from 'drizzle-orm'
import {
  deliveries,
  outboxMails,
  prospectBatches,
  savedReports,
  scheduledReports,
  signOnAttempts,
  tickets,
} from '../schema'
import type { State } from '../state'

const DAY_MS = 24 * 3_600_000

/** How long a deletion can be taken back. */
export const UNDO_DAYS = 30
/** How long the outbox keeps a mail. */
export const OUTBOX_DAYS = 30
/** How long it is known what was sent. */
export const DELIVERY_DAYS = 180

/**
 * Removes what has expired: tickets, batches with their members, ways to a single sign-on, what was deleted long ago, old deliveries and mails of
 * the outbox. To be called now and then by any instance.
 */
export async function purgeExpired(state: State, now: Date): Promise<{ tickets: number; batches: number }> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  return state.run(async (db) => {
    const gone = await db.delete(tickets).where(lte(tickets.expiresAt, now)).returning({ key: tickets.tokenHash })
    const batches = await db
      .delete(prospectBatches)
      .where(lte(prospectBatches.expiresAt, now))
      .returning({ key: prospectBatches.batchId })
    await db.delete(signOnAttempts).where(lte(signOnAttempts.expiresAt, now))
    await db.delete(savedReports).where(lte(savedReports.deletedAt, before(UNDO_DAYS)))
    await db.delete(scheduledReports).where(lte(scheduledReports.deletedAt, before(UNDO_DAYS)))
    await db.delete(outboxMails).where(lte(outboxMails.createdAt, before(OUTBOX_DAYS)))
    await db
      .delete(deliveries)
      .where(
        and(
          lte(deliveries.createdAt, before(DELIVERY_DAYS)),
          inArray(deliveries.status, ['sent', 'skipped', 'failed']),
        ),
      )
    return { tickets: gone.length, batches: batches.length }
  })
}
