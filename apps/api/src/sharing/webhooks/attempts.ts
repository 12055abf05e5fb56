import { type JobQueue, retryAt, type Worker } from '@leaselight/state'
import type { Api } from '../../http/context'
import { toFailure } from '../../http/failures'
import { requireHostAllowed } from '../watches/rules'
import { callWebhook, type SignedCall } from '../watches/webhook'

/** The pauses after the first, second, … attempt; the last one holds for all that follow. */
const RETRY_MINUTES = [1, 5, 15, 60, 180]
const GIVE_UP_MS = 24 * 3_600_000

/** How an attempt to call a webhook went. */
export interface CallOutcome {
  /** Without one, it is tried again. */
  final?: 'sent' | 'failed'
  reason: string | null
  answerStatus?: number
}

/** A call as a job. */
interface CallJob {
  id: string
  companyId: number
  attempts: number
  createdAt: Date
}

/** Posts a call where its company allows it. Any answer of 2xx ends it; others are tried again. */
export async function postCall(api: Api, companyId: number, call: Omit<SignedCall, 'now'>): Promise<CallOutcome> {
  await requireHostAllowed(api, companyId, call.url)
  const result = await callWebhook({ ...call, now: api.now() }, api.settings.watches.privateHosts)
  if ('failure' in result) return { reason: result.failure }
  const { status } = result
  if (status >= 200 && status < 300) return { final: 'sent', reason: null, answerStatus: status }
  const isRedirect = status >= 300 && status < 400
  return {
    reason: `The webhook answered with status ${status}${isRedirect ? ', and redirects are not followed' : ''}.`,
    answerStatus: status,
  }
}

/** Runs an attempt; a fault becomes an outcome. */
export async function attemptCall(api: Api, { id }: CallJob, run: () => Promise<CallOutcome>): Promise<CallOutcome> {
  try {
    return await run()
  } catch (error) {
    const { message, status, isUnexpected } = toFailure(error)
    if (isUnexpected) api.log.error({ err: error, call: id }, 'a webhook could not be called')
    // What is refused stays refused until its owner changes it.
    return { reason: message, ...(status === 400 && { final: 'failed' as const }) }
  }
}

/**
 * Stores how an attempt went: the call ends, is due again later, or is given up after a day. Nothing is stored when another
 * worker has the call by now.
 */
export async function endAttempt(
  api: Api,
  queue: JobQueue<'sent' | 'failed'>,
  call: CallJob,
  worker: Worker,
  { final, reason }: CallOutcome,
): Promise<void> {
  const now = api.now()
  if (final) await queue.finish(api.state, call.id, worker, { status: final, reason }, now)
  else if (now.getTime() - call.createdAt.getTime() >= GIVE_UP_MS) {
    const givenUp = `Given up after a day. ${reason}`
    await queue.finish(api.state, call.id, worker, { status: 'failed', reason: givenUp }, now)
  } else {
    const attemptAt = retryAt(call.attempts, RETRY_MINUTES, now)
    await queue.retry(api.state, call.id, worker, { attemptAt, reason })
  }
}
