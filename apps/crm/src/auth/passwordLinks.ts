import { createHash, randomBytes } from 'node:crypto'
import type { Store } from '../store'
import type { PersonId } from './accounts'

/** The keys of links with which people set a password: after they forgot it, or for the first time. */
export interface PasswordLinks {
  /** A new key for the person, and until when it holds. */
  issue(person: PersonId, seconds: number): Promise<{ key: string; until: Date }>
  /** The person, until the key expires. */
  read(key: string): PersonId | undefined
  /** Ends all keys of the person. */
  removeAll(person: PersonId): Promise<void>
}

/** Keys are stored hashed, so that an invitation holds across a restart. */
export function openPasswordLinks(store: Store, now: () => Date): PasswordLinks {
  const { passwordLinks } = store.data
  const removeWhere = (condition: (link: { person: PersonId; until: number }) => boolean) => {
    for (const [hash, link] of Object.entries(passwordLinks)) if (condition(link)) delete passwordLinks[hash]
  }
  const hashOf = (key: string) => createHash('sha256').update(key).digest('hex')
  return {
    issue: async ({ company_id, user_id }, seconds) => {
      const key = randomBytes(32).toString('base64url')
      const until = now().getTime() + seconds * 1000
      removeWhere((link) => link.until <= now().getTime())
      passwordLinks[hashOf(key)] = { person: { company_id, user_id }, until }
      await store.save()
      return { key, until: new Date(until) }
    },
    read: (key) => {
      const link = passwordLinks[hashOf(key)]
      return link && link.until > now().getTime() ? link.person : undefined
    },
    removeAll: async ({ company_id, user_id }) => {
      removeWhere(({ person }) => person.company_id === company_id && person.user_id === user_id)
      await store.save()
    },
  }
}
