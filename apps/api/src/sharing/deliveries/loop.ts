import { randomUUID } from 'node:crypto'
import {
  claimDelivery,
  deliveryJobs,
  queueDueRuns,
  StoreUnavailable,
  startWorkers,
  type WorkerPool,
} from '@leaselight/state'
import type { Api } from '../../http/context'
import { createMailer } from '../mail/mailer'
import { type DeliveryContext, deliver } from './deliver'

const POLL_MS = 5_000
/** Deliveries in progress at once, so that a slow mail server holds up one and not all. */
const CONCURRENCY = 3

/** Sends in the background: queues the runs that are due and delivers what is queued, until it is closed. */
export interface Deliveries extends WorkerPool {
  /** Claims no further delivery; one in progress stops between two recipients, and another instance goes on with it. */
  stopClaiming(): void
  /** Resolves when the mails that are being handed over have been. The caller knows how long that may take. */
  close(): Promise<void>
}

/** Starts sending. */
export async function startDeliveries(api: Api): Promise<Deliveries> {
  const { smtpUrl, leaseSeconds } = api.settings.mail
  let isStopping = false
  const context: DeliveryContext = {
    api,
    mailer: smtpUrl === undefined ? undefined : createMailer(smtpUrl),
    worker: { owner: randomUUID(), leaseSeconds },
    isStopping: () => isStopping,
  }
  // An embedded store belongs to this process alone: leases in it are those of a process that has ended.
  if (api.state.embedded) await deliveryJobs.releaseAll(api.state)
  const pool = startWorkers({
    async workOnce() {
      const delivery = await claimDelivery(api.state, context.worker, api.now())
      if (delivery) await deliver(context, delivery)
      return delivery !== undefined
    },
    queueDue: async () => (await queueDueRuns(api.state, api.now())) > 0,
    concurrency: CONCURRENCY,
    pollMs: POLL_MS,
    onError(error) {
      // Nothing is lost while the store is unavailable: the next look goes on.
      if (error instanceof StoreUnavailable) api.log.warn('deliveries wait for the store')
      else api.log.error({ err: error }, 'deliveries stopped')
    },
  })
  return {
    ...pool,
    stopClaiming() {
      isStopping = true
      pool.stopClaiming()
    },
    close() {
      isStopping = true
      return pool.close()
    },
  }
}
