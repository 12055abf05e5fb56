const WINDOW_MS = 60_000
const MAX_FAILURES = 10
const MAX_KEYS = 10_000

/** Counts sign-in attempts, so that passwords can't be guessed. */
export interface SignInLimiter {
  /**
   * Counts an attempt before it is made, so that concurrent ones don't slip through; false when there were too many.
   */
  tryAcquire(key: string): boolean
  /** The attempt succeeded: resets the key's count. */
  reset(key: string): void
}

/**
 * Ten failures a minute for each key. Success clears it: the analytics server signs everyone in from one address, and a
 * busy morning must not look like an attack.
 */
export function createSignInLimiter(now: () => Date): SignInLimiter {
  const attempts = new Map<string, { count: number; until: number }>()
  return {
    tryAcquire: (key) => {
      const time = now().getTime()
      const entry = attempts.get(key)
      if (entry && entry.until > time) {
        entry.count += 1
        return entry.count <= MAX_FAILURES
      }
      attempts.delete(key)
      // Invented names can't fill the memory: the oldest entry is dropped.
      const oldest = attempts.size >= MAX_KEYS ? attempts.keys().next().value : undefined
      if (oldest !== undefined) attempts.delete(oldest)
      attempts.set(key, { count: 1, until: time + WINDOW_MS })
      return true
    },
    reset: (key) => void attempts.delete(key),
  }
}
