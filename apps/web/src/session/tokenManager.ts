import { type KeyValueStorage, readTokens, storeTokens, type TokenPair } from './storage'
import { secondsLeft } from './token'

/** How long before its end a token is exchanged for a new one. */
export const REFRESH_THRESHOLD_SECONDS = 5 * 60

/** The refresh token is no longer accepted; unlike after a network failure, retrying is useless. */
export class RefreshRejected extends Error {}

/** Whether tokens have to be exchanged before the next request. */
export function isDue({ accessToken, refreshToken }: TokenPair, now: number): boolean {
  const left = secondsLeft(accessToken, now)
  return refreshToken !== null && left !== null && left <= REFRESH_THRESHOLD_SECONDS
}

export interface TokenManagerOptions {
  storage: KeyValueStorage
  /** Exchanges a refresh token for a new pair; throws RefreshRefused when it is not accepted. */
  refresh: (refreshToken: string) => Promise<TokenPair>
  /** Runs the work while no other tab runs it. */
  withLock: <T>(work: () => Promise<T>) => Promise<T>
  now: () => number
}

export interface TokenManager {
  /** A token that is valid for the next request; null when signed out. */
  accessToken(): Promise<string | null>
}

/** Keeps the token pair fresh: one exchange serves all requests and tabs that need it at the same time. */
export function createTokenManager({ storage, refresh, withLock, now }: TokenManagerOptions): TokenManager {
  let running: Promise<string | null> | null = null

  const exchange = async (): Promise<string | null> => {
    // Another tab may have exchanged it while this one waited for the lock.
    const tokens = readTokens(storage)
    if (!tokens?.refreshToken || !isDue(tokens, now())) return tokens?.accessToken ?? null
    try {
      const fresh = await refresh(tokens.refreshToken)
      // If the user signed out meanwhile, they stay signed out.
      if (readTokens(storage)?.accessToken !== tokens.accessToken) return readTokens(storage)?.accessToken ?? null
      storeTokens(storage, fresh)
      return fresh.accessToken
    } catch (error) {
      // After a rejected exchange the server decides about the old token; a failed one matters only once it has expired.
      if (error instanceof RefreshRejected || (secondsLeft(tokens.accessToken, now()) ?? 0) > 0)
        return tokens.accessToken
      throw error
    }
  }

  return {
    async accessToken() {
      const tokens = readTokens(storage)
      if (!tokens) return null
      if (!isDue(tokens, now())) return tokens.accessToken
      running ??= withLock(exchange).finally(() => {
        running = null
      })
      return running
    },
  }
}

/** One tab at a time through Web Locks; without them, one at a time within this tab. */
export function lockAcrossTabs(locks: LockManager | undefined): TokenManagerOptions['withLock'] {
  return async (work) => (locks ? locks.request('leaselight.refresh', work) : work())
}
