import { randomUUID } from 'node:crypto'
import { and, asc, count, desc, eq, getTableName, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { claimUnlessHeld } from '../holds/held'
import { newJob, openStatuses } from '../jobs/columns'
import { jobQueue, type Worker } from '../jobs/queue'
import { numberWatches, watchCalls } from '../schema'
import { insertDelivery, type NewDelivery } from '../sharing/deliveries'
import type { Owner } from '../sharing/savedReports'
import type { State } from '../state'

/** A number of a report that a user watches. */
export type NumberWatch = typeof numberWatches.$inferSelect

/** The checks of watches as jobs: leased and retried by the queue that all jobs share. */
export const watchJobs = jobQueue<'paused'>(getTableName(numberWatches))

/** The most watches per user. */
export const MAX_WATCHES = 100

/** How soon after an import its company's watches are checked; files that come together cause one check. */
export const AFTER_IMPORT_MS = 60_000

/** What a new watch needs. */
export type NewNumberWatch = Pick<
  NumberWatch,
  | 'role'
  | 'demo'
  | 'name'
  | 'report'
  | 'params'
  | 'columnKey'
  | 'rowKey'
  | 'condition'
  | 'threshold'
  | 'byMail'
  | 'webhookUrl'
  | 'webhookSecret'
  | 'quietFrom'
  | 'quietTo'
  | 'timeZone'
  | 'verdict'
  | 'finding'
>

/** What its owner may change. */
export type NumberWatchChange = Partial<
  Pick<
    NumberWatch,
    | 'role'
    | 'name'
    | 'condition'
    | 'threshold'
    | 'byMail'
    | 'webhookUrl'
    | 'webhookSecret'
    | 'quietFrom'
    | 'quietTo'
    | 'timeZone'
    | 'snoozedUntil'
    | 'verdict'
    | 'finding'
    | 'problem'
    | 'checkedAt'
  >
> & {
  /** Whether it is checked; a resumed watch is due at `dueAt`. */
  paused?: boolean
  dueAt?: Date
}

const ofOwner = ({ companyId, userId }: Owner) =>
  and(eq(numberWatches.companyId, companyId), eq(numberWatches.userId, userId))

const alive = isNull(numberWatches.deletedAt)

/** A user's watches, newest first. */
export async function listNumberWatches(state: State, owner: Owner): Promise<NumberWatch[]> {
  return state.run((db) =>
    db
      .select()
      .from(numberWatches)
      .where(and(ofOwner(owner), alive))
      .orderBy(desc(numberWatches.createdAt), asc(numberWatches.id)),
  )
}

/** One of the user's watches, or undefined. */
export async function readNumberWatch(state: State, owner: Owner, id: string): Promise<NumberWatch | undefined> {
  const [found] = await state.run((db) =>
    db
      .select()
      .from(numberWatches)
      .where(and(ofOwner(owner), eq(numberWatches.id, id), alive)),
  )
  return found
}

/** Any user's watch, deleted ones too: for checks, deliveries, and links that need no session. */
export async function readNumberWatchById(state: State, id: string): Promise<NumberWatch | undefined> {
  const [found] = await state.run((db) => db.select().from(numberWatches).where(eq(numberWatches.id, id)))
  return found
}

/** Starts a watch; undefined when the user has reached the limit. */
export async function addNumberWatch(
  state: State,
  owner: Owner,
  watch: NewNumberWatch,
  dueAt: Date,
  now: Date,
): Promise<NumberWatch | undefined> {
  return state.run(async (db) => {
    const [standing] = await db
      .select({ number: count() })
      .from(numberWatches)
      .where(and(ofOwner(owner), alive))
    if ((standing?.number ?? 0) >= MAX_WATCHES) return undefined
    const { companyId, userId } = owner
    const [made] = await db
      .insert(numberWatches)
      .values({
        id: randomUUID(),
        companyId,
        userId,
        ...watch,
        snoozedUntil: null,
        checkedAt: now,
        problem: null,
        firedAt: null,
        updatedAt: now,
        deletedAt: null,
        ...newJob(now, dueAt),
      })
      .returning()
    return made
  })
}

/** Changes a watch; undefined when the user has no such watch. */
export async function changeNumberWatch(
  state: State,
  owner: Owner,
  id: string,
  { paused, dueAt, ...change }: NumberWatchChange,
  now: Date,
): Promise<NumberWatch | undefined> {
  const [changed] = await state.run((db) =>
    db
      .update(numberWatches)
      .set({
        ...change,
        ...(paused === true && { status: 'paused' as const, leaseOwner: null, leaseUntil: null }),
        ...(paused === false && { status: 'queued' as const, attempts: 0 }),
        ...(dueAt && { attemptAt: dueAt }),
        updatedAt: now,
      })
      .where(and(ofOwner(owner), eq(numberWatches.id, id), alive))
      .returning(),
  )
  return changed
}

/** Turns the mails of a watch on or off, for the link in them. */
export async function setWatchMail(state: State, id: string, byMail: boolean): Promise<void> {
  await state.run((db) => db.update(numberWatches).set({ byMail }).where(eq(numberWatches.id, id)))
}

/** Deletes a watch or undoes its deletion; undefined when there is nothing to do. */
export async function setNumberWatchDeleted(
  state: State,
  owner: Owner,
  id: string,
  deletedAt: Date | null,
): Promise<NumberWatch | undefined> {
  const now = deletedAt === null ? isNotNull(numberWatches.deletedAt) : alive
  const [changed] = await state.run((db) =>
    db
      .update(numberWatches)
      .set({ deletedAt })
      .where(and(ofOwner(owner), eq(numberWatches.id, id), now))
      .returning(),
  )
  return changed
}

/** Makes the checks of a company's watches due soon after an import. */
export async function checkWatchesSoon(state: State, companyId: number, now: Date): Promise<void> {
  const soon = new Date(now.getTime() + AFTER_IMPORT_MS)
  await state.run((db) =>
    db
      .update(numberWatches)
      .set({ attemptAt: soon })
      .where(
        and(
          eq(numberWatches.companyId, companyId),
          inArray(numberWatches.status, [...openStatuses]),
          gt(numberWatches.attemptAt, soon),
        ),
      ),
  )
}

/** Leases the watch whose check has been due longest, except those of held companies. */
export async function claimNumberWatch(state: State, worker: Worker, now: Date): Promise<NumberWatch | undefined> {
  const isAwake = sql`${numberWatches.deletedAt} is null and (${numberWatches.snoozedUntil} is null or ${numberWatches.snoozedUntil} <= ${now.toISOString()}::timestamptz)`
  const job = await claimUnlessHeld(watchJobs, numberWatches.companyId, state, worker, now, isAwake)
  return job && readNumberWatchById(state, job.id)
}

/** What a check found, and what is sent because of it. */
export interface WatchCheck {
  found: Pick<NumberWatch, 'name' | 'verdict' | 'finding' | 'problem'>
  nextCheckAt: Date
  /** Null when the number did not cross into the condition. */
  fired: {
    mail: NewDelivery | null
    call: { body: (id: string) => Record<string, unknown> } | null
    /** When it may be sent: after quiet hours. */
    sendAt: Date
  } | null
}

/**
 * Ends a check: stores what it found, queues the mail and the call, and makes the next check due, all or nothing. False,
 * and nothing is stored, when another worker has the check by now or the watch was changed meanwhile.
 */
export async function finishWatchCheck(
  state: State,
  watch: NumberWatch,
  worker: Worker,
  { found, nextCheckAt, fired }: WatchCheck,
  now: Date,
): Promise<boolean> {
  let isStored = false
  await watchJobs.whileLeased(state, watch.id, worker, async (tx) => {
    const changed = await tx
      .update(numberWatches)
      .set({
        ...found,
        checkedAt: now,
        ...(fired && { firedAt: now }),
        status: 'queued',
        reason: null,
        attempts: 0,
        // An import during the check made the next one due earlier.
        attemptAt: sql`case when ${numberWatches.attemptAt} = ${watch.attemptAt.toISOString()}::timestamptz
          then ${nextCheckAt.toISOString()}::timestamptz else ${numberWatches.attemptAt} end`,
        leaseOwner: null,
        leaseUntil: null,
      })
      .where(and(eq(numberWatches.id, watch.id), eq(numberWatches.updatedAt, watch.updatedAt), alive))
      .returning({ id: numberWatches.id })
    isStored = changed.length === 1
    if (!isStored || !fired) return
    if (fired.mail) await insertDelivery(tx, fired.mail, now, fired.sendAt)
    if (!fired.call) return
    const id = randomUUID()
    await tx.insert(watchCalls).values({
      id,
      watchId: watch.id,
      companyId: watch.companyId,
      body: fired.call.body(id),
      answerStatus: null,
      ...newJob(now, fired.sendAt),
    })
  })
  return isStored
}
