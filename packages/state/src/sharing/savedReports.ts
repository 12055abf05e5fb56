import { randomUUID } from 'node:crypto'
import { and, asc, count, eq, isNotNull, isNull } from 'drizzle-orm'
import { type Params, savedReports } from '../schema/sharing'
import type { State } from '../state'

/** The user who owns something. */
export interface Owner {
  companyId: number
  userId: number
}

/** A report that a user saved under a name. */
export type SavedReport = typeof savedReports.$inferSelect

/** The most saved reports per user. */
export const MAX_SAVED = 500

const ofOwner = ({ companyId, userId }: Owner) =>
  and(eq(savedReports.companyId, companyId), eq(savedReports.userId, userId))

/** A user's saved reports, by name. */
export async function listSavedReports(state: State, owner: Owner): Promise<SavedReport[]> {
  return state.run((db) =>
    db
      .select()
      .from(savedReports)
      .where(and(ofOwner(owner), isNull(savedReports.deletedAt)))
      .orderBy(asc(savedReports.name), asc(savedReports.createdAt), asc(savedReports.id)),
  )
}

/** One of the user's saved reports, or undefined. */
export async function readSavedReport(state: State, owner: Owner, id: string): Promise<SavedReport | undefined> {
  const [found] = await state.run((db) =>
    db
      .select()
      .from(savedReports)
      .where(and(ofOwner(owner), eq(savedReports.id, id), isNull(savedReports.deletedAt))),
  )
  return found
}

/** Saves a report; undefined when the user has reached the limit. */
export async function saveReport(
  state: State,
  owner: Owner,
  saved: { name: string; report: string; params: Params },
  now: Date,
): Promise<SavedReport | undefined> {
  return state.run(async (db) => {
    const [counted] = await db
      .select({ number: count() })
      .from(savedReports)
      .where(and(ofOwner(owner), isNull(savedReports.deletedAt)))
    if ((counted?.number ?? 0) >= MAX_SAVED) return undefined
    const { companyId, userId } = owner
    const [made] = await db
      .insert(savedReports)
      .values({ id: randomUUID(), companyId, userId, ...saved, createdAt: now, updatedAt: now })
      .returning()
    return made
  })
}

/** Renames a saved report, or saves another state under its name. */
export async function changeSavedReport(
  state: State,
  owner: Owner,
  id: string,
  change: { name?: string; params?: Params },
  now: Date,
): Promise<SavedReport | undefined> {
  const [changed] = await state.run((db) =>
    db
      .update(savedReports)
      .set({ ...change, updatedAt: now })
      .where(and(ofOwner(owner), eq(savedReports.id, id), isNull(savedReports.deletedAt)))
      .returning(),
  )
  return changed
}

/** Deletes a saved report or undoes its deletion; undefined when the user has no such report. */
export async function setSavedReportDeleted(
  state: State,
  owner: Owner,
  id: string,
  deletedAt: Date | null,
): Promise<SavedReport | undefined> {
  const now = deletedAt === null ? isNotNull(savedReports.deletedAt) : isNull(savedReports.deletedAt)
  const [changed] = await state.run((db) =>
    db
      .update(savedReports)
      .set({ deletedAt })
      .where(and(ofOwner(owner), eq(savedReports.id, id), now))
      .returning(),
  )
  return changed
}
