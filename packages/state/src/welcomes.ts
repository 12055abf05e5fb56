import { and, eq } from 'drizzle-orm'
import { welcomes } from './schema'
import type { State } from './state'

interface User {
  companyId: number
  userId: number
}

/** Whether a user has read how the start page works. */
export async function hasReadWelcome(state: State, { companyId, userId }: User): Promise<boolean> {
  const isTheirs = and(eq(welcomes.companyId, companyId), eq(welcomes.userId, userId))
  return (await state.run((db) => db.$count(welcomes, isTheirs))) > 0
}

/** Remembers that a user has read it; the first time stays. */
export async function markWelcomeRead(state: State, { companyId, userId }: User, now: Date): Promise<void> {
  await state.run((db) => db.insert(welcomes).values({ companyId, userId, readAt: now }).onConflictDoNothing())
}
