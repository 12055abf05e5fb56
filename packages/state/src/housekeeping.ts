import { lte } from 'drizzle-orm'
import { prospectBatches, tickets } from './schema'
import type { State } from './state'

/** Removes what has expired: tickets, and batches with their members. To be called now and then by any instance. */
export async function purgeExpired(state: State, now: Date): Promise<{ tickets: number; batches: number }> {
  return state.run(async (db) => {
    const gone = await db.delete(tickets).where(lte(tickets.expiresAt, now)).returning({ key: tickets.tokenHash })
    const batches = await db
      .delete(prospectBatches)
      .where(lte(prospectBatches.expiresAt, now))
      .returning({ key: prospectBatches.batchId })
    return { tickets: gone.length, batches: batches.length }
  })
}
