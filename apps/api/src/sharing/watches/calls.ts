import {
  claimWatchCall,
  noteWatchAnswer,
  readNumberWatchById,
  retryAt,
  type WatchCall,
  type Worker,
  watchCallJobs,
  withHeartbeat,
} from '@leaselight/state'
import type { Api } from '../../http/context'
import { toFailure } from '../../http/failures'
import { currentOwner } from '../owner'
import { openNumber } from './number'
import { requireHostAllowed } from './rules'
import { callWebhook } from './webhook'

/** The pauses after the first, second, … attempt; the last one holds for all that follow. */
const RETRY_MINUTES = [1, 5, 15, 60, 180]
const GIVE_UP_MS = 24 * 3_600_000

/** Makes the call that has been due longest; false when none is. */
export async function makeNextCall(api: Api, worker: Worker): Promise<boolean> {
  const call = await claimWatchCall(api.state, worker, api.now())
  if (!call) return false
  const outcome = await withHeartbeat(watchCallJobs, api.state, call, worker, () => attempt(api, call))
  const now = api.now()
  if (!(await noteWatchAnswer(api.state, call.id, worker, outcome.answerStatus ?? null))) return true
  if (outcome.final)
    await watchCallJobs.finish(api.state, call.id, worker, { status: outcome.final, reason: outcome.reason }, now)
  else if (now.getTime() - call.createdAt.getTime() >= GIVE_UP_MS) {
    const reason = `Given up after a day. ${outcome.reason}`
    await watchCallJobs.finish(api.state, call.id, worker, { status: 'failed', reason }, now)
  } else {
    const attemptAt = retryAt(call.attempts, RETRY_MINUTES, now)
    await watchCallJobs.retry(api.state, call.id, worker, { attemptAt, reason: outcome.reason })
  }
  return true
}

interface Outcome {
  /** Without one, it is tried again. */
  final?: 'sent' | 'failed'
  reason: string | null
  answerStatus?: number
}

async function attempt(api: Api, call: WatchCall): Promise<Outcome> {
  try {
    const watch = await readNumberWatchById(api.state, call.watchId)
    const { webhookUrl, webhookSecret } = watch ?? {}
    if (!watch || watch.deletedAt || !webhookUrl || !webhookSecret)
      return { final: 'failed', reason: 'The webhook was removed before this was sent.' }
    if (watch.status === 'paused') return { final: 'failed', reason: 'The watch was paused before this was sent.' }
    const owner = await currentOwner(api, watch)
    if (!owner) return { final: 'failed', reason: 'Your company’s records have no user of yours any more.' }
    const open = await openNumber(api, owner.viewer, watch)
    if ('problem' in open) return { final: 'failed', reason: open.problem }
    await requireHostAllowed(api, watch.companyId, webhookUrl)
    const result = await callWebhook(
      { url: webhookUrl, id: call.id, body: JSON.stringify(call.body), secret: webhookSecret, now: api.now() },
      api.settings.watches.privateHosts,
    )
    if ('failure' in result) return { reason: result.failure }
    const { status } = result
    if (status >= 200 && status < 300) return { final: 'sent', reason: null, answerStatus: status }
    const isRedirect = status >= 300 && status < 400
    return {
      reason: `The webhook answered with status ${status}${isRedirect ? ', and redirects are not followed' : ''}.`,
      answerStatus: status,
    }
  } catch (error) {
    const { message, status, isUnexpected } = toFailure(error)
    if (isUnexpected) api.log.error({ err: error, call: call.id }, 'a webhook could not be called')
    // What is refused stays refused until its owner changes it.
    return { reason: message, ...(status === 400 && { final: 'failed' as const }) }
  }
}
