import { randomUUID } from 'node:crypto'
import {
  claimNumberWatch,
  StoreUnavailable,
  startWorkers,
  type WorkerPool,
  watchCallJobs,
  watchJobs,
  withHeartbeat,
} from '@leaselight/state'
import type { Api } from '../../http/context'
import { makeNextCall } from './calls'
import { checkWatch } from './check'

const POLL_MS = 5_000
const LEASE_SECONDS = 60
/** Checks in progress at once; they wait behind people's questions. */
const CONCURRENCY = 2

/** Starts checking watched numbers and calling their webhooks. */
export async function startWatches(api: Api): Promise<WorkerPool> {
  const worker = { owner: randomUUID(), leaseSeconds: LEASE_SECONDS }
  // An embedded store belongs to this process alone: leases in it are those of a process that has ended.
  if (api.state.embedded) await Promise.all([watchJobs, watchCallJobs].map((queue) => queue.releaseAll(api.state)))
  return startWorkers({
    async workOnce() {
      const watch = await claimNumberWatch(api.state, worker, api.now())
      if (!watch) return makeNextCall(api, worker)
      await withHeartbeat(watchJobs, api.state, watch, worker, () => checkWatch(api, watch, worker))
      return true
    },
    concurrency: CONCURRENCY,
    pollMs: POLL_MS,
    onError(error) {
      if (error instanceof StoreUnavailable) api.log.warn('watched numbers wait for the store')
      else api.log.error({ err: error }, 'watched numbers stopped')
    },
  })
}
