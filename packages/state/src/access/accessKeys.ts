import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, isNull, lte, or } from 'drizzle-orm'
import { accessKeys } from '../schema'
import type { AccessKeyKind } from '../schema/accessKeys'
import type { Owner } from '../sharing/savedReports'
import type { State } from '../state'
import { hashToken, newToken } from './tokens'

/** A key or a link, without its secret. */
export type AccessKey = Omit<typeof accessKeys.$inferSelect, 'keyHash'>

/** The most keys and links in use per user. */
export const MAX_ACCESS_KEYS = 100

const SHOWN_CHARACTERS = 4
const MINUTE_MS = 60_000

/** How each kind's secrets begin, so that a person and a program can tell what one is for. */
const prefixes: Readonly<Record<AccessKeyKind, string>> = { api: 'llk_', sheet: 'lls_', guest: 'llg_' }

/** Whether a text may be the secret of a kind, by how it begins. */
export const looksLikeKey = (kind: AccessKeyKind, text: string): boolean => text.startsWith(prefixes[kind])

/** What a user decides about a new key or link. */
export type NewAccessKey = Pick<
  AccessKey,
  'kind' | 'role' | 'demo' | 'name' | 'mayImport' | 'report' | 'params' | 'expiresAt'
>

const ofOwner = ({ companyId, userId }: Owner) =>
  and(eq(accessKeys.companyId, companyId), eq(accessKeys.userId, userId), isNull(accessKeys.revokedAt))

/**
 * Makes a key or a link and returns it with its secret: the only time that can be read. Undefined when the user has the
 * maximum number in use.
 */
export async function createAccessKey(
  state: State,
  { companyId, userId }: Owner,
  made: NewAccessKey,
  now: Date,
): Promise<{ key: AccessKey; secret: string } | undefined> {
  const secret = prefixes[made.kind] + newToken()
  return state.run(async (db) => {
    const inUse = await db.$count(accessKeys, and(ofOwner({ companyId, userId }), gt(accessKeys.expiresAt, now)))
    if (inUse >= MAX_ACCESS_KEYS) return undefined
    const [row] = await db
      .insert(accessKeys)
      .values({
        ...made,
        id: randomUUID(),
        companyId,
        userId,
        keyHash: hashToken(secret),
        ending: secret.slice(-SHOWN_CHARACTERS),
        createdAt: now,
      })
      .returning()
    return row && { key: withoutHash(row), secret }
  })
}

/** A user's keys and links that have not been revoked, newest first; expired ones stay for a while. */
export async function listAccessKeys(state: State, owner: Owner): Promise<AccessKey[]> {
  const rows = await state.run((db) =>
    db.select().from(accessKeys).where(ofOwner(owner)).orderBy(desc(accessKeys.createdAt), desc(accessKeys.id)),
  )
  return rows.map(withoutHash)
}

/** Revokes a key or a link of a user and returns it; undefined when there is none, or it was revoked before. */
export async function revokeAccessKey(
  state: State,
  owner: Owner,
  id: string,
  now: Date,
): Promise<AccessKey | undefined> {
  const [revoked] = await state.run((db) =>
    db
      .update(accessKeys)
      .set({ revokedAt: now })
      .where(and(ofOwner(owner), eq(accessKeys.id, id)))
      .returning(),
  )
  return revoked && withoutHash(revoked)
}

/**
 * The key or link of a secret; undefined when it is unknown, of another kind, revoked or expired. Notes its use once a
 * minute, so that reading seldom writes.
 */
export async function readAccessKey(
  state: State,
  kind: AccessKeyKind,
  secret: string,
  now: Date,
): Promise<AccessKey | undefined> {
  if (!looksLikeKey(kind, secret)) return undefined
  const keyHash = hashToken(secret)
  return state.run(async (db) => {
    const [found] = await db
      .select()
      .from(accessKeys)
      .where(
        and(
          eq(accessKeys.keyHash, keyHash),
          eq(accessKeys.kind, kind),
          isNull(accessKeys.revokedAt),
          gt(accessKeys.expiresAt, now),
        ),
      )
    if (!found) return undefined
    const isNoted = found.lastUsedAt !== null && now.getTime() - found.lastUsedAt.getTime() < MINUTE_MS
    if (!isNoted) {
      const before = new Date(now.getTime() - MINUTE_MS)
      const isOlder = or(isNull(accessKeys.lastUsedAt), lte(accessKeys.lastUsedAt, before))
      await db
        .update(accessKeys)
        .set({ lastUsedAt: now })
        .where(and(eq(accessKeys.id, found.id), isOlder))
    }
    return withoutHash(found)
  })
}

const withoutHash = ({ keyHash: _, ...key }: typeof accessKeys.$inferSelect): AccessKey => key
