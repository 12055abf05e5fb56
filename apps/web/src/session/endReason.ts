import type { KeyValueStorage } from './storage'
import { secondsLeft } from './token'

const KEY = 'leaselight.session-end'

const sentences = {
  expired: 'Your session has expired. Sign in again.',
  ended: 'Your session has ended. Sign in again.',
  link: 'This sign-in link doesn’t work. Sign in here, or open Analytics from your CRM again.',
}

type EndReason = keyof typeof sentences

/** Why the server rejects a token: its time is over, it is none at all, or the server ended it. */
function reasonOf(token: string, now: number): EndReason {
  const left = secondsLeft(token, now)
  if (left === null) return 'link'
  return left <= 0 ? 'expired' : 'ended'
}

/** Remembers why a session ended, for the sign-in page of this tab. */
export function rememberEnd(storage: KeyValueStorage, token: string | null, now: number): void {
  if (token) storage.setItem(KEY, reasonOf(token, now))
}

/** Why the session ended, as a sentence; null where none has. */
export function endSentence(storage: KeyValueStorage): string | null {
  const reason = storage.getItem(KEY)
  return reason !== null && Object.hasOwn(sentences, reason) ? sentences[reason as EndReason] : null
}

/** Forgets the reason once it was shown. */
export const forgetEnd = (storage: KeyValueStorage): void => storage.removeItem(KEY)
