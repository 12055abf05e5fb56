import { and, eq } from 'drizzle-orm'
import { keyedRequests } from './schema'
import type { State } from './state'

/** A request with a key of its sender's. */
export type KeyedRequest = typeof keyedRequests.$inferSelect
/** Whose key it is: each user's keys are their own. */
export type RequestKey = Pick<KeyedRequest, 'companyId' | 'userId' | 'key'>

const isIt = ({ companyId, userId, key }: RequestKey) =>
  and(eq(keyedRequests.companyId, companyId), eq(keyedRequests.userId, userId), eq(keyedRequests.key, key))

/** Notes that a request begins; undefined when it is new, and otherwise what is known of the first one with its key. */
export async function beginKeyedRequest(
  state: State,
  request: RequestKey & Pick<KeyedRequest, 'request'>,
  now: Date,
): Promise<KeyedRequest | undefined> {
  return state.run(async (db) => {
    const made = await db
      .insert(keyedRequests)
      .values({ ...request, createdAt: now })
      .onConflictDoNothing()
      .returning({ key: keyedRequests.key })
    if (made.length > 0) return undefined
    const [first] = await db.select().from(keyedRequests).where(isIt(request))
    return first
  })
}

/** Stores the answer of a request. */
export async function answerKeyedRequest(
  state: State,
  key: RequestKey,
  answer: { status: number; body: string },
): Promise<void> {
  await state.run((db) => db.update(keyedRequests).set(answer).where(isIt(key)))
}

/** Forgets a request that did nothing, so that the same key may try again; with `body` only if it still has that answer. */
export async function forgetKeyedRequest(state: State, key: RequestKey, body?: string): Promise<void> {
  const unchanged = body === undefined ? undefined : eq(keyedRequests.body, body)
  await state.run((db) => db.delete(keyedRequests).where(and(isIt(key), unchanged)))
}
