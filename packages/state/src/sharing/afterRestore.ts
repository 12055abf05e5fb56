import { nextRun } from '@leaselight/model'
import { and, eq, exists, inArray, lte, sql } from 'drizzle-orm'
import { feedsAfterRestore } from '../feeds/feedRuns'
import { openStatuses } from '../jobs/columns'
import { deliveries, deliveryRecipients, scheduledReports } from '../schema/sharing'
import type { Database } from '../state'
import { watchesAfterRestore } from '../watches/watchCalls'
import { webhooksAfterRestore } from '../webhooks/webhooks'
import { scheduleOf } from './schedules'

/** The reason shown for mails that were still to be sent according to a backup. */
export const SENDING_UNKNOWN =
  'This installation was restored from a backup: it is not known whether this had been sent.'

/**
 * Keeps a restored installation from sending anything twice. Deliveries waiting in the backup may have been sent since,
 * so they count as failed, and their sender can send them again. Schedules continue with their next run after now, and
 * feeds wait for their next file.
 */
export async function afterRestore(db: Database, now: Date): Promise<void> {
  await db
    .update(deliveryRecipients)
    .set({ status: 'failed', reason: SENDING_UNKNOWN })
    .where(inArray(deliveryRecipients.status, [...openStatuses]))
  const reached = exists(
    db
      .select({ one: sql`1` })
      .from(deliveryRecipients)
      .where(and(eq(deliveryRecipients.deliveryId, deliveries.id), eq(deliveryRecipients.status, 'sent'))),
  )
  await db
    .update(deliveries)
    .set({
      status: sql`case when ${reached} then 'sent' else 'failed' end`,
      reason: SENDING_UNKNOWN,
      finishedAt: now,
      leaseOwner: null,
      leaseUntil: null,
    })
    .where(inArray(deliveries.status, [...openStatuses]))
  await feedsAfterRestore(db, now)
  await watchesAfterRestore(db, now)
  await webhooksAfterRestore(db, now)
  const missed = await db.select().from(scheduledReports).where(lte(scheduledReports.nextRunAt, now))
  for (const row of missed) {
    const { timing } = scheduleOf(row)
    await db
      .update(scheduledReports)
      .set({ nextRunAt: nextRun(timing, now) })
      .where(eq(scheduledReports.id, row.id))
  }
}
