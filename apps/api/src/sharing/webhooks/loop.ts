import { randomUUID } from 'node:crypto'
import {
  claimWebhookCall,
  listActiveWebhooks,
  noteWebhookAnswer,
  queueWebhookCalls,
  readWebhookById,
  StoreUnavailable,
  startWorkers,
  type Webhook,
  type WebhookCall,
  type Worker,
  type WorkerPool,
  webhookJobs,
  withHeartbeat,
} from '@leaselight/state'
import type { Api } from '../../http/context'
import { rootCause } from '../../http/failures'
import { currentOwner } from '../owner'
import { attemptCall, type CallOutcome, endAttempt, postCall } from './attempts'
import { happeningsFor, mayBeTold } from './happenings'
import { bodyFor } from './messages'

const POLL_MS = 15_000
const LEASE_SECONDS = 60
const CONCURRENCY = 2
/** What ended while it was looked for is found at the next look, so each goes back a little further. */
const OVERLAP_MS = 5 * 60_000

/** Starts looking for what webhooks are to be told, and calling them. */
export async function startWebhooks(api: Api): Promise<WorkerPool> {
  const worker = { owner: randomUUID(), leaseSeconds: LEASE_SECONDS }
  // An embedded store belongs to this process alone: leases in it are those of a process that has ended.
  if (api.state.embedded) await webhookJobs.releaseAll(api.state)
  return startWorkers({
    workOnce: () => makeNextWebhookCall(api, worker),
    async queueDue() {
      let queued = 0
      for (const webhook of await listActiveWebhooks(api.state)) queued += await queueFor(api, webhook)
      return queued > 0
    },
    concurrency: CONCURRENCY,
    pollMs: POLL_MS,
    onError(error) {
      if (error instanceof StoreUnavailable) api.log.warn('webhooks wait for the store')
      else api.log.error({ err: error }, 'webhooks stopped')
    },
  })
}

/** Queues what a webhook has not been told yet. One that can't be read keeps no other from being told. */
async function queueFor(api: Api, webhook: Webhook): Promise<number> {
  const now = api.now()
  try {
    const owner = await currentOwner(api, webhook)
    if (!owner) return 0
    const directory = await api.engine.companyContext(owner.viewer)
    // What happened before it was set up is no news.
    const since = new Date(Math.max(webhook.createdAt.getTime(), webhook.seenUntil.getTime() - OVERLAP_MS))
    const found = await happeningsFor({ api, viewer: owner.viewer, directory }, webhook, since)
    return await queueWebhookCalls(api.state, webhook, found, now, now)
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    api.log.warn({ webhook: webhook.id, reason: rootCause(error) }, 'what a webhook is told could not be read')
    return 0
  }
}

/** Makes the call that has been due longest; false when none is. */
async function makeNextWebhookCall(api: Api, worker: Worker): Promise<boolean> {
  const call = await claimWebhookCall(api.state, worker, api.now())
  if (!call) return false
  const outcome = await withHeartbeat(webhookJobs, api.state, call, worker, () =>
    attemptCall(api, call, () => callOf(api, call)),
  )
  if (await noteWebhookAnswer(api.state, call.id, worker, outcome.answerStatus ?? null))
    await endAttempt(api, webhookJobs, call, worker, outcome)
  return true
}

async function callOf(api: Api, call: WebhookCall): Promise<CallOutcome> {
  const webhook = await readWebhookById(api.state, call.webhookId)
  if (!webhook) return { final: 'failed', reason: 'The webhook was deleted before this was sent.' }
  if (webhook.paused) return { final: 'failed', reason: 'The webhook was paused before this was sent.' }
  const owner = await currentOwner(api, webhook)
  if (!owner) return { final: 'failed', reason: 'Your company’s records have no user of yours any more.' }
  const directory = await api.engine.companyContext(owner.viewer)
  if (!(await mayBeTold({ api, viewer: owner.viewer, directory }, call)))
    return { final: 'failed', reason: 'You don’t have access to this any more.' }
  const { url, secret, kind } = webhook
  return postCall(api, webhook.companyId, { url, secret, id: call.id, body: bodyFor(kind, call) })
}
