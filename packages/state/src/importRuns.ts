import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { isHeld } from './holds/held'
import { type ImportStatus, importRuns } from './schema'
import type { State } from './state'

/** An import at its start. Without a company it is the operator's and may contain several companies. */
export interface NewImportRun {
  companyId?: number
  /** The imported entity, or `all` for a folder of files. */
  entity: string
  /** Where it came from: a folder, a file, `api`. */
  source: string
}

/** An import that has started. `account` is its progress, and at the end its report. */
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

const HOLD_POLL_MS = 500

/** Stores that an import began; returns the id to finish it with. Waits while a person of the company is erased. */
export async function startImportRun(state: State, run: NewImportRun, now: Date): Promise<string> {
  const id = randomUUID()
  const { companyId, entity, source } = run
  for (;;) {
    await state.run((db) =>
      db
        .insert(importRuns)
        .values({ id, companyId, entity, source, startedAt: now, status: 'running', seenAt: sql`now()` }),
    )
    // After the insert, as `whileHeld` says.
    if (!(await isHeld(state, companyId))) return id
    await state.run((db) => db.delete(importRuns).where(eq(importRuns.id, id)))
    await sleep(HOLD_POLL_MS)
  }
}

/** Stores that a run is alive, and its progress, so that every instance can show it. */
export async function heartbeatImportRun(state: State, id: string, progress: object | undefined): Promise<void> {
  await state.run((db) =>
    db
      .update(importRuns)
      .set({ seenAt: sql`now()`, ...(progress && { account: { progress } }) })
      .where(and(eq(importRuns.id, id), eq(importRuns.status, 'running'))),
  )
}

/** Stores how an import ended. A run that has ended already keeps its first outcome: then false. */
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

/** Stores a completed import with its start and outcome. */
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

/** Reports are smaller. Earlier versions stored texts of any length, which would fill the reader's memory. */
const MAX_ACCOUNT_BYTES = 512 * 1024
const account = sql<unknown>`CASE WHEN pg_column_size(${importRuns.account}) <= ${MAX_ACCOUNT_BYTES}
  AND octet_length(${importRuns.account}::text) <= ${MAX_ACCOUNT_BYTES} THEN ${importRuns.account} END`

/** The latest runs, newest first: one company's, or without a company all of them, including the operator's. */
export async function recentImportRuns(
  state: State,
  filter: { companyId?: number; limit?: number },
): Promise<ImportRun[]> {
  const { companyId, limit = 50 } = filter
  return state.run((db) =>
    db
      .select({ ...getTableColumns(importRuns), account })
      .from(importRuns)
      .where(companyId === undefined ? undefined : eq(importRuns.companyId, companyId))
      .orderBy(desc(importRuns.startedAt), desc(importRuns.id))
      .limit(limit),
  )
}

/** One run of a company; undefined when the list has it no more. */
export async function readImportRun(state: State, companyId: number, id: string): Promise<ImportRun | undefined> {
  const [run] = await state.run((db) =>
    db
      .select({ ...getTableColumns(importRuns), account })
      .from(importRuns)
      .where(and(eq(importRuns.id, id), eq(importRuns.companyId, companyId))),
  )
  return run
}

/**
 * Marks every run that is still `running` as interrupted and returns how many there were. Only for the start of a
 * process that has exclusive use of the data directory.
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

/** A run without a heartbeat for this long counts as lost. */
export const LOST_AFTER_SECONDS = 120

/** Marks lost runs as interrupted: their instance has ended. Any instance may call this at any time. */
export async function interruptLostRuns(state: State, now: Date): Promise<number> {
  // Runs of versions without heartbeats have only their beginning.
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
