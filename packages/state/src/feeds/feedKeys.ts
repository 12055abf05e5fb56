import { randomUUID } from 'node:crypto'
import { and, asc, count, eq, inArray, isNull } from 'drizzle-orm'
import { hashToken, newToken } from '../access/tokens'
import { feedKeys } from '../schema'
import type { State } from '../state'

/** A feed's key, without the key itself. */
export type FeedKey = Omit<typeof feedKeys.$inferSelect, 'keyHash'>

/** The most keys in use per feed. */
export const MAX_FEED_KEYS = 10
const SHOWN_CHARACTERS = 4

/**
 * Creates a key for a feed and returns it: the only time it can be read. Undefined when the feed has the maximum
 * number.
 */
export async function createFeedKey(
  state: State,
  { feedId, companyId, userId }: { feedId: string; companyId: number; userId: number },
  now: Date,
): Promise<{ id: string; key: string } | undefined> {
  const key = `feed_${newToken()}`
  const id = randomUUID()
  return state.run(async (db) => {
    const [found] = await db
      .select({ number: count() })
      .from(feedKeys)
      .where(and(eq(feedKeys.feedId, feedId), isNull(feedKeys.revokedAt)))
    if ((found?.number ?? 0) >= MAX_FEED_KEYS) return undefined
    const ending = key.slice(-SHOWN_CHARACTERS)
    await db
      .insert(feedKeys)
      .values({ id, feedId, companyId, keyHash: hashToken(key), ending, createdBy: userId, createdAt: now })
    return { id, key }
  })
}

/** The keys of some feeds that have not been revoked, oldest first. */
export async function listFeedKeys(state: State, feedIds: readonly string[]): Promise<FeedKey[]> {
  if (feedIds.length === 0) return []
  return state.run((db) =>
    db
      .select()
      .from(feedKeys)
      .where(and(inArray(feedKeys.feedId, [...feedIds]), isNull(feedKeys.revokedAt)))
      .orderBy(asc(feedKeys.createdAt), asc(feedKeys.id)),
  )
}

/** Revokes a key of a feed; false when there is none, or it was revoked before. */
export async function revokeFeedKey(state: State, feedId: string, id: string, now: Date): Promise<boolean> {
  const revoked = await state.run((db) =>
    db
      .update(feedKeys)
      .set({ revokedAt: now })
      .where(and(eq(feedKeys.feedId, feedId), eq(feedKeys.id, id), isNull(feedKeys.revokedAt)))
      .returning({ id: feedKeys.id }),
  )
  return revoked.length === 1
}

/** The feed that a key belongs to, noting that the key was used; undefined for a key that is unknown or revoked. */
export async function feedOfKey(
  state: State,
  key: string,
  now: Date,
): Promise<{ feedId: string; companyId: number } | undefined> {
  const [found] = await state.run((db) =>
    db
      .update(feedKeys)
      .set({ lastUsedAt: now })
      .where(and(eq(feedKeys.keyHash, hashToken(key)), isNull(feedKeys.revokedAt)))
      .returning({ feedId: feedKeys.feedId, companyId: feedKeys.companyId }),
  )
  return found
}
