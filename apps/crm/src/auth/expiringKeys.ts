import { createHash, randomBytes } from 'node:crypto'

/** Random keys, stored hashed and in memory, each with a value until it expires. */
export interface ExpiringKeys<T> {
  /** A new key for the value. */
  issue(value: T): string
  /** The value, until the key expires. */
  read(key: string): T | undefined
  /** Restarts the key's lifetime. */
  renew(key: string): void
  remove(key: string): void
  removeWhere(condition: (value: T) => boolean): void
}

/** Keys with the given lifetime. */
export function createExpiringKeys<T>(seconds: number, now: () => Date): ExpiringKeys<T> {
  const entries = new Map<string, { value: T; until: number }>()
  const until = () => now().getTime() + seconds * 1000
  const hash = (key: string) => createHash('sha256').update(key).digest('hex')
  const live = (key: string) => {
    const entry = entries.get(hash(key))
    return entry && entry.until > now().getTime() ? entry : undefined
  }
  const removeWhere = (condition: (value: T, until: number) => boolean) => {
    for (const [key, entry] of entries) if (condition(entry.value, entry.until)) entries.delete(key)
  }
  return {
    issue: (value) => {
      const key = randomBytes(32).toString('base64url')
      removeWhere((_, end) => end <= now().getTime())
      entries.set(hash(key), { value, until: until() })
      return key
    },
    read: (key) => live(key)?.value,
    renew: (key) => {
      const entry = live(key)
      if (entry) entry.until = until()
    },
    remove: (key) => void entries.delete(hash(key)),
    removeWhere,
  }
}
