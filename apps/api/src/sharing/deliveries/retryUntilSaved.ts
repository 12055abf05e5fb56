import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailable } from '@leaselight/state'

const TRIES_WHEN_STOPPING = 10
const BETWEEN_MS = 1_000

/**
 * Saves that the mail server took a mail, however long the store is unavailable: only this process knows, and without the
 * note the mail would be sent twice. A process that is stopping gives up after some attempts.
 */
export async function retryUntilSaved(
  save: () => Promise<void>,
  isStopping: () => boolean,
  betweenMs: number = BETWEEN_MS,
): Promise<void> {
  let left = TRIES_WHEN_STOPPING
  for (;;) {
    try {
      return await save()
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      if (isStopping()) left -= 1
      if (left === 0) throw error
      await sleep(betweenMs)
    }
  }
}
