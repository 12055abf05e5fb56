import {
  claimWatchCall,
  noteWatchAnswer,
  readNumberWatchById,
  type WatchCall,
  type Worker,
  watchCallJobs,
  withHeartbeat,
} from '@leaselight/state'
import type { Api } from '../../http/context'
import { currentOwner } from '../owner'
import { attemptCall, type CallOutcome, endAttempt, postCall } from '../webhooks/attempts'
import { openNumber } from './number'

/** Makes the call that has been due longest; false when none is. */
export async function makeNextCall(api: Api, worker: Worker): Promise<boolean> {
  const call = await claimWatchCall(api.state, worker, api.now())
  if (!call) return false
  const outcome = await withHeartbeat(watchCallJobs, api.state, call, worker, () =>
    attemptCall(api, call, () => callOf(api, call)),
  )
  if (await noteWatchAnswer(api.state, call.id, worker, outcome.answerStatus ?? null))
    await endAttempt(api, watchCallJobs, call, worker, outcome)
  return true
}

async function callOf(api: Api, call: WatchCall): Promise<CallOutcome> {
  const watch = await readNumberWatchById(api.state, call.watchId)
  const { webhookUrl: url, webhookSecret: secret } = watch ?? {}
  if (!watch || watch.deletedAt || !url || !secret)
    return { final: 'failed', reason: 'The webhook was removed before this was sent.' }
  if (watch.status === 'paused') return { final: 'failed', reason: 'The watch was paused before this was sent.' }
  const owner = await currentOwner(api, watch)
  if (!owner) return { final: 'failed', reason: 'Your company’s records have no user of yours any more.' }
  const open = await openNumber(api, owner.viewer, watch)
  if ('problem' in open) return { final: 'failed', reason: open.problem }
  return postCall(api, watch.companyId, { url, id: call.id, body: JSON.stringify(call.body), secret })
}
