import { and, asc, count, eq, getTableName, inArray, sql } from 'drizzle-orm'
import { claimUnlessHeld } from '../holds/held'
import { openStatuses } from '../jobs/columns'
import { onceMarks } from '../jobs/onceMark'
import type { Worker } from '../jobs/queue'
import {
  type DeliveryStatus,
  deliveries,
  deliveryRecipients,
  type FinalDeliveryStatus,
  outboxMails,
} from '../schema/sharing'
import type { State } from '../state'
import { type Delivery, type DeliveryWithRecipients, deliveryJobs, type Recipient, worstStatus } from './deliveries'

/** A mail's mark: set before the mail server gets its last line, after which it may have the mail. */
const mailMarks = onceMarks(deliveryJobs, getTableName(deliveryRecipients), deliveryRecipients.handedAt.name)

type RecipientKey = Pick<Recipient, 'id' | 'deliveryId'>

/** Leases the delivery that has been due longest, with its recipients; nothing when none is due. */
export async function claimDelivery(
  state: State,
  worker: Worker,
  now: Date,
): Promise<DeliveryWithRecipients | undefined> {
  const job = await claimUnlessHeld(deliveryJobs, deliveries.companyId, state, worker, now)
  if (!job) return undefined
  return state.run(async (db) => {
    const [delivery] = await db.select().from(deliveries).where(eq(deliveries.id, job.id))
    const recipients = await db
      .select()
      .from(deliveryRecipients)
      .where(eq(deliveryRecipients.deliveryId, job.id))
      .orderBy(asc(deliveryRecipients.place))
    return delivery && { ...delivery, recipients }
  })
}

/** What changes about a recipient. */
export type RecipientChange = Partial<Pick<Recipient, 'status' | 'reason' | 'handedAt' | 'sentAt' | 'attempts'>>

/** Stores a recipient's state under the delivery's lease; false when another worker has the delivery. */
export const updateRecipient = (
  state: State,
  { id, deliveryId }: RecipientKey,
  worker: Worker,
  change: RecipientChange,
): Promise<boolean> =>
  deliveryJobs.whileLeased(state, deliveryId, worker, (tx) =>
    tx.update(deliveryRecipients).set(change).where(eq(deliveryRecipients.id, id)),
  )

/** Stores that the mail server may have a mail from now on; false when another worker has the delivery. */
export async function markHanded(
  state: State,
  { id, deliveryId }: RecipientKey,
  worker: Worker,
  now: Date,
): Promise<boolean> {
  const mark = await mailMarks.mark(state, { jobId: deliveryId, partId: id }, worker, now)
  // After a crash past this point a mail is sent again under the same Message-ID: a lost report is worse than a copy.
  return mark !== 'lost'
}

/**
 * Stores that the mail server accepted a mail. This is true whichever worker has the delivery by now, so no lease is
 * needed.
 */
export async function markSent(state: State, id: string, sentAt: Date, reason: string | null): Promise<void> {
  await state.run((db) =>
    db.update(deliveryRecipients).set({ status: 'sent', sentAt, reason }).where(eq(deliveryRecipients.id, id)),
  )
}

/** Puts a mail into the outbox instead of sending it, and updates its recipient: both or neither. */
export const saveToOutbox = (
  state: State,
  mail: Omit<typeof outboxMails.$inferInsert, 'createdAt' | 'id'>,
  { id, deliveryId }: RecipientKey,
  worker: Worker,
  reason: string,
  now: Date,
): Promise<boolean> =>
  deliveryJobs.whileLeased(state, deliveryId, worker, async (tx) => {
    await tx
      .update(deliveryRecipients)
      .set({ status: 'skipped', reason, attempts: sql`${deliveryRecipients.attempts} + 1` })
      .where(eq(deliveryRecipients.id, id))
    await tx
      .insert(outboxMails)
      .values({ ...mail, id, createdAt: now })
      .onConflictDoNothing()
  })

/** Ends every recipient that still waits, with a reason. */
export async function endRecipients(
  state: State,
  deliveryId: string,
  worker: Worker,
  status: 'skipped' | 'failed',
  reason: string,
): Promise<void> {
  await deliveryJobs.whileLeased(state, deliveryId, worker, (tx) =>
    tx
      .update(deliveryRecipients)
      .set({ status, reason })
      .where(and(eq(deliveryRecipients.deliveryId, deliveryId), inArray(deliveryRecipients.status, [...openStatuses]))),
  )
}

/** Ends a delivery when no recipient waits any more; otherwise it is due again at `attemptAt`. */
export async function releaseDelivery(
  state: State,
  id: string,
  worker: Worker,
  retry: { attemptAt: Date; reason: string | null },
  now: Date,
): Promise<DeliveryStatus> {
  const rows = await state.run((db) =>
    db
      .select({ status: deliveryRecipients.status, reason: deliveryRecipients.reason })
      .from(deliveryRecipients)
      .where(eq(deliveryRecipients.deliveryId, id)),
  )
  const outcome = deliveryOutcome(rows)
  if (!outcome) await deliveryJobs.retry(state, id, worker, retry)
  else await deliveryJobs.finish(state, id, worker, outcome, now)
  return outcome?.status ?? 'queued'
}

/** A delivery's outcome, which is the worst of its recipients'; nothing while a recipient waits. */
function deliveryOutcome(
  rows: readonly { status: DeliveryStatus; reason: string | null }[],
): { status: FinalDeliveryStatus; reason: string | null } | undefined {
  const status = worstStatus(rows.map((row) => row.status)) ?? 'sent'
  if (status === 'queued' || status === 'running') return undefined
  const reasons = new Set(rows.map(({ reason }) => reason))
  return { status, reason: reasons.size === 1 && status !== 'sent' ? (rows[0]?.reason ?? null) : null }
}

/** How many deliveries have not ended, by kind and status. */
export async function waitingDeliveries(
  state: State,
): Promise<{ kind: Delivery['kind']; status: DeliveryStatus; number: number }[]> {
  const { kind, status } = deliveries
  return state.run((db) =>
    db
      .select({ kind, status, number: count() })
      .from(deliveries)
      .where(inArray(status, [...openStatuses]))
      .groupBy(kind, status),
  )
}
