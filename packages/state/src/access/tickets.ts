import { and, eq, gt, isNull } from 'drizzle-orm'
import { tickets } from '../schema'
import type { State } from '../state'
import { hashToken, newToken } from './tokens'

/** How long a ticket may wait to be redeemed. */
export const TICKET_SECONDS = 60

/** The viewer a download runs for, and what is downloaded. `viewer` and `request` are stored as JSON. */
export interface NewTicket {
  companyId: number
  userId: number
  viewer: object
  request: object
}

/** What a redeemed ticket permits. The JSON is `unknown`: parse it before use. */
export interface RedeemedTicket {
  companyId: number
  userId: number
  viewer: unknown
  request: unknown
}

/** A one-use ticket for a URL that the browser opens without our header (downloads, audio). */
export async function issueTicket(
  state: State,
  ticket: NewTicket,
  now: Date,
): Promise<{ ticket: string; expiresAt: Date }> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + TICKET_SECONDS * 1000)
  const { companyId, userId, viewer, request } = ticket
  await state.run((db) =>
    db
      .insert(tickets)
      .values({ tokenHash: hashToken(token), companyId, userId, viewer, request, createdAt: now, expiresAt }),
  )
  return { ticket: token, expiresAt }
}

/** What the ticket permits, once and before it expires; undefined otherwise, also for simultaneous callers. */
export async function redeemTicket(state: State, token: string, now: Date): Promise<RedeemedTicket | undefined> {
  // One statement finds and marks the row: the database lets exactly one of several simultaneous callers see it unused.
  const [redeemed] = await state.run((db) =>
    db
      .update(tickets)
      .set({ usedAt: now })
      .where(and(eq(tickets.tokenHash, hashToken(token)), isNull(tickets.usedAt), gt(tickets.expiresAt, now)))
      .returning({
        companyId: tickets.companyId,
        userId: tickets.userId,
        viewer: tickets.viewer,
        request: tickets.request,
      }),
  )
  return redeemed
}
