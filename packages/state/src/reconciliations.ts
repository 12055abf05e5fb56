import { randomUUID } from 'node:crypto'
import { and, desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import { reconciliations } from './schema'
import type { State } from './state'

/** A property system's boxscore with what was found. */
export type Reconciliation = typeof reconciliations.$inferSelect
/** The same without its rows. */
export type ReconciliationSummary = Omit<Reconciliation, 'content'>

/** The most reconciliations that a company has; an older one goes when another comes. */
export const MAX_RECONCILIATIONS = 50

const { content: _, ...summaryColumns } = getTableColumns(reconciliations)

/** Stores a reconciliation, and removes the company's oldest ones above the limit. */
export async function addReconciliation(
  state: State,
  made: Omit<Reconciliation, 'id' | 'createdAt' | 'checkedAt'>,
  now: Date,
): Promise<Reconciliation> {
  return state.run(async (db) => {
    const [row] = await db
      .insert(reconciliations)
      .values({ ...made, id: randomUUID(), createdAt: now, checkedAt: now })
      .returning()
    if (!row) throw new Error('The reconciliation was not stored.')
    const old = await db
      .select({ id: reconciliations.id })
      .from(reconciliations)
      .where(eq(reconciliations.companyId, made.companyId))
      .orderBy(desc(reconciliations.createdAt), desc(reconciliations.id))
      .offset(MAX_RECONCILIATIONS)
    if (old.length > 0)
      await db.delete(reconciliations).where(
        inArray(
          reconciliations.id,
          old.map(({ id }) => id),
        ),
      )
    return row
  })
}

/** A company's reconciliations without their rows, newest first. */
export const listReconciliations = (state: State, companyId: number): Promise<ReconciliationSummary[]> =>
  state.run((db) =>
    db
      .select(summaryColumns)
      .from(reconciliations)
      .where(eq(reconciliations.companyId, companyId))
      .orderBy(desc(reconciliations.createdAt), desc(reconciliations.id)),
  )

const ofCompany = (companyId: number, id: string) =>
  and(eq(reconciliations.companyId, companyId), eq(reconciliations.id, id))

/** A company's reconciliation with its rows; undefined when there is none. */
export async function readReconciliation(
  state: State,
  companyId: number,
  id: string,
): Promise<Reconciliation | undefined> {
  const [found] = await state.run((db) => db.select().from(reconciliations).where(ofCompany(companyId, id)))
  return found
}

/** Stores what was found anew, for all properties. */
export async function noteReconciled(
  state: State,
  { companyId, id }: Pick<Reconciliation, 'companyId' | 'id'>,
  found: Reconciliation['found'],
  now: Date,
): Promise<void> {
  await state.run((db) => db.update(reconciliations).set({ found, checkedAt: now }).where(ofCompany(companyId, id)))
}

/** Deletes a company's reconciliation; false when there is none. */
export async function deleteReconciliation(state: State, companyId: number, id: string): Promise<boolean> {
  const gone = await state.run((db) =>
    db.delete(reconciliations).where(ofCompany(companyId, id)).returning({ id: reconciliations.id }),
  )
  return gone.length === 1
}
