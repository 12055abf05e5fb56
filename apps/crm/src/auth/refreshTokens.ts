import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Store } from '../store'
import type { CrmUser } from './accounts'

/** How long a refresh token may stay unused. */
export const REFRESH_HOURS = 72

// Two tabs that refresh at the same moment send the same token: the second must not count as stolen.
const GRACE_MS = 10_000

/** The long-lived half of a token pair; it changes with every use. */
export interface RefreshTokens {
  /** The first token of a new family: one family for each sign-in. */
  start(user: CrmUser): Promise<string>
  /** The owner and the next token; undefined when the token is forged, expired, or used up. */
  rotate(token: string): Promise<{ companyId: number; userId: number; token: string } | undefined>
  /** Ends all families of a user. */
  revokeAll(user: CrmUser): Promise<void>
}

/**
 * A token is `family.generation.signature`, which can be recomputed, so none is stored. The family records its current
 * generation. A token of an earlier one that returns after the grace period was copied: the whole family ends, and with
 * it any stolen token.
 */
export function openRefreshTokens(store: Store, now: () => Date): RefreshTokens {
  const { families, refreshSecret } = store.data
  const sign = (text: string) => createHmac('sha256', refreshSecret).update(text).digest('base64url')
  const print = (id: string, generation: number) => `${id}.${generation}.${sign(`${id}.${generation}`)}`
  const expired = (rotatedAt: number) => now().getTime() >= rotatedAt + REFRESH_HOURS * 3_600_000

  const dropExpired = () => {
    for (const [id, family] of Object.entries(families)) if (expired(family.rotatedAt)) delete families[id]
  }

  return {
    start: async (user) => {
      dropExpired()
      const id = randomUUID()
      families[id] = { userId: user.user_id, companyId: user.company_id, generation: 1, rotatedAt: now().getTime() }
      await store.save()
      return print(id, 1)
    },
    rotate: async (token) => {
      const [id = '', generation = '', signature = ''] = token.split('.')
      if (!equal(signature, sign(`${id}.${generation}`))) return undefined
      const family = families[id]
      if (!family || expired(family.rotatedAt)) return undefined
      const used = Number(generation)
      const isCurrent = used === family.generation
      const isRace = used === family.generation - 1 && now().getTime() < family.rotatedAt + GRACE_MS
      if (isCurrent) {
        family.generation += 1
        family.rotatedAt = now().getTime()
      } else if (!isRace) {
        delete families[id]
      }
      await store.save()
      if (!isCurrent && !isRace) return undefined
      // In a race both get the same next token, so that neither tab invalidates the other's.
      return { companyId: family.companyId, userId: family.userId, token: print(id, used + 1) }
    },
    revokeAll: async (user) => {
      for (const [id, family] of Object.entries(families)) {
        if (family.userId === user.user_id && family.companyId === user.company_id) delete families[id]
      }
      await store.save()
    },
  }
}

function equal(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
