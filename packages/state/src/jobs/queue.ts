import { and, asc, eq, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { pgTable, uuid } from 'drizzle-orm/pg-core'
import type { Database, State } from '../state'
import { jobColumns, openStatuses } from './columns'

/** A worker, and how long it has a job unless it renews the lease. */
export interface Worker {
  owner: string
  leaseSeconds: number
}

/** A job as the queue sees it; its content is in the other columns of its row. */
export type Job = ReturnType<typeof rowsOf>['$inferSelect']

/**
 * A durable queue over a table with `jobColumns`.
 *
 * - A job that is due belongs to one worker at a time, by a lease on the database's clock: the only one all instances share.
 * - Each write of a worker goes through `whileLeased`, which renews the lease and locks the row in the same transaction. A
 *   worker that slept through its lease learns it there, before it writes anything.
 * - Nothing is lost: the job of a worker that died is due again when the lease ends.
 */
export interface JobQueue<Final extends string> {
  /**
   * Leases the job that has been due longest, or nothing. No two workers get the same job.
   * @param condition which jobs this worker can do, on the table's own columns; without it all
   */
  claim(state: State, worker: Worker, now: Date, condition?: SQL): Promise<Job | undefined>
  /** Renews the lease; false when the worker has lost the job. */
  renew(state: State, id: string, worker: Worker): Promise<boolean>
  /**
   * Writes something about a job in one transaction with a renewed lease. The row is locked meanwhile, so no one else
   * can claim the job. False, and nothing is written, when the worker has lost the job.
   */
  whileLeased(state: State, id: string, worker: Worker, write: (tx: Database) => Promise<unknown>): Promise<boolean>
  /** Ends a job as done or failed. False when the worker has lost the job. */
  finish(
    state: State,
    id: string,
    worker: Worker,
    outcome: { status: Final; reason: string | null },
    now: Date,
  ): Promise<boolean>
  /** Returns a job to the queue for another attempt. False when the worker has lost the job. */
  retry(state: State, id: string, worker: Worker, retry: { attemptAt: Date; reason: string | null }): Promise<boolean>
  /** Queues an ended job again, as if it were new. */
  requeue(db: Database, id: string, now: Date): Promise<void>
  /** Ends all leases. Only for the start of a process with exclusive use of the store. */
  releaseAll(state: State): Promise<void>
}

// The queue knows a table by these columns alone, whatever else the table has.
const rowsOf = (table: string) => pgTable(table, { id: uuid('id').primaryKey(), ...jobColumns() })

const leaseEnd = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`
const NO_LEASE = { leaseOwner: null, leaseUntil: null }

/** The queue over a table that has an `id` and `jobColumns`; `Final` are the statuses its jobs can end with. */
export function jobQueue<Final extends string>(table: string): JobQueue<Final> {
  const jobs = rowsOf(table)
  const ownedBy = (id: string, { owner }: Worker) => and(eq(jobs.id, id), eq(jobs.leaseOwner, owner))

  async function renewIn(db: Database, id: string, worker: Worker): Promise<boolean> {
    const renewed = await db
      .update(jobs)
      .set({ leaseUntil: leaseEnd(worker.leaseSeconds) })
      .where(ownedBy(id, worker))
      .returning({ id: jobs.id })
    return renewed.length === 1
  }

  async function release(state: State, id: string, worker: Worker, change: Partial<Job>): Promise<boolean> {
    const released = await state.run((db) =>
      db
        .update(jobs)
        .set({ ...change, ...NO_LEASE })
        .where(ownedBy(id, worker))
        .returning({ id: jobs.id }),
    )
    return released.length === 1
  }

  return {
    async claim(state, { owner, leaseSeconds }, now, condition) {
      const [claimed] = await state.run((db) => {
        const longestDue = db
          .select({ id: jobs.id })
          .from(jobs)
          .where(
            and(
              inArray(jobs.status, [...openStatuses]),
              lte(jobs.attemptAt, now),
              or(isNull(jobs.leaseUntil), lt(jobs.leaseUntil, sql`now()`)),
              condition,
            ),
          )
          .orderBy(asc(jobs.attemptAt), asc(jobs.createdAt))
          .limit(1)
          .for('update', { skipLocked: true })
        return db
          .update(jobs)
          .set({
            status: 'running',
            leaseOwner: owner,
            leaseUntil: leaseEnd(leaseSeconds),
            attempts: sql`${jobs.attempts} + 1`,
          })
          .where(eq(jobs.id, longestDue))
          .returning()
      })
      return claimed
    },
    renew: (state, id, worker) => state.run((db) => renewIn(db, id, worker)),
    whileLeased: (state, id, worker, write) =>
      state.run((db) =>
        db.transaction(async (tx) => {
          if (!(await renewIn(tx, id, worker))) return false
          await write(tx)
          return true
        }),
      ),
    finish: (state, id, worker, { status, reason }, now) =>
      release(state, id, worker, { status, reason, finishedAt: now }),
    retry: (state, id, worker, { attemptAt, reason }) =>
      release(state, id, worker, { status: 'queued', attemptAt, reason }),
    async requeue(db, id, now) {
      await db
        .update(jobs)
        .set({ status: 'queued', reason: null, attemptAt: now, attempts: 0, finishedAt: null })
        .where(eq(jobs.id, id))
    },
    async releaseAll(state) {
      await state.run((db) => db.update(jobs).set(NO_LEASE).where(eq(jobs.status, 'running')))
    },
  }
}
