import type { FindingRuleKind } from '@leaselight/model'
import { and, asc, eq, gt, isNull, or } from 'drizzle-orm'
import { findingRules } from '../schema'
import type { State } from '../state'

/** What a user said about a finding. */
export type FindingRule = typeof findingRules.$inferSelect

/** The rules that hold for a user: the user's own snoozes that are not over, and what anyone dismissed. */
export async function listFindingRules(
  state: State,
  { companyId, userId }: { companyId: number; userId: number },
  now: Date,
): Promise<FindingRule[]> {
  const isOwn = and(eq(findingRules.userId, userId), or(isNull(findingRules.until), gt(findingRules.until, now)))
  return state.run((db) =>
    db
      .select()
      .from(findingRules)
      .where(and(eq(findingRules.companyId, companyId), or(eq(findingRules.kind, 'dismissed'), isOwn)))
      .orderBy(asc(findingRules.finding), asc(findingRules.madeAt)),
  )
}

/**
 * Hides a finding, or shows it again: a user's own snooze and everyone's dismissal are then gone.
 * @param kind null to show it again
 */
export async function setFindingRule(
  state: State,
  { companyId, userId, finding }: { companyId: number; userId: number; finding: string },
  kind: FindingRuleKind | null,
  until: Date | null,
  now: Date,
): Promise<void> {
  const isIt = and(eq(findingRules.companyId, companyId), eq(findingRules.finding, finding))
  await state.run((db) =>
    db.transaction(async (tx) => {
      await tx
        .delete(findingRules)
        .where(and(isIt, or(eq(findingRules.kind, 'dismissed'), eq(findingRules.userId, userId))))
      if (kind) await tx.insert(findingRules).values({ companyId, userId, finding, kind, until, madeAt: now })
    }),
  )
}
