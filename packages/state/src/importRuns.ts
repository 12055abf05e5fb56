import { randomUUID } from 'node:crypto'
import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { type ImportStatus, importRuns } from './schema'
import type { State } from './state'

/** An import as it begins. Without a company it is the operator's and may bring in several. */
export interface NewImportRun {
  companyId?: number
  /** The entity that came in, or `all` for a folder of files. */
  entity: string
  /** Where it came from: a folder, a file, `api`. */
  source: string
}

/** An import that was begun. `account` holds how far it is, and at its end what it said: taken, replaced, deleted, refused. */
export interface ImportRun {
  id: string
  companyId: number | null
  entity: string
  source: string
  startedAt: Date
  finishedAt: Date | null
  account: unknown
  status: ImportStatus
}

/** How an import ended. */
export interface ImportOutcome {
  status: Exclude<ImportStatus, 'running'>
  account: object
}

/** Notes that an import began; returns the id to finish it with. */
export async function startImportRun(state: State, run: NewImportRun, now: Date): Promise<string> {
  const id = randomUUID()
  const { companyId, entity, source } = run
  await state.run((db) =>
    db
      .insert(importRuns)
      .values({ id, companyId, entity, source, startedAt: now, status: 'running', seenAt: sql`now()` }),
  )
  return id
}

/** Says that a run goes on, and how far it is, for those who ask another instance. */
export async function heartbeatImportRun(state: State, id: string, progress: object | undefined): Promise<void> {
  await state.run((db) =>
    db
      .update(importRuns)
      .set({ seenAt: sql`now()`, ...(progress && { account: { progress } }) })
      .where(and(eq(importRuns.id, id), eq(importRuns.status, 'running'))),
  )
}

/** Notes how an import ended. A run that has ended keeps its first outcome; false says that nothing was noted. */
export async function finishImportRun(state: State, id: string, outcome: ImportOutcome, now: Date): Promise<boolean> {
  const changed = await state.run((db) =>
    db
      .update(importRuns)
      .set({ status: outcome.status, account: outcome.account, finishedAt: now })
      .where(and(eq(importRuns.id, id), eq(importRuns.status, 'running')))
      .returning({ id: importRuns.id }),
  )
  return changed.length === 1
}

/** Notes an import that is over, beginning and outcome at once. */
export async function recordImportRun(
  state: State,
  run: NewImportRun & ImportOutcome & { startedAt: Date; finishedAt: Date },
): Promise<string> {
  const id = randomUUID()
  const { companyId, entity, source, startedAt, finishedAt, account, status } = run
  await state.run((db) =>
    db.insert(importRuns).values({ id, companyId, entity, source, startedAt, finishedAt, account, status }),
  )
  return id
}

/** The latest runs, newest first: of one company with the operator's own, or without a company all of them. */
export async function recentImportRuns(
  state: State,
  filter: { companyId?: number; limit?: number },
): Promise<ImportRun[]> {
  const { companyId, limit = 50 } = filter
  return state.run((db) =>
    db
      .select()
      .from(importRuns)
      .where(
        companyId === undefined ? undefined : or(eq(importRuns.companyId, companyId), isNull(importRuns.companyId)),
      )
      .orderBy(desc(importRuns.startedAt), desc(importRuns.id))
      .limit(limit),
  )
}

/**
 * Marks every run that still says `running` as interrupted and returns how many there were. Only for the start of a
 * process that has the data directory alone: then nobody can be running any of them.
 */
export async function interruptImportRuns(state: State, now: Date): Promise<number> {
  const changed = await state.run((db) =>
    db
      .update(importRuns)
      .set({ status: 'interrupted', finishedAt: now })
      .where(eq(importRuns.status, 'running'))
      .returning({ id: importRuns.id }),
  )
  return changed.length
}

/** After so long without a word from whoever runs it, an import is taken for one that nobody runs any more. */
const LOST_AFTER_SECONDS = 120

/** Marks the runs of which nobody has heard for long: their instance has ended. Any instance may ask at any time. */
export async function interruptLostRuns(state: State, now: Date): Promise<number> {
  // Runs of a version that did not say so yet have only their beginning.
  const isLost = sql`coalesce(${importRuns.seenAt}, ${importRuns.startedAt}) < now() - make_interval(secs => ${LOST_AFTER_SECONDS})`
  const changed = await state.run((db) =>
    db
      .update(importRuns)
      .set({ status: 'interrupted', finishedAt: now })
      .where(and(eq(importRuns.status, 'running'), isLost))
      .returning({ id: importRuns.id }),
  )
  return changed.length
}
