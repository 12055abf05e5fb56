import { randomUUID } from 'node:crypto'
import { and, asc, count, desc, eq, gt, inArray } from 'drizzle-orm'
import { type DeliveryKind, type DeliveryStatus, deliveries, deliveryRecipients, type Params } from '../schema/sharing'
import type { Database, State } from '../state'
import type { Owner } from './savedReports'

/** One thing that is sent, to one or many. */
export type Delivery = typeof deliveries.$inferSelect

/** A delivery's way to one address. */
export type Recipient = typeof deliveryRecipients.$inferSelect

/** A delivery with everybody it goes to. */
export interface DeliveryWithRecipients extends Delivery {
  recipients: Recipient[]
}

/** What is to be sent. */
export interface NewDelivery extends Owner {
  kind: DeliveryKind
  demo: boolean
  scheduleId?: string | undefined
  dueAt?: Date | undefined
  missedRuns?: number
  timeZone: string
  propertyId?: number | undefined
  name: string
  report: string | null
  params: Params
  formats: string[]
  note: string | null
  to: readonly { email: string; name: string | null }[]
}

/** Queues a delivery. Nothing when it is a run that is queued already: whoever notices a run first queues it. */
export async function queueDelivery(state: State, newDelivery: NewDelivery, now: Date): Promise<Delivery | undefined> {
  return state.run((db) => db.transaction((tx) => insertDelivery(tx, newDelivery, now)))
}

/** The statements of queueDelivery, for a transaction that does more. */
export async function insertDelivery(tx: Database, newDelivery: NewDelivery, now: Date): Promise<Delivery | undefined> {
  const { to, scheduleId, dueAt, missedRuns, propertyId, ...rest } = newDelivery
  const nobody = to.length === 0
  const [delivery] = await tx
    .insert(deliveries)
    .values({
      id: randomUUID(),
      ...rest,
      scheduleId: scheduleId ?? null,
      dueAt: dueAt ?? null,
      missedRuns: missedRuns ?? 0,
      propertyId: propertyId ?? null,
      status: nobody ? 'skipped' : 'queued',
      reason: nobody ? 'Nobody is subscribed.' : null,
      createdAt: now,
      finishedAt: nobody ? now : null,
      attemptAt: now,
      attempts: 0,
    })
    .onConflictDoNothing()
    .returning()
  if (!delivery || nobody) return delivery
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

/** Which deliveries are asked for. */
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
    return withRecipients(db, found)
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
    const full = await withRecipients(db, found)
    return new Map(full.map((delivery) => [delivery.scheduleId ?? '', delivery]))
  })
}

/** One of one's own deliveries, or nothing. */
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
    return (await withRecipients(db, found))[0]
  })
}

async function withRecipients(db: Database, found: readonly Delivery[]): Promise<DeliveryWithRecipients[]> {
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const all = await db
    .select()
    .from(deliveryRecipients)
    .where(inArray(deliveryRecipients.deliveryId, ids))
    .orderBy(asc(deliveryRecipients.place))
  return found.map((item) => ({ ...item, recipients: all.filter(({ deliveryId }) => deliveryId === item.id) }))
}

/** To how many addresses a user has sent by hand since an instant. */
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

/** Queues a delivery anew for those it did not reach; nothing when it reached everybody it could. */
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
      await tx
        .update(deliveries)
        .set({ status: 'queued', reason: null, attemptAt: now, attempts: 0, finishedAt: null })
        .where(eq(deliveries.id, id))
      return true
    }),
  )
}
