import { and, type Column, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Job, JobQueue, Worker } from '../jobs/queue'
import { companyHolds } from '../schema'
import type { State } from '../state'

const isNow = gt(companyHolds.heldUntil, sql`now()`)

/** Whether a company is held; without one, whether any is. */
export async function isHeld(state: State, companyId: number | undefined): Promise<boolean> {
  const isIt = companyId === undefined ? undefined : eq(companyHolds.companyId, companyId)
  return (await state.run((db) => db.$count(companyHolds, and(isNow, isIt)))) > 0
}

/**
 * Leases the job that has been due longest, except jobs of held companies.
 * @param companyId the column of the queue's table that has the job's company
 */
export async function claimUnlessHeld(
  queue: JobQueue<string>,
  companyId: Column,
  state: State,
  worker: Worker,
  now: Date,
  condition?: SQL,
): Promise<Job | undefined> {
  const isFree = sql`not exists (select 1 from ${companyHolds} where ${isNow} and ${companyHolds.companyId} = ${companyId})`
  const job = await queue.claim(state, worker, now, and(condition, isFree))
  if (!job) return undefined
  // After the claim, as `whileHeld` says.
  const ofJob = sql`${companyHolds.companyId} = (select ${companyId} from ${companyId.table} where id = ${job.id})`
  if ((await state.run((db) => db.$count(companyHolds, and(isNow, ofJob)))) === 0) return job
  await queue.retry(state, job.id, worker, { attemptAt: job.attemptAt, reason: job.reason })
  return undefined
}
