import { randomUUID } from 'node:crypto'
import { and, asc, count, desc, eq, getTableName, gt, inArray } from 'drizzle-orm'
import { newJob } from '../jobs/columns'
import { jobQueue } from '../jobs/queue'
import {
  type DeliveryKind,
  type DeliveryStatus,
  deliveries,
  deliveryRecipients,
  type FinalDeliveryStatus,
  type Params,
} from '../schema/sharing'
import type { Database, State } from '../state'
import type { Owner } from './savedReports'

/** Deliveries as jobs: claimed, leased, retried and ended by the queue that all jobs share. */
export const deliveryJobs = jobQueue<FinalDeliveryStatus>(getTableName(deliveries))

/** A delivery to one or many recipients. */
export type Delivery = typeof deliveries.$inferSelect

/** One recipient of a delivery. */
export type Recipient = typeof deliveryRecipients.$inferSelect

/** A delivery with its recipients. */
export interface DeliveryWithRecipients extends Delivery {
  recipients: Recipient[]
}

/** From the status that says most about a delivery to the one that says least. */
const STATUS_ORDER: readonly DeliveryStatus[] = ['running', 'queued', 'failed', 'skipped', 'sent']

/** The status that stands for several recipients: it goes on while one waits, and then the worst one counts. */
export const worstStatus = (statuses: readonly DeliveryStatus[]): DeliveryStatus | undefined =>
  STATUS_ORDER.find((status) => statuses.includes(status))

/** What is to be sent. */
export interface NewDelivery extends Owner {
  kind: DeliveryKind
  /** The role of the session it is sent from; null where no person sends it. */
  role: string | null
  demo: boolean
  scheduleId?: string | undefined
  watchId?: string | undefined
  dueAt?: Date | undefined
  missedRuns?: number
  timeZone: string
  propertyId?: number | undefined
  name: string
  report: string | null
  params: Params
  formats: string[]
  note: string | null
  /** The properties with a page each, empty for all; null for a report of one selection. */
  propertyPages?: number[] | null
  to: readonly { email: string; name: string | null }[]
}

/** Queues a delivery. Nothing when it is a scheduled run that another instance has queued already. */
export async function queueDelivery(state: State, newDelivery: NewDelivery, now: Date): Promise<Delivery | undefined> {
  return state.run((db) => db.transaction((tx) => insertDelivery(tx, newDelivery, now)))
}

/**
 * The statements of queueDelivery, for use within a larger transaction.
 * @param sendAt when it may be sent
 */
export async function insertDelivery(
  tx: Database,
  newDelivery: NewDelivery,
  now: Date,
  sendAt = now,
): Promise<Delivery | undefined> {
  const { to, scheduleId, watchId, dueAt, missedRuns, propertyId, ...rest } = newDelivery
  const isEmpty = to.length === 0
  const [delivery] = await tx
    .insert(deliveries)
    .values({
      id: randomUUID(),
      ...rest,
      scheduleId: scheduleId ?? null,
      watchId: watchId ?? null,
      dueAt: dueAt ?? null,
      missedRuns: missedRuns ?? 0,
      propertyId: propertyId ?? null,
      ...newJob(now, sendAt),
      ...(isEmpty && { status: 'skipped' as const, reason: 'No one is subscribed.', finishedAt: now }),
    })
    .onConflictDoNothing()
    .returning()
  if (!delivery || isEmpty) return delivery
  await tx.insert(deliveryRecipients).values(
    to.map(({ email, name }, place) => ({
      id: randomUUID(),
      deliveryId: delivery.id,
      place,
      email,
      name,
      status: 'queued' as const,
      attempts: 0,
    })),
  )
  return delivery
}

/** Which deliveries a list shows. */
export interface DeliveryFilter {
  companyId: number
  userId?: number
  kind?: DeliveryKind
  scheduleId?: string
  propertyIds?: readonly number[]
  /** Only those made in a sales demo. */
  demo?: true
  limit: number
}

