import { randomUUID } from 'node:crypto'
import { claimDelivery, queueDueRuns, releaseLeases, StoreUnavailable } from '@leaselight/state'
import type { Api } from '../../http/context'
import { createMailer } from '../mail/mailer'
import { type DeliveryContext, deliver } from './deliver'

/** What sends in the background. */
export interface Deliveries {
  /** Looks at once whether something is to be sent. */
  wake(): void
  /** Looks, and resolves when everything that could be sent has been. */
  runOnce(): Promise<void>
  /** Takes nothing new; what is under way stops between two recipients, for another instance to go on with. */
  stopClaiming(): void
  close(): Promise<void>
}

const POLL_MS = 5_000
/** Deliveries under way at once, so that a slow mail server holds up one and not all. */
const CONCURRENCY = 3

/** Starts sending: queues runs that are due and delivers what is queued, until it is closed. */
export async function startDeliveries(api: Api): Promise<Deliveries> {
  const { smtpUrl, leaseSeconds } = api.settings.mail
  const delivering: DeliveryContext = {
    api,
    mailer: smtpUrl === undefined ? undefined : createMailer(smtpUrl),
    worker: { owner: randomUUID(), leaseSeconds },
    isStopping: () => isClosed,
  }
  // An embedded store is this process's alone: whatever is marked as under way was so in a process that has ended.
  if (api.state.embedded) await releaseLeases(api.state)
  let isClosed = false
  const working = new Set<Promise<void>>()

  const quietly = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => {
      if (isClosed) return
      // A store that is away is back some time; nothing is lost meanwhile.
      if (error instanceof StoreUnavailable) api.log.warn('deliveries wait for the store')
      else api.log.error({ err: error }, 'deliveries stopped')
    })
  const work = async (): Promise<void> => {
    while (!isClosed) {
      const claimed = await claimDelivery(api.state, delivering.worker, api.now())
      if (!claimed) return
      await deliver(delivering, claimed)
    }
  }
  /** Sets as many to work as there may be; who finds nothing to do goes again. */
  const fill = (): void => {
    while (!isClosed && working.size < CONCURRENCY) {
      const one: Promise<void> = quietly(work()).finally(() => working.delete(one))
      working.add(one)
    }
  }
  let looking: Promise<void> | undefined
  const lookAround = (): Promise<void> => {
    looking ??= quietly(
      (async () => {
        while (!isClosed && (await queueDueRuns(api.state, api.now())) > 0);
      })(),
    ).finally(() => {
      looking = undefined
    })
    return looking
  }
  const tick = async (): Promise<void> => {
    await lookAround()
    fill()
  }
  const round = async (): Promise<void> => {
    await tick()
    await Promise.all(working)
  }
  const timer = setInterval(() => void tick(), POLL_MS)
  timer.unref()
  const hold = (): void => {
    isClosed = true
    clearInterval(timer)
  }
  return {
    runOnce: round,
    wake: fill,
    stopClaiming: hold,
    async close() {
      hold()
      // The mail that is being handed over may end: whoever stops the server knows how long that may take.
      await Promise.all(working)
    },
  }
}
