import type { GoalTarget } from '@leaselight/model'
import { and, asc, between, eq, inArray, sql } from 'drizzle-orm'
import { goals } from '../schema'
import type { State } from '../state'

/** A target for a number of a property in a month. */
export type Goal = typeof goals.$inferSelect

/** Which goals of a company. */
export interface GoalRange {
  companyId: number
  /** The first and the last month, `YYYY-MM`. */
  from: string
  to: string
  /** One number's alone. */
  goal?: string
}

/** The goals of a company in some months. */
export const listGoals = (state: State, { companyId, from, to, goal }: GoalRange): Promise<Goal[]> =>
  state.run((db) =>
    db
      .select()
      .from(goals)
      .where(
        and(
          eq(goals.companyId, companyId),
          between(goals.month, from, to),
          goal === undefined ? undefined : eq(goals.goal, goal),
        ),
      )
      .orderBy(asc(goals.propertyId), asc(goals.goal), asc(goals.month)),
  )

/** Rows in one statement. */
const CHUNK = 1_000

/** Sets goals of one number, all or none; a target of null removes one. */
export async function saveGoals(
  state: State,
  { companyId, goal, setBy }: { companyId: number; goal: string; setBy: number },
  targets: readonly GoalTarget[],
  now: Date,
): Promise<void> {
  const set = targets.flatMap(({ propertyId, month, target }) =>
    target === null ? [] : [{ companyId, propertyId, goal, month, target, setBy, setAt: now }],
  )
  const removed = new Map<string, number[]>()
  for (const { propertyId, month, target } of targets)
    if (target === null) removed.set(month, [...(removed.get(month) ?? []), propertyId])
  await state.run((db) =>
    db.transaction(async (tx) => {
      for (const [month, ids] of removed)
        await tx
          .delete(goals)
          .where(
            and(
              eq(goals.companyId, companyId),
              eq(goals.goal, goal),
              eq(goals.month, month),
              inArray(goals.propertyId, ids),
            ),
          )
      for (let at = 0; at < set.length; at += CHUNK)
        await tx
          .insert(goals)
          .values(set.slice(at, at + CHUNK))
          .onConflictDoUpdate({
            target: [goals.companyId, goals.propertyId, goals.goal, goals.month],
            set: { target: sql`excluded.target`, setBy, setAt: now },
          })
    }),
  )
}