/** Deliveries with their recipients, newest first. */
export async function listDeliveries(state: State, filter: DeliveryFilter): Promise<DeliveryWithRecipients[]> {
  const { companyId, userId, kind, scheduleId, propertyIds, demo, limit } = filter
  if (propertyIds?.length === 0) return []
  return state.run(async (db) => {
    const found = await db
      .select()
      .from(deliveries)
      .where(
        and(
          eq(deliveries.companyId, companyId),
          userId === undefined ? undefined : eq(deliveries.userId, userId),
          kind && eq(deliveries.kind, kind),
          scheduleId === undefined ? undefined : eq(deliveries.scheduleId, scheduleId),
          propertyIds && inArray(deliveries.propertyId, [...propertyIds]),
          demo && eq(deliveries.demo, true),
        ),
      )
      .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
      .limit(limit)
    return addRecipients(db, found)
  })
}

/** The newest delivery of each of some schedules. */
export async function latestDeliveries(
  state: State,
  scheduleIds: readonly string[],
): Promise<Map<string, DeliveryWithRecipients>> {
  if (scheduleIds.length === 0) return new Map()
  return state.run(async (db) => {
    const found = await db
      .selectDistinctOn([deliveries.scheduleId])
      .from(deliveries)
      .where(inArray(deliveries.scheduleId, [...scheduleIds]))
      .orderBy(deliveries.scheduleId, desc(deliveries.createdAt), desc(deliveries.id))
    const full = await addRecipients(db, found)
    return new Map(full.map((delivery) => [delivery.scheduleId ?? '', delivery]))
  })
}

/** One of the owner's deliveries, or nothing. */
export async function readDelivery(
  state: State,
  owner: Owner,
  id: string,
): Promise<DeliveryWithRecipients | undefined> {
  return state.run(async (db) => {
    const found = await db
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.companyId, owner.companyId), eq(deliveries.userId, owner.userId), eq(deliveries.id, id)))
    return (await addRecipients(db, found))[0]
  })
}

async function addRecipients(db: Database, found: readonly Delivery[]): Promise<DeliveryWithRecipients[]> {
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const all = await db
    .select()
    .from(deliveryRecipients)
    .where(inArray(deliveryRecipients.deliveryId, ids))
    .orderBy(asc(deliveryRecipients.place))
  return found.map((item) => ({ ...item, recipients: all.filter(({ deliveryId }) => deliveryId === item.id) }))
}

/** How many addresses a user has manually sent to since an instant. */
export async function countManualRecipientsSince(state: State, owner: Owner, since: Date): Promise<number> {
  const [found] = await state.run((db) =>
    db
      .select({ number: count() })
      .from(deliveryRecipients)
      .innerJoin(deliveries, eq(deliveries.id, deliveryRecipients.deliveryId))
      .where(
        and(
          eq(deliveries.companyId, owner.companyId),
          eq(deliveries.userId, owner.userId),
          inArray(deliveries.kind, ['now', 'share', 'message']),
          gt(deliveries.createdAt, since),
        ),
      ),
  )
  return found?.number ?? 0
}

const RETRIED_STATUSES: readonly DeliveryStatus[] = ['failed']

/** Queues a failed delivery again for the recipients who didn't get it; false when there are none. */
export async function retryDelivery(state: State, owner: Owner, id: string, now: Date): Promise<boolean> {
  return state.run((db) =>
    db.transaction(async (tx) => {
      const [own] = await tx
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(
          and(eq(deliveries.companyId, owner.companyId), eq(deliveries.userId, owner.userId), eq(deliveries.id, id)),
        )
        .for('update')
      if (!own) return false
      const again = await tx
        .update(deliveryRecipients)
        .set({ status: 'queued', reason: null })
        .where(and(eq(deliveryRecipients.deliveryId, id), inArray(deliveryRecipients.status, [...RETRIED_STATUSES])))
        .returning({ id: deliveryRecipients.id })
      if (again.length === 0) return false
      await deliveryJobs.requeue(tx, id, now)
      return true
    }),
  )
}
