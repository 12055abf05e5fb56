import type { GoalGroup, GoalTarget, GroupTarget, PropertyTarget } from '@leaselight/model'
import { and, asc, between, eq, inArray, sql } from 'drizzle-orm'
import { goals, groupGoals } from '../schema'
import type { Database, State } from '../state'

/** A target for a number of a property in a month. */
export type Goal = typeof goals.$inferSelect

/** A target for a number of a group of properties in a month. */
export interface GroupGoal extends GoalGroup {
  goal: string
  month: string
  target: number
}

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

/** The goals of a company's groups in some months, the whole company's first. */
export async function listGroupGoals(state: State, { companyId, from, to, goal }: GoalRange): Promise<GroupGoal[]> {
  const rows = await state.run((db) =>
    db
      .select()
      .from(groupGoals)
      .where(
        and(
          eq(groupGoals.companyId, companyId),
          between(groupGoals.month, from, to),
          goal === undefined ? undefined : eq(groupGoals.goal, goal),
        ),
      )
      .orderBy(asc(groupGoals.attribute), asc(groupGoals.value), asc(groupGoals.goal), asc(groupGoals.month)),
  )
  return rows.map(({ attribute, value, goal: number, month, target }) => ({
    attribute: attribute === '' ? null : attribute,
    value: value === '' ? null : value,
    goal: number,
    month,
    target,
  }))
}

/** Rows in one statement. */
const CHUNK = 1_000

/** Whose goals are set, and by whom. */
interface Setting {
  companyId: number
  goal: string
  setBy: number
}

/** Sets goals of one number, all or none; a target of null removes one. */
export async function saveGoals(
  state: State,
  setting: Setting,
  targets: readonly GoalTarget[],
  now: Date,
): Promise<void> {
  const ofProperties = targets.flatMap((one) => ('propertyId' in one ? one : []))
  const ofGroups = targets.flatMap((one) => ('propertyId' in one ? [] : one))
  await state.run((db) =>
    db.transaction(async (tx) => {
      await saveOfProperties(tx, setting, ofProperties, now)
      for (const one of ofGroups) await saveOfGroup(tx, setting, one, now)
    }),
  )
}

async function saveOfProperties(
  db: Pick<Database, 'delete' | 'insert'>,
  { companyId, goal, setBy }: Setting,
  targets: readonly PropertyTarget[],
  now: Date,
): Promise<void> {
  const set = targets.flatMap(({ propertyId, month, target }) =>
    target === null ? [] : [{ companyId, propertyId, goal, month, target, setBy, setAt: now }],
  )
  const removed = new Map<string, number[]>()
  for (const { propertyId, month, target } of targets)
    if (target === null) removed.set(month, [...(removed.get(month) ?? []), propertyId])
  for (const [month, ids] of removed)
    await db
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
    await db
      .insert(goals)
      .values(set.slice(at, at + CHUNK))
      .onConflictDoUpdate({
        target: [goals.companyId, goals.propertyId, goals.goal, goals.month],
        set: { target: sql`excluded.target`, setBy, setAt: now },
      })
}

async function saveOfGroup(
  db: Pick<Database, 'delete' | 'insert'>,
  { companyId, goal, setBy }: Setting,
  { attribute, value, month, target }: GroupTarget,
  now: Date,
): Promise<void> {
  const key = { companyId, attribute: attribute ?? '', value: value ?? '', goal, month }
  if (target === null)
    await db
      .delete(groupGoals)
      .where(
        and(
          eq(groupGoals.companyId, companyId),
          eq(groupGoals.attribute, key.attribute),
          eq(groupGoals.value, key.value),
          eq(groupGoals.goal, goal),
          eq(groupGoals.month, month),
        ),
      )
  else
    await db
      .insert(groupGoals)
      .values({ ...key, target, setBy, setAt: now })
      .onConflictDoUpdate({
        target: [groupGoals.companyId, groupGoals.attribute, groupGoals.value, groupGoals.goal, groupGoals.month],
        set: { target, setBy, setAt: now },
      })
}
