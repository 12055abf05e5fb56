import { and, eq, gt } from 'drizzle-orm'
import { signOnAttempts } from '../schema'
import type { State } from '../state'
import { hashToken } from './tokens'

/** How long a user has to sign in at the provider. */
export const SIGN_ON_MINUTES = 10

/** A sign-on attempt: `state` comes back in the URL, `browser` is known only to the browser that started it. */
export interface SignOnAttempt {
  state: string
  browser: string
  /** What the provider must sign. */
  nonce: string
  /** The URL to open afterward. */
  next: string
}

/** Stores a sign-on attempt. */
export async function saveSignOnAttempt(store: State, attempt: SignOnAttempt, now: Date): Promise<void> {
  const { state, browser, nonce, next } = attempt
  await store.run((db) =>
    db.insert(signOnAttempts).values({
      stateHash: hashToken(state),
      browserHash: hashToken(browser),
      nonce,
      next,
      expiresAt: new Date(now.getTime() + SIGN_ON_MINUTES * 60_000),
    }),
  )
}

/** The stored attempt, once, before it expires and only for the browser that started it; undefined otherwise. */
export async function redeemSignOnAttempt(
  store: State,
  { state, browser }: Pick<SignOnAttempt, 'state' | 'browser'>,
  now: Date,
): Promise<Pick<SignOnAttempt, 'nonce' | 'next'> | undefined> {
  // One statement finds and removes the row, so that exactly one of several simultaneous callers gets it.
  const [attempt] = await store.run((db) =>
    db
      .delete(signOnAttempts)
      .where(
        and(
          eq(signOnAttempts.stateHash, hashToken(state)),
          eq(signOnAttempts.browserHash, hashToken(browser)),
          gt(signOnAttempts.expiresAt, now),
        ),
      )
      .returning({ nonce: signOnAttempts.nonce, next: signOnAttempts.next }),
  )
  return attempt
}
