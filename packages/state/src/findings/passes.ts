import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt, inArray, lt, ne, or, type SQL } from 'drizzle-orm'
import { newJob } from '../jobs/columns'
import { jobQueue, type Worker } from '../jobs/queue'
import { type FindingPassStatus, findingPasses } from '../schema'
import type { State } from '../state'

/** The findings over a set of properties and reports. */
export type FindingPass = typeof findingPasses.$inferSelect

/** The queue of searches for findings. */
export const findingJobs = jobQueue<FindingPassStatus>('finding_passes')

/** What a search found, and of which facts. */
export type PassResult = Pick<
  FindingPass,
  'factsVersion' | 'day' | 'endDay' | 'tests' | 'findings' | 'computedAt' | 'userId' | 'role'
>

/** The findings of a scope; undefined before the first search. */
export async function readFindingPass(
  state: State,
  companyId: number,
  scope: string,
): Promise<FindingPass | undefined> {
  const [found] = await state.run((db) =>
    db
      .select()
      .from(findingPasses)
      .where(and(eq(findingPasses.companyId, companyId), eq(findingPasses.scope, scope))),
  )
  return found
}

/** Stores what was found on request, unless another request was first; returns what is stored. */
export async function addFindingPass(
  state: State,
  key: { companyId: number; scope: string },
  result: PassResult,
  now: Date,
): Promise<FindingPass> {
  const [added] = await state.run((db) =>
    db
      .insert(findingPasses)
      .values({
        id: randomUUID(),
        ...key,
        ...result,
        requestedAt: now,
        ...newJob(now),
        status: 'done',
        finishedAt: now,
      })
      .onConflictDoUpdate({
        target: [findingPasses.companyId, findingPasses.scope],
        set: { ...result, requestedAt: now },
      })
      .returning(),
  )
  if (!added) throw new Error('The findings were not stored.')
  return added
}

/** Notes that findings were read, so that they are looked for again after the next import. */
export async function notePassRequest(state: State, { id }: FindingPass, now: Date): Promise<void> {
  await state.run((db) => db.update(findingPasses).set({ requestedAt: now }).where(eq(findingPasses.id, id)))
}

/** Ended searches that have been read since, by company. */
export async function listEndedPasses(state: State, since: Date): Promise<FindingPass[]> {
  return state.run((db) =>
    db
      .select()
      .from(findingPasses)
      .where(and(inArray(findingPasses.status, ['done', 'failed']), gt(findingPasses.requestedAt, since)))
      .orderBy(asc(findingPasses.companyId), asc(findingPasses.id)),
  )
}

/** Queues a company's ended searches again whose facts or date have changed. */
export async function queueOutdatedPasses(
  state: State,
  companyId: number,
  { factsVersion, day }: Pick<FindingPass, 'factsVersion' | 'day'>,
  since: Date,
  now: Date,
): Promise<void> {
  const isOutdated = or(ne(findingPasses.factsVersion, factsVersion), ne(findingPasses.day, day))
  const isEnded: SQL = inArray(findingPasses.status, ['done', 'failed'])
  await state.run((db) =>
    db
      .update(findingPasses)
      .set({ status: 'queued', reason: null, attemptAt: now, attempts: 0, finishedAt: null })
      .where(and(eq(findingPasses.companyId, companyId), isEnded, isOutdated, gt(findingPasses.requestedAt, since))),
  )
}

/** Leases the search that has been due longest. */
export async function claimFindingPass(state: State, worker: Worker, now: Date): Promise<FindingPass | undefined> {
  const claimed = await findingJobs.claim(state, worker, now)
  if (!claimed) return undefined
  const [found] = await state.run((db) => db.select().from(findingPasses).where(eq(findingPasses.id, claimed.id)))
  return found
}

/** Ends a leased search with what it found; false when another worker has it by now. */
export function finishFindingPass(
  state: State,
  { id }: FindingPass,
  worker: Worker,
  result: PassResult,
  now: Date,
): Promise<boolean> {
  const ended = { status: 'done' as const, reason: null, finishedAt: now, leaseOwner: null, leaseUntil: null }
  return findingJobs.whileLeased(state, id, worker, (tx) =>
    tx
      .update(findingPasses)
      .set({ ...result, ...ended })
      .where(eq(findingPasses.id, id)),
  )
}

/** Removes a leased search whose scope its user no longer has. */
export function removeFindingPass(state: State, { id }: FindingPass, worker: Worker): Promise<boolean> {
  return findingJobs.whileLeased(state, id, worker, (tx) => tx.delete(findingPasses).where(eq(findingPasses.id, id)))
}

/** Removes ended searches that nobody has read since. */
export async function purgeFindingPasses(state: State, before: Date): Promise<void> {
  await state.run((db) => db.delete(findingPasses).where(lt(findingPasses.requestedAt, before)))
}
