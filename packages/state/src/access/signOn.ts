import { and, eq, gt } from 'drizzle-orm'
import { signOnAttempts } from '../schema'
import type { State } from '../state'
import { hashToken } from './tokens'

/** How long somebody may take to sign in at the provider. */
export const SIGN_ON_MINUTES = 10

/** A way to a single sign-on: `state` comes back in the address, `browser` is known to the browser that set out alone. */
export interface SignOnAttempt {
  state: string
  browser: string
  /** What the provider must sign. */
  nonce: string
  /** Where to lead afterwards. */
  next: string
}

/** Keeps that somebody has set out. */
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

/** What was kept, the first time, in time and for the browser that set out; nothing otherwise. */
export async function redeemSignOnAttempt(
  store: State,
  { state, browser }: Pick<SignOnAttempt, 'state' | 'browser'>,
  now: Date,
): Promise<Pick<SignOnAttempt, 'nonce' | 'next'> | undefined> {
  // Found and removed by one statement: of several that come back at once, exactly one finds it.
  const [taken] = await store.run((db) =>
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
  return taken
}
