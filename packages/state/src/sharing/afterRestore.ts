import { nextRun } from '@leaselight/model'
import { and, eq, exists, inArray, lte, sql } from 'drizzle-orm'
import { deliveries, deliveryRecipients, scheduledReports } from '../schema/sharing'
import type { Database } from '../state'
import { scheduleOf } from './schedules'

/** What users read of mails that a backup says were still to be sent. */
export const SENDING_UNKNOWN =
  'This installation was restored from a backup: it is not known whether this had been sent.'

const OPEN = ['queued', 'running'] as const

/**
 * Keeps an installation that was restored from sending anything twice. What the backup says is waiting may have gone out
 * since: it counts as failed, from where its sender can send it again. Schedules go on with their next run after now.
 */
export async function afterRestore(db: Database, now: Date): Promise<void> {
  await db
    .update(deliveryRecipients)
    .set({ status: 'failed', reason: SENDING_UNKNOWN })
    .where(inArray(deliveryRecipients.status, [...OPEN]))
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
    .where(inArray(deliveries.status, [...OPEN]))
  const missed = await db.select().from(scheduledReports).where(lte(scheduledReports.nextRunAt, now))
  for (const row of missed) {
    const { timing } = scheduleOf(row)
    await db
      .update(scheduledReports)
      .set({ nextRunAt: nextRun(timing, now) })
      .where(eq(scheduledReports.id, row.id))
  }
}
