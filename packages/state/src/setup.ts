import { and, asc, eq, gt } from 'drizzle-orm'
import { hashToken, newToken } from './access/tokens'
import { setupDismissals, setupLinks } from './schema'
import type { State } from './state'

/** How long a setup link holds. */
export const SETUP_LINK_HOURS = 24

/** A new code for the setup link; earlier ones hold no longer. Only its hash is stored. */
export async function issueSetupCode(state: State, now: Date): Promise<string> {
  const code = newToken()
  await state.run((db) =>
    db.transaction(async (tx) => {
      await tx.delete(setupLinks)
      await tx.insert(setupLinks).values({ codeHash: hashToken(code), expiresAt: expiry(now) })
    }),
  )
  return code
}

/** Whether a code is the current one and has not expired. */
export async function isSetupCode(state: State, code: string, now: Date): Promise<boolean> {
  const found = await state.run((db) =>
    db
      .select({ codeHash: setupLinks.codeHash })
      .from(setupLinks)
      .where(and(eq(setupLinks.codeHash, hashToken(code)), gt(setupLinks.expiresAt, now))),
  )
  return found.length === 1
}

/** Uses a code up; false when it was used or has expired. One of several simultaneous callers gets true. */
export async function redeemSetupCode(state: State, code: string, now: Date): Promise<boolean> {
  const used = await state.run((db) =>
    db
      .delete(setupLinks)
      .where(and(eq(setupLinks.codeHash, hashToken(code)), gt(setupLinks.expiresAt, now)))
      .returning({ codeHash: setupLinks.codeHash }),
  )
  return used.length === 1
}

/** Makes a used code valid again: what it was used for did not succeed. */
export async function restoreSetupCode(state: State, code: string, now: Date): Promise<void> {
  await state.run((db) =>
    db
      .insert(setupLinks)
      .values({ codeHash: hashToken(code), expiresAt: expiry(now) })
      .onConflictDoNothing(),
  )
}

/** The lines of the setup checklist that were put aside for a company. */
export async function readSetupDismissals(state: State, companyId: number): Promise<string[]> {
  const rows = await state.run((db) =>
    db
      .select({ line: setupDismissals.line })
      .from(setupDismissals)
      .where(eq(setupDismissals.companyId, companyId))
      .orderBy(asc(setupDismissals.line)),
  )
  return rows.map(({ line }) => line)
}

/** Puts a line of the setup checklist aside for a company, or takes that back. */
export async function writeSetupDismissal(
  state: State,
  { companyId, line, dismissed, userId }: { companyId: number; line: string; dismissed: boolean; userId: number },
  now: Date,
): Promise<void> {
  await state.run(async (db) => {
    if (dismissed)
      await db
        .insert(setupDismissals)
        .values({ companyId, line, dismissedBy: userId, dismissedAt: now })
        .onConflictDoNothing()
    else
      await db
        .delete(setupDismissals)
        .where(and(eq(setupDismissals.companyId, companyId), eq(setupDismissals.line, line)))
  })
}

const expiry = (now: Date): Date => new Date(now.getTime() + SETUP_LINK_HOURS * 3_600_000)
