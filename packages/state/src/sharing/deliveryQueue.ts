import { latestRun, nextRun } from '@leaselight/model'
import { and, asc, count, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import {
  type DeliveryStatus,
  deliveries,
  deliveryRecipients,
  outboxMails,
  scheduledReports,
  scheduleSubscribers,
} from '../schema/sharing'
import type { Database, State } from '../state'
import { type Delivery, type DeliveryWithRecipients, insertDelivery, type Recipient } from './deliveries'
import { scheduleOf } from './schedules'

// Leases are measured by the database's own clock, the only one that all instances share.
const leaseEnd = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`
const isUnleased = sql`(${deliveries.leaseUntil} is null or ${deliveries.leaseUntil} < now())`

/** Who works on deliveries, and for how long a delivery is theirs unless they say so again. */
export interface Worker {
  owner: string
  leaseSeconds: number
}

/** How many schedules are looked at in one go. */
const MAX_DUE_SCHEDULES = 50

/**
 * Queues what is due: of every schedule one delivery for its latest run, those that nobody made before it counted, and
 * the schedule moved on. Several instances may ask at once: each run is queued by exactly one. Returns how many were.
 */
export async function queueDueRuns(state: State, now: Date): Promise<number> {
  const due = await state.run((db) =>
    db
      .select()
      .from(scheduledReports)
      .where(
        and(
          lte(scheduledReports.nextRunAt, now),
          eq(scheduledReports.paused, false),
          isNull(scheduledReports.deletedAt),
        ),
      )
      .orderBy(asc(scheduledReports.nextRunAt))
      .limit(MAX_DUE_SCHEDULES),
  )
  let queued = 0
  for (const row of due) {
    const { timing, nextRunAt, ...schedule } = scheduleOf(row)
    if (nextRunAt === null) continue
    const { run, before } = latestRun(timing, nextRunAt, now)
    const isOurs = await state.run((db) =>
      db.transaction(async (tx) => {
        // Whoever moves the schedule on queues its run; the others find it moved.
        const moved = await tx
          .update(scheduledReports)
          .set({ nextRunAt: nextRun(timing, now) })
          .where(and(eq(scheduledReports.id, row.id), eq(scheduledReports.nextRunAt, nextRunAt)))
          .returning({ id: scheduledReports.id })
        if (moved.length === 0) return false
        const { kind, companyId, userId, demo, name, report, params, formats, note } = schedule
        const to = await tx
          .select({ email: scheduleSubscribers.email })
          .from(scheduleSubscribers)
          .where(and(eq(scheduleSubscribers.scheduleId, row.id), isNull(scheduleSubscribers.unsubscribedAt)))
          .orderBy(asc(scheduleSubscribers.addedAt), asc(scheduleSubscribers.email))
        // An empty list of the morning page is nobody's business.
        if (to.length === 0 && kind === 'insights') return false
        const made = { companyId, userId, demo, name, report, params, formats, note, timeZone: timing.timeZone }
        await insertDelivery(
          tx,
          {
            ...made,
            kind: kind === 'insights' ? 'insights' : 'schedule',
            scheduleId: row.id,
            dueAt: run,
            missedRuns: before,
            to: to.map(({ email }) => ({ email, name: null })),
          },
          now,
        )
        return true
      }),
    )
    if (isOurs) queued += 1
  }
  return queued
}

/**
 * Takes the delivery that has waited longest, for as long as the lease says: one that is queued, or one whose worker has
 * gone. No two workers get the same.
 */
export async function claimDelivery(
  state: State,
  { owner, leaseSeconds }: Worker,
  now: Date,
): Promise<DeliveryWithRecipients | undefined> {
  return state.run(async (db) => {
    const waiting = db
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(and(inArray(deliveries.status, ['queued', 'running']), lte(deliveries.attemptAt, now), isUnleased))
      .orderBy(asc(deliveries.attemptAt), asc(deliveries.createdAt))
      .limit(1)
      .for('update', { skipLocked: true })
    const [taken] = await db
      .update(deliveries)
      .set({
        status: 'running',
        leaseOwner: owner,
        leaseUntil: leaseEnd(leaseSeconds),
        attempts: sql`${deliveries.attempts} + 1`,
      })
      .where(eq(deliveries.id, waiting))
      .returning()
    if (!taken) return undefined
    const recipients = await db
      .select()
      .from(deliveryRecipients)
      .where(eq(deliveryRecipients.deliveryId, taken.id))
      .orderBy(asc(deliveryRecipients.place))
    return { ...taken, recipients }
  })
}

/** Says that the worker is still at it; false when somebody else has taken the delivery over. */
export async function renewLease(state: State, id: string, worker: Worker): Promise<boolean> {
  return state.run((db) => renewLeaseIn(db, id, worker))
}

/**
 * Whether the delivery is the worker's, whose lease begins anew. The row stays locked until the transaction ends, so that
 * nobody takes the delivery over while something is noted about it.
 */
async function renewLeaseIn(db: Database, id: string, { owner, leaseSeconds }: Worker): Promise<boolean> {
  const kept = await db
    .update(deliveries)
    .set({ leaseUntil: leaseEnd(leaseSeconds) })
    .where(and(eq(deliveries.id, id), eq(deliveries.leaseOwner, owner)))
    .returning({ id: deliveries.id })
  return kept.length === 1
}

/** How things stand with one recipient. */
export type RecipientChange = Partial<Pick<Recipient, 'status' | 'reason' | 'handedAt' | 'sentAt' | 'attempts'>>

/** Notes how things stand with a recipient, as long as the delivery is the worker's; false when it no longer is. */
export async function updateRecipient(
  state: State,
  { id, deliveryId }: Pick<Recipient, 'id' | 'deliveryId'>,
  worker: Worker,
  change: RecipientChange,
): Promise<boolean> {
  return state.run((db) =>
    db.transaction(async (tx) => {
      if (!(await renewLeaseIn(tx, deliveryId, worker))) return false
      await tx.update(deliveryRecipients).set(change).where(eq(deliveryRecipients.id, id))
      return true
    }),
  )
}

/** Notes that the mail server took a mail. That stands whoever works on the delivery by now. */
export async function markSent(state: State, id: string, sentAt: Date, reason: string | null): Promise<void> {
  await state.run((db) =>
    db.update(deliveryRecipients).set({ status: 'sent', sentAt, reason }).where(eq(deliveryRecipients.id, id)),
  )
}

/** Keeps a mail in the outbox instead of sending it, and says so of its recipient: both or neither. */
export async function saveToOutbox(
  state: State,
  mail: Omit<typeof outboxMails.$inferInsert, 'createdAt' | 'id'>,
  { id, deliveryId }: Pick<Recipient, 'id' | 'deliveryId'>,
  worker: Worker,
  reason: string,
  now: Date,
): Promise<boolean> {
  return state.run((db) =>
    db.transaction(async (tx) => {
      if (!(await renewLeaseIn(tx, deliveryId, worker))) return false
      await tx
        .update(deliveryRecipients)
        .set({ status: 'skipped', reason, attempts: sql`${deliveryRecipients.attempts} + 1` })
        .where(eq(deliveryRecipients.id, id))
      await tx
        .insert(outboxMails)
        .values({ ...mail, id, createdAt: now })
        .onConflictDoNothing()
      return true
    }),
  )
}

/** Ends every recipient that still waits, with a reason. */
export async function endRecipients(
  state: State,
  deliveryId: string,
  worker: Worker,
  status: 'skipped' | 'failed',
  reason: string,
): Promise<void> {
  await state.run((db) =>
    db.transaction(async (tx) => {
      if (!(await renewLeaseIn(tx, deliveryId, worker))) return
      await tx
        .update(deliveryRecipients)
        .set({ status, reason })
        .where(
          and(eq(deliveryRecipients.deliveryId, deliveryId), inArray(deliveryRecipients.status, ['queued', 'running'])),
        )
    }),
  )
}

/** Lets a delivery go: finished when nobody waits any more, otherwise to be tried again at `attemptAt`. */
export async function releaseDelivery(
  state: State,
  id: string,
  { owner }: Worker,
  retry: { attemptAt: Date; reason: string | null },
  now: Date,
): Promise<DeliveryStatus> {
  return state.run(async (db) => {
    const rows = await db
      .select({ status: deliveryRecipients.status, reason: deliveryRecipients.reason })
      .from(deliveryRecipients)
      .where(eq(deliveryRecipients.deliveryId, id))
    const outcome = deliveryOutcome(rows)
    const change: Partial<Delivery> =
      outcome.status === 'queued'
        ? { status: 'queued', ...retry }
        : { status: outcome.status, reason: outcome.reason, finishedAt: now }
    await db
      .update(deliveries)
      .set({ ...change, leaseOwner: null, leaseUntil: null })
      .where(and(eq(deliveries.id, id), eq(deliveries.leaseOwner, owner)))
    return outcome.status
  })
}

/** A delivery's outcome: it waits while anybody does; it was sent when somebody got it. */
function deliveryOutcome(rows: readonly { status: DeliveryStatus; reason: string | null }[]) {
  const having = (status: DeliveryStatus) => rows.filter((row) => row.status === status)
  if (having('queued').length + having('running').length > 0) return { status: 'queued' as const, reason: null }
  for (const status of ['failed', 'skipped'] as const) {
    const reasons = [...new Set(having(status).map(({ reason }) => reason))]
    if (having(status).length === rows.length)
      return { status, reason: reasons.length === 1 ? (reasons[0] ?? null) : null }
  }
  if (having('sent').length > 0) return { status: 'sent' as const, reason: null }
  return { status: 'failed' as const, reason: null }
}

/** How many deliveries are not over, by what they are and how they stand. */
export async function waitingDeliveries(
  state: State,
): Promise<{ kind: Delivery['kind']; status: DeliveryStatus; number: number }[]> {
  const { kind, status } = deliveries
  return state.run((db) =>
    db
      .select({ kind, status, number: count() })
      .from(deliveries)
      .where(inArray(status, ['queued', 'running']))
      .groupBy(kind, status),
  )
}

/** Frees what an earlier process of an embedded store had taken: nobody but us can be at work there. */
export async function releaseLeases(state: State): Promise<void> {
  await state.run((db) =>
    db.update(deliveries).set({ leaseOwner: null, leaseUntil: null }).where(eq(deliveries.status, 'running')),
  )
}
