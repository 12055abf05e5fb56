import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { LOST_AFTER_SECONDS } from '../importRuns'
import { companyHolds, deliveries, deliveryRecipients, feedRuns, importRuns } from '../schema'
import type { State } from '../state'
import { StoreUnavailable } from '../store/errors'

const HOLD_SECONDS = 60
const POLL_MS = 200
/** How long a mail server may take to answer a mail's last line. */
const MAIL_WAIT_MS = 60_000
const IMPORT_WAIT_MS = 120_000

/**
 * Does a piece of work while nothing of a company is sent or imported, on whichever instance. A delivery in preparation
 * loses its lease and is prepared again afterwards, so it can't contain what the work removes; a mail that its server may
 * have already, and an import that runs, are waited for.
 *
 * Holder and worker each write their mark first and look for the other's mark then, so one of them always sees the other.
 * @throws StoreUnavailable when another hold or an import doesn't end in time
 */
export async function whileHeld<T>(state: State, companyId: number, work: () => Promise<T>): Promise<T> {
  const owner = randomUUID()
  await until(() => take(state, companyId, owner), IMPORT_WAIT_MS, 'Another erasure is under way in this company.')
  const timer = setInterval(
    () => void renew(state, companyId, owner).catch(() => undefined),
    (HOLD_SECONDS * 1_000) / 3,
  )
  timer.unref()
  try {
    const interrupted = await endLeases(state, deliveries, companyId)
    await until(
      async () => (await handedMails(state, interrupted)) === 0,
      MAIL_WAIT_MS,
      'The mail server has not answered yet.',
    )
    await until(async () => !(await isImporting(state, companyId)), IMPORT_WAIT_MS, 'An import is under way.')
    await endLeases(state, feedRuns, companyId)
    return await work()
  } finally {
    clearInterval(timer)
    await state.run((db) =>
      db.delete(companyHolds).where(and(eq(companyHolds.companyId, companyId), eq(companyHolds.owner, owner))),
    )
  }
}

async function until(condition: () => Promise<boolean>, milliseconds: number, problem: string): Promise<void> {
  const end = performance.now() + milliseconds
  while (!(await condition())) {
    if (performance.now() > end) throw new StoreUnavailable(`${problem} Please run the same again when it has ended.`)
    await sleep(POLL_MS)
  }
}

const heldUntil = sql`now() + make_interval(secs => ${HOLD_SECONDS})`

async function take(state: State, companyId: number, owner: string): Promise<boolean> {
  const taken = await state.run((db) =>
    db
      .insert(companyHolds)
      .values({ companyId, owner, heldUntil })
      .onConflictDoUpdate({
        target: companyHolds.companyId,
        set: { owner, heldUntil },
        setWhere: lt(companyHolds.heldUntil, sql`now()`),
      })
      .returning({ owner: companyHolds.owner }),
  )
  return taken.length === 1
}

async function renew(state: State, companyId: number, owner: string): Promise<void> {
  await state.run((db) =>
    db
      .update(companyHolds)
      .set({ heldUntil })
      .where(and(eq(companyHolds.companyId, companyId), eq(companyHolds.owner, owner))),
  )
}

/** Takes a company's jobs from their workers, which learn it at their next write; the ids of those in progress. */
async function endLeases(
  state: State,
  jobs: typeof deliveries | typeof feedRuns,
  companyId: number,
): Promise<string[]> {
  const ended = await state.run((db) =>
    db
      .update(jobs)
      .set({ leaseOwner: null, leaseUntil: null })
      .where(and(eq(jobs.companyId, companyId), isNotNull(jobs.leaseOwner)))
      .returning({ id: jobs.id }),
  )
  return ended.map(({ id }) => id)
}

/** How many mails of some deliveries a mail server may have, without its answer stored. */
async function handedMails(state: State, deliveryIds: readonly string[]): Promise<number> {
  if (deliveryIds.length === 0) return 0
  return state.run((db) =>
    db.$count(
      deliveryRecipients,
      and(
        inArray(deliveryRecipients.deliveryId, [...deliveryIds]),
        eq(deliveryRecipients.status, 'running'),
        isNotNull(deliveryRecipients.handedAt),
      ),
    ),
  )
}

/** Whether an import runs that may concern the company: its own, or the operator's. */
async function isImporting(state: State, companyId: number): Promise<boolean> {
  const running = await state.run((db) =>
    db.$count(
      importRuns,
      and(
        eq(importRuns.status, 'running'),
        or(eq(importRuns.companyId, companyId), isNull(importRuns.companyId)),
        gt(importRuns.seenAt, sql`now() - make_interval(secs => ${LOST_AFTER_SECONDS})`),
      ),
    ),
  )
  return running > 0
}
